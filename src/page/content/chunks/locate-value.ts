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

/** A chunk as values are looked up in it. */
interface IndexedLines {
  readonly folded: readonly string[];
  /** Lines by the numbers that they may state. */
  readonly byNumber: ReadonlyMap<number, readonly number[]>;
  /** Values that were looked up, by type and text. */
  readonly located: Map<string, ValueLocation | undefined>;
}

/** Different texts that are looked up in one chunk: each is searched in all of it. The others count as not stated. */
const maxLookups = 2_000;
/** Nodes of one value: one that stands in more is no sign of a place. */
const maxNodes = 50;

const indexOf = new WeakMap<SelectedContent, IndexedLines>();
const wordPair = /[\p{L}\p{N}]{2}/u;
const numberToken = /\d+(?:[.,'\u{A0} ]\d+)*/gu;

/** Returns where a plain value stands in the lines of a chunk; `undefined` when no line contains it. */
export function locateValue(content: SelectedContent, value: unknown): ValueLocation | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const index = indexContent(content);
  const key = `${typeof value} ${value}`;
  if (index.located.has(key)) return index.located.get(key);
  if (index.located.size >= maxLookups) return undefined;
  const lines =
    typeof value === 'number'
      ? (index.byNumber.get(Math.abs(value)) ?? [])
      : listStating(index.folded, value);
  const location = locateLines(content, lines);
  index.located.set(key, location);
  return location;
}

function locateLines(
  content: SelectedContent,
  lines: readonly number[],
): ValueLocation | undefined {
  const [line] = lines;
  if (line === undefined) return undefined;
  const nodes = new Set<AnyNode>();
  let rank = 2;
  for (const at of lines) {
    if (nodes.size >= maxNodes) break;
    const { sources = [], kind } = content.lines[at] ?? {};
    const node = sources[0]?.node;
    if (node === undefined) continue;
    nodes.add(node);
    rank = Math.min(rank, kind === 'data' || kind === 'meta' ? 0 : isInMain(node) ? 1 : 2);
  }
  return { nodes, rank, line };
}

function listStating(folded: readonly string[], value: string): readonly number[] {
  const states = statesText(value);
  return [...folded.keys()].filter((at) => states(folded[at] ?? ''));
}

/** Returns a value as text for comparison: lower case, white space collapsed. */
export function foldValue(value: unknown): string {
  return typeof value === 'string'
    ? value.toLowerCase().replace(/\s+/g, ' ').trim()
    : (JSON.stringify(value) ?? '');
}

function indexContent(content: SelectedContent): IndexedLines {
  const known = indexOf.get(content);
  if (known !== undefined) return known;
  const folded = content.lines.map(({ text }) => foldValue(text));
  const byNumber = new Map<number, number[]>();
  for (const [at, line] of folded.entries()) {
    for (const [token] of line.matchAll(numberToken)) {
      for (const number of readNumbers(token)) {
        const lines = byNumber.get(number) ?? [];
        if (lines.at(-1) !== at) lines.push(at);
        byNumber.set(number, lines);
      }
    }
  }
  const index = { folded, byNumber, located: new Map<string, ValueLocation | undefined>() };
  indexOf.set(content, index);
  return index;
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

/** Returns the numbers that a token may mean: `1.234` has two readings, by the page's number format. */
function readNumbers(token: string): readonly number[] {
  const digits = token.replace(/[^\d]/g, '');
  const last = Math.max(token.lastIndexOf('.'), token.lastIndexOf(','));
  const whole = token.slice(0, Math.max(last, 0)).replaceAll(/[.,'\s]/gu, '');
  const decimal = last < 0 ? token : `${whole}.${token.slice(last + 1)}`;
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
