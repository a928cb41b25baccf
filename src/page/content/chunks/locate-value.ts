import { type AnyNode, isTag } from 'domhandler';
import type { SelectedContent } from '../select/select-content.ts';

/** Where a value stands in what was sent. */
export interface ValueLocation {
  /** Distinct nodes that state it; a line repeated in every part counts once. */
  readonly nodes: ReadonlySet<AnyNode>;
  /** 0 structured data, 1 main part of the page, 2 elsewhere: the best of its places. */
  readonly rank: number;
  /** Number of the first line, for values that are equal in all else. */
  readonly line: number;
}

const foldedOf = new WeakMap<SelectedContent, readonly string[]>();
const wordPair = /[\p{L}\p{N}]{2}/u;
const numberToken = /\d+(?:[.,'\u{A0} ]\d+)*/gu;

/** Finds a plain value in the lines of a part; `undefined` when it states it nowhere. */
export function locateValue(content: SelectedContent, value: unknown): ValueLocation | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const nodes = new Set<AnyNode>();
  let rank = 2;
  let line: number | undefined;
  const folded = foldLines(content);
  const states = typeof value === 'number' ? statesNumber(value) : statesText(value);
  content.lines.forEach(({ sources, kind }, index) => {
    if (!states(folded[index] ?? '')) return;
    line ??= index;
    const node = sources[0]?.node;
    if (node === undefined) return;
    nodes.add(node);
    rank = Math.min(rank, kind === 'data' || kind === 'meta' ? 0 : isInMain(node) ? 1 : 2);
  });
  return line === undefined ? undefined : { nodes, rank, line };
}

/** Text as values are compared: case and white space folded. */
export function foldValue(value: unknown): string {
  return typeof value === 'string'
    ? value.toLowerCase().replace(/\s+/g, ' ').trim()
    : (JSON.stringify(value) ?? '');
}

function foldLines(content: SelectedContent): readonly string[] {
  let folded = foldedOf.get(content);
  if (folded === undefined) {
    folded = content.lines.map(({ text }) => foldValue(text));
    foldedOf.set(content, folded);
  }
  return folded;
}

function statesText(value: string): (line: string) => boolean {
  const wanted = foldValue(value);
  return (line) => {
    for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
      if (!isWordPart(line, at, wanted.length)) return true;
    }
    return false;
  };
}

/** "12" is not stated by "2012". */
function isWordPart(line: string, at: number, length: number): boolean {
  const end = at + length;
  return (
    wordPair.test(line.charAt(at - 1) + line.charAt(at)) ||
    wordPair.test(line.charAt(end - 1) + line.charAt(end))
  );
}

function statesNumber(value: number): (line: string) => boolean {
  const wanted = Math.abs(value);
  return (line) =>
    (line.match(numberToken) ?? []).some((token) => readNumbers(token).includes(wanted));
}

/** What a token may mean: `1.234` is one number here and another there. */
function readNumbers(token: string): readonly number[] {
  const digits = token.replace(/[^\d]/g, '');
  const decimal = token.replace(/[.,'\s](?=.*[.,])/gu, '').replace(',', '.');
  return [Number(digits), Number(decimal)];
}

function isInMain(node: AnyNode): boolean {
  let above: AnyNode | null = node;
  while (above !== null) {
    if (isTag(above) && (above.name === 'main' || above.name === 'article')) return true;
    above = above.parent;
  }
  return false;
}
