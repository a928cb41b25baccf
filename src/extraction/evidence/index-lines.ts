import { findFirstPlace, findLastUpTo } from '../../runtime/collections.ts';
import type { EvidenceKind } from '../../runtime/contracts/evidence.ts';
import type { ContentBlock, ContentExtra } from '../../page/content/content-block.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import { foldForSearch } from './fold-for-search.ts';
import { type SignsAround, hasSigns, hasSignsAround, listTellingSigns } from './telling-signs.ts';
import { chainHashes } from '../../runtime/unicode/chain-hashes.ts';

export interface EvidenceLine {
  readonly kind: EvidenceKind;
  readonly shown: string;
  readonly text: string;
  /** Name of the property or attribute, lower case; empty for page text. */
  readonly name: string;
  readonly isAddress: boolean;
  readonly block: number;
  readonly content: ContentBlock;
  /** The sources of the characters from `start` on, in ascending order. */
  readonly parts: readonly { readonly start: number; readonly source: ContentSource }[];
}

export interface LineHit {
  readonly line: EvidenceLine;
  readonly start: number;
  /** After the last character; beyond the line where a long text goes on in the lines below. */
  readonly end: number;
  readonly last: EvidenceLine;
  /** After the last character within the last line, where that is another one. */
  readonly endInLast?: number;
  /** Names the form in which the value stands there; `undefined` where it is a copy of the value, or nearly. */
  readonly rule: string | undefined;
  /** Whether the text there says what property the value is of ("three bedrooms"), or is the value only where it is named. */
  readonly naming?: 'own' | 'needed' | undefined;
}

/** The part of a line that holds the character at an offset. By halving: a paragraph of links has thousands of parts. */
export function findPart(
  { parts }: Pick<EvidenceLine, 'parts'>,
  offset: number,
): EvidenceLine['parts'][number] | undefined {
  return parts[findFirstPlace(parts.length, (at) => (parts[at]?.start ?? 0) > offset) - 1];
}

/** All lines of a page as one searchable text. */
export interface LineIndex {
  readonly lines: readonly EvidenceLine[];
  readonly all: string;
  /** At most `limit` places of a folded text as whole words; `undefined` once a page's share of work is done. */
  find(needle: string, limit: number): readonly LineHit[] | undefined;
  hitAt(start: number, end: number, rule: string | undefined): LineHit | undefined;
}

/** Work on one page, where a place looked at counts 32 and each word compared there as well: about half a second. */
const maxWork = 250_000_000;
const workPerWord = 32;
/** Of a character of the page, for a value without a word (`***`): the whole page is searched for it. */
const workPerSearched = 0.25;
/** Words from which a text may go on in the next line: fewer that do are there by chance. */
const fewestFlowing = 3;
const maxGap = 6;

