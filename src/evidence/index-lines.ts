import type { ContentSource } from '../contracts/page-reading.ts';
import type { EvidenceKind } from '../contracts/evidence.ts';
import type { ContentBlock, ContentExtra } from '../page/content/blocks/content-block.ts';

/** A line of the page in which values are looked up. */
export interface EvidenceLine {
  readonly kind: EvidenceKind;
  /** The text as in the page. */
  readonly shown: string;
  /** The text normalised for searching; of equal length, except for URLs, which are made absolute. */
  readonly text: string;
  /** Name of the property or attribute, lower case; empty for page text. */
  readonly name: string;
  /** Position of the line's block in the page. */
  readonly block: number;
  /** The node that the character at this offset of `text` comes from. */
  readonly sourceAt: (offset: number) => ContentSource | undefined;
}

/** All lines of a page as one searchable text. */
export interface LineIndex {
  /** Returns at most `limit` places of a normalised text, as whole words. */
  find(needle: string, limit: number): readonly LineHit[];
}

export interface LineHit {
  readonly line: EvidenceLine;
  /** Where in the line's text. */
  readonly offset: number;
}

/** Between two lines. No line contains it, so no match spans two lines. */
const separator = '\n';

/** Indexes the normalised texts and attributes of all blocks, with their sources. */
export function indexLines(blocks: readonly ContentBlock[], baseUrl: string): LineIndex {
  const lines = blocks.flatMap((block, index) => toLines(block, index, baseUrl));
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + separator.length;
  }
  const all = lines.map(({ text }) => text).join(separator);

  function hitAt(offset: number): LineHit | undefined {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const line = lines[low];
    return line === undefined ? undefined : { line, offset: offset - (starts[low] ?? 0) };
  }

  return {
    find(needle, limit) {
      const hits: LineHit[] = [];
      const folded = foldForSearch(needle);
      if (folded === '') return hits;
      for (
        let at = all.indexOf(folded);
        at !== -1 && hits.length < limit;
        at = all.indexOf(folded, at + folded.length)
      ) {
        if (!isWhole(all, at, at + folded.length)) continue;
        const hit = hitAt(at);
        if (hit !== undefined) hits.push(hit);
      }
      return hits;
    },
  };
}

function toLines(block: ContentBlock, index: number, baseUrl: string): readonly EvidenceLine[] {
  const own: EvidenceLine = {
    kind: kindOf(block),
    shown: block.text,
    text: foldForSearch(block.text),
    name: block.name.toLowerCase(),
    block: index,
    sourceAt: (offset) =>
      block.parts.findLast(({ start }) => start <= offset)?.source ?? block.parts[0]?.source,
  };
  const extras = block.extras.map(({ kind, name, text, source }): EvidenceLine => ({
    kind: 'attribute',
    shown: text,
    // Results hold absolute URLs, pages mostly relative ones.
    text: foldForSearch(isAddress(kind) ? (URL.parse(text, baseUrl)?.href ?? text) : text),
    name: name.toLowerCase(),
    block: index,
    sourceAt: () => source,
  }));
  return block.kind === 'entity' ? extras : [own, ...extras];
}

function isAddress(kind: ContentExtra['kind']): boolean {
  return kind === 'link' || kind === 'image';
}

function kindOf({ kind }: ContentBlock): EvidenceKind {
  if (kind === 'data' || kind === 'entity') return 'structured-data';
  return kind === 'meta' ? 'meta' : 'text';
}

/** Whether the found text is not the middle of a longer word or number: "12" does not stand in "120" or "1.12". */
function isWhole(text: string, start: number, end: number): boolean {
  return (
    // A negative index would count from the end of the page.
    !joins(text.slice(Math.max(0, start - 2), start), text[start]) &&
    !joins(reversed(text.slice(end, end + 2)), text[end - 1])
  );
}

/** `outside`: the two characters next to the found text, the nearer one last. */
function joins(outside: string, inside: string | undefined): boolean {
  const near = outside.at(-1);
  if (near === undefined || inside === undefined || !/[\p{L}\p{N}]/u.test(inside)) return false;
  if (/[\p{L}\p{N}]/u.test(near)) return isDigit(near) === isDigit(inside);
  return /[.,]/.test(near) && isDigit(inside) && isDigit(outside.at(-2) ?? '');
}

function reversed(text: string): string {
  return text.length < 2 ? text : `${text[1]}${text[0]}`;
}

function isDigit(character: string): boolean {
  return /\p{N}/u.test(character);
}

/**
 * Returns one form for texts that readers consider equal: unifies case, spaces, and typographic quotes and dashes.
 * The length is unchanged, so that offsets in the result are offsets in the text.
 */
export function foldForSearch(text: string): string {
  const folded = text
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\s]/g, ' ')
    .replaceAll(/[‘’‚′`]/g, "'")
    .replaceAll(/[“”„″«»]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-');
  const lower = folded.toLowerCase();
  return lower.length === folded.length ? lower : folded;
}
