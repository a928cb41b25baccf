import type { ContentSource } from '../page/page-reading.ts';
import type { EvidenceKind } from '../contracts/evidence.ts';
import type { ContentBlock, ContentExtra } from '../page/content/blocks/content-block.ts';
import { indexWords, listWords } from './word-index.ts';

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
  /**
   * Returns at most `limit` places of a normalised text, as whole words; `undefined` once all that was looked up took the
   * most work that is done for one page.
   */
  find(needle: string, limit: number): readonly LineHit[] | undefined;
}

export interface LineHit {
  readonly line: EvidenceLine;
  /** Where in the line's text. */
  readonly offset: number;
}

/**
 * Work on one page: a place that is looked at counts 32, and 1 for each 16 characters that are compared. About half a
 * second; a page's longest table takes less than a hundredth of it.
 */
const maxWork = 250_000_000;
const workPerPlace = 32;
const charactersPerWork = 16;
/** Of a character of the page, for a value without a word (`***`): the whole page is searched for it. */
const workPerSearched = 0.25;
/** Characters by which addresses may become longer in all when they are made absolute. */
const maxAddedLength = 8 * 1_024 * 1_024;

/** Between two lines. No line contains it, so no match spans two lines. */
const separator = '\n';

/** Indexes the normalised texts and attributes of all blocks, with their sources. */
export function indexLines(blocks: readonly ContentBlock[], baseUrl: string): LineIndex {
  const resolve = createResolver(baseUrl);
  const lines = blocks.flatMap((block, index) => toLines(block, index, resolve));
  const starts: number[] = [];
  let length = 0;
  let longest = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + separator.length;
    longest = Math.max(longest, text.length);
  }
  const all = lines.map(({ text }) => text).join(separator);
  const words = indexWords(all);
  const known = new Map<string, readonly LineHit[]>();
  let work = 0;

  function hitAt(offset: number): LineHit | undefined {
    const at = findLastUpTo(starts.length, (index) => starts[index] ?? 0, offset);
    const line = lines[at];
    return line === undefined ? undefined : { line, offset: offset - (starts[at] ?? 0) };
  }

  /** Where the text may stand: by the rarest of its words, or anywhere without one. */
  function* places(folded: string): Iterable<number> {
    const own = listWords(folded.slice(0, longest));
    const [first, ...others] = own;
    if (first === undefined) {
      work += all.length * workPerSearched;
      for (let at = all.indexOf(folded); at >= 0; at = all.indexOf(folded, at + folded.length)) {
        yield at;
      }
      return;
    }
    let rarest = first;
    for (const word of others) {
      if (words.count(word.word) < words.count(rarest.word)) rarest = word;
    }
    for (const place of words.places(rarest.word)) yield place - rarest.at;
  }

  return {
    find(needle, limit) {
      const folded = foldForSearch(needle);
      if (folded === '' || folded.length > longest) return [];
      const found = known.get(folded);
      if (found !== undefined) return found;
      const hits: LineHit[] = [];
      let end = 0;
      for (const at of places(folded)) {
        work += workPerPlace + folded.length / charactersPerWork;
        if (work > maxWork) return undefined;
        if (at < end || !all.startsWith(folded, at)) continue;
        if (!isWhole(all, at, at + folded.length)) continue;
        const hit = hitAt(at);
        if (hit !== undefined) hits.push(hit);
        if (hits.length >= limit) break;
        end = at + folded.length;
      }
      known.set(folded, hits);
      return hits;
    },
  };
}

/** The index of the last of ascending numbers that is not above the limit; 0 where all are. */
function findLastUpTo(count: number, numberAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numberAt(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Makes addresses absolute, as results hold them; pages have mostly relative ones. */
function createResolver(baseUrl: string): (address: string) => string {
  let added = 0;
  return (address) => {
    const href = added > maxAddedLength ? undefined : URL.parse(address, baseUrl)?.href;
    added += Math.max(0, (href ?? '').length - address.length);
    return href ?? address;
  };
}

function toLines(
  block: ContentBlock,
  index: number,
  resolve: (address: string) => string,
): readonly EvidenceLine[] {
  const { parts } = block;
  const own: EvidenceLine = {
    kind: kindOf(block),
    shown: block.text,
    text: foldForSearch(block.text),
    name: block.name.toLowerCase(),
    block: index,
    sourceAt: (offset) =>
      parts[findLastUpTo(parts.length, (at) => parts[at]?.start ?? 0, offset)]?.source,
  };
  const extras = block.extras.map(({ kind, name, text, source }): EvidenceLine => ({
    kind: 'attribute',
    shown: text,
    text: foldForSearch(isAddress(kind) ? resolve(text) : text),
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