/** Indexes the texts and attributes of all blocks, with their sources. */
export function indexLines(blocks: readonly ContentBlock[]): LineIndex {
  const shown: EvidenceLine[] = [];
  const others: EvidenceLine[] = [];
  blocks.forEach((block, index) => {
    const kind = kindOf(block);
    // Without the attributes between, a long text goes on in the next line.
    if (block.kind !== 'entity')
      (kind === 'text' ? shown : others).push(toLine(block, index, kind));
    for (const extra of block.extras) others.push(toExtraLine(block, index, extra));
  });
  const lines = [...shown, ...others];
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  const all = lines.map(({ text }) => text).join('\n');
  const words = indexWords(all);
  const known = new Map<string, readonly LineHit[]>();
  let work = 0;

  function hitAt(start: number, end: number, rule: string | undefined): LineHit | undefined {
    const at = findLastUpTo(starts, start);
    const line = lines[at];
    const lastAt = findLastUpTo(starts, end - 1);
    const last = lines[lastAt];
    const from = starts[at] ?? 0;
    if (line === undefined || last === undefined) return undefined;
    const hit = { line, start: start - from, end: end - from, last, rule };
    return last === line ? hit : { ...hit, endInLast: end - (starts[lastAt] ?? 0) };
  }

  function findMarks(folded: string, limit: number): readonly LineHit[] | undefined {
    work += all.length * workPerSearched;
    if (work > maxWork) return undefined;
    const hits: LineHit[] = [];
    for (let at = all.indexOf(folded); at >= 0; at = all.indexOf(folded, at + folded.length)) {
      const hit = hitAt(at, at + folded.length, undefined);
      if (hit !== undefined) hits.push(hit);
      if (hits.length >= limit) break;
    }
    return hits;
  }

  function findWords(folded: string, limit: number): readonly LineHit[] | undefined {
    const wanted = listWords(folded);
    if (wanted.length === 0) return findMarks(folded, limit);
    let rarest = 0;
    wanted.forEach(({ word }, at) => {
      if (words.count(word) < words.count(wanted[rarest]?.word ?? '')) rarest = at;
    });
    const gaps = wanted.map(({ word, at }, index) =>
      folded.slice(at + word.length, wanted[index + 1]?.at ?? folded.length),
    );
    const flows = wanted.length >= fewestFlowing;
    const before = folded.slice(0, wanted[0]?.at ?? 0);
    const behind = gaps.at(-1) ?? '';
    const firstWord = wanted[0]?.word ?? '';
    const lastWord = wanted.at(-1)?.word ?? '';
    const signs = {
      before: listTellingSigns(before, '', firstWord),
      after: listTellingSigns(behind, lastWord, ''),
    };
    const hits: LineHit[] = [];
    let end = 0;
    for (const place of words.places(wanted[rarest]?.word ?? '')) {
      const first = place - rarest;
      work += workPerWord;
      if (work > maxWork) return undefined;
      const start = words.start(first);
      if (first < 0 || start < end || !matches(first)) continue;
      const last = words.end(first + wanted.length - 1);
      if (!isWhole(all, start, last)) continue;
      if (before.endsWith('-') && all[start - 1] !== '-') continue;
      if (!hasSignsAround(signsAround(all, start, last), signs)) continue;
      const hit = hitAt(
        start - countSame(all.slice(Math.max(0, start - before.length), start), before, -1),
        last + countSame(all.slice(last, last + behind.length), behind, 1),
        undefined,
      );
      if (hit !== undefined) hits.push(hit);
      if (hits.length >= limit) break;
      end = last;
    }
    return hits;

    function matches(first: number): boolean {
      for (let at = 0; at < wanted.length; at += 1) {
        work += workPerWord;
        const word = wanted[at]?.word ?? '';
        const start = words.start(first + at);
        const wordEnd = words.end(first + at);
        if (start < 0 || wordEnd - start !== word.length || !all.startsWith(word, start))
          return false;
        if (at === wanted.length - 1) return true;
        const next = words.start(first + at + 1);
        if (next - wordEnd > maxGap) return false;
        const between = next < 0 ? '\n' : all.slice(wordEnd, next);
        if (!isGap(between, gaps[at] ?? '', word, wanted[at + 1]?.word ?? '', flows)) return false;
      }
      return true;
    }
  }

  return {
    lines,
    all,
    hitAt,
    find(needle, limit) {
      if (needle === '' || needle.length > all.length) return [];
      const found = known.get(needle);
      if (found !== undefined) return found;
      const hits = findWords(needle, limit);
      if (hits !== undefined) known.set(needle, hits);
      return hits;
    },
  };
}

/** How many marks beside a text are those of the value, from the text on: `1` behind it, `-1` before it. */
function countSame(found: string, wanted: string, step: 1 | -1): number {
  const first = step > 0 ? 0 : -1;
  const most = Math.min(found.length, wanted.length);
  let count = 0;
  while (count < most && found.at(first + step * count) === wanted.at(first + step * count))
    count += 1;
  return count;
}

/** Characters around a text that may be signs of it. */
const signReach = 6;
const signsAtEnd = /[^\p{L}\p{N}\n]*$/u;
const signsAtStart = /^[^\p{L}\p{N}\n]*/u;

