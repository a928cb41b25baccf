import { type AnyNode, isTag } from 'domhandler';
import type { SelectedContent } from '../select/select-content.ts';

/** Where a value stands in the content that was sent. */
export interface ValueLocation {
  /** Distinct nodes that contain the value; a line that every chunk repeats counts once. */
  readonly nodes: ReadonlySet<AnyNode>;
  /** 0 structured data, 1 main part of the page, 2 elsewhere; the lowest of all places. */
  readonly rank: number;
  /** Number of the first line with the value; orders values that are otherwise equal. */
  readonly line: number;
}

const foldedOf = new WeakMap<SelectedContent, readonly string[]>();
const wordPair = /[\p{L}\p{N}]{2}/u;
const numberToken = /\d+(?:[.,'\u{A0} ]\d+)*/gu;

/** Returns where a plain value stands in the lines of a chunk; `undefined` when no line contains it. */
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

/** Returns a value as text for comparison: lower case, white space collapsed. */
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

/** Whether a match is part of a longer word: "12" is not found in "2012". */
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

/** Returns the numbers that a token may mean: `1.234` has two readings, by the page's number format. */
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