function signsAround(all: string, start: number, end: number): SignsAround {
  const before = all.slice(Math.max(0, start - signReach), start);
  const gap = signsAtEnd.exec(before)?.[0] ?? '';
  const left = before.slice(0, before.length - gap.length);
  const after = signsAtStart.exec(all.slice(end, end + signReach))?.[0] ?? '';
  return {
    before: listTellingSigns(gap, left.trim(), all.slice(start, start + 1)),
    after: listTellingSigns(after, all.slice(end - 1, end), ''),
  };
}

/** Whether what stands between two words in the page is what stands between them in the value. */
function isGap(
  found: string,
  wanted: string,
  left: string,
  right: string,
  flows: boolean,
): boolean {
  if (found === wanted) return true;
  if (found.includes('\n') && !flows) return false;
  if (!hasSigns(listTellingSigns(found, left, right), listTellingSigns(wanted, left, right)))
    return false;
  if (isDigit(left) && isDigit(right))
    return found.trim() === '' && wanted.trim() === '' && found !== '' && wanted !== '';
  // "45min" and "45 min" are one; words that touch in one of the two are not.
  if (found === '' || wanted === '') {
    return isDigit(left) !== isDigit(right) ? (found + wanted).trim() === '' : isUnspaced(left);
  }
  return true;
}

function isUnspaced(character: string): boolean {
  return character.length === 1 && !/^[\p{Ll}\p{Lu}\p{N}]/u.test(character);
}

function toLine(block: ContentBlock, index: number, kind: EvidenceKind): EvidenceLine {
  return {
    kind,
    shown: block.text,
    text: foldForSearch(block.text),
    name: block.name.toLowerCase(),
    isAddress: false,
    block: index,
    content: block,
    parts: block.parts,
  };
}

function toExtraLine(
  block: ContentBlock,
  index: number,
  { kind, name, text, source }: ContentExtra,
): EvidenceLine {
  return {
    kind: 'attribute',
    shown: text,
    text: foldForSearch(text),
    name: name.toLowerCase(),
    isAddress: kind === 'link' || kind === 'image',
    block: index,
    content: block,
    parts: [{ start: 0, source }],
  };
}

function kindOf({ kind }: ContentBlock): EvidenceKind {
  if (kind === 'data' || kind === 'entity') return 'structured-data';
  return kind === 'meta' ? 'meta' : 'text';
}

/** Whether the found text is not the middle of a longer number: "12" does not stand in "1.12". */
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
  if (near === undefined || inside === undefined || !isDigit(inside)) return false;
  return /[.,]/.test(near) && isDigit(outside.at(-2) ?? '');
}

function reversed(text: string): string {
  return text.length < 2 ? text : `${text[1]}${text[0]}`;
}

function isDigit(text: string): boolean {
  return /^\p{N}/u.test(text);
}

/** Where the words and numbers of a text stand, by a hash of their characters: 20 bytes a word, whatever the text. */
interface WordIndex {
  /** At least as many as the word has places; 0 for a word that the text lacks. */
  readonly count: (word: string) => number;
  /** The numbers of the words that may be this one, in order: others of the same hash are among them. */
  readonly places: (word: string) => Iterable<number>;
  readonly start: (word: number) => number;
  readonly end: (word: number) => number;
}

/** A run of letters, one of digits, or one character of a script without spaces, where a value may begin and end anywhere. */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]|[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]+|\p{N}+/gv;

export function listWords(text: string): readonly { readonly word: string; readonly at: number }[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({ word: found, at: index }));
}

function indexWords(text: string): WordIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  const hashes: number[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    starts.push(index);
    ends.push(index + found.length);
    hashes.push(hashOf(found));
  }
  const chains = chainHashes(hashes);
  return {
    count: (wanted) => chains.count(hashOf(wanted)),
    *places(wanted) {
      for (let at = chains.first(hashOf(wanted)); at >= 0; at = chains.next(at)) yield at;
    },
    start: (at) => starts[at] ?? -1,
    end: (at) => ends[at] ?? -1,
  };
}

/** FNV-1a over the characters of a word; the first 64 tell long ones apart well enough. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length && at < 64; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
