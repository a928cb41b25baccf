import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import { type AnyNode, isTag } from 'domhandler';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { findConcept } from '../lexicon/find-concept.ts';
import type { AnswerLeaf } from './answer-leaves.ts';
import { findAnswered, yesOrNo } from './forms/word-form.ts';
import {
  type EvidenceLine,
  type LineHit,
  type LineIndex,
  findPart,
  listWords,
} from './index-lines.ts';

/** Says whether the page calls a value by its property's name at a place. */
export type Namer = (hit: LineHit, leaf: AnswerLeaf) => boolean;

interface Names {
  readonly words: readonly string[];
  readonly keys: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly tokens: readonly (readonly string[])[];
  readonly isCurrency: boolean;
  readonly isMoney: boolean;
}

/** Words of property names that say nothing of the value. */
const emptyWords: ReadonlySet<string> = toWordSet(
  'a an and of the is has in on by for to list item items value values text data info str string no id name names',
);
/** Characters of a label before a value, and behind it: "Serves 4", "4 servings". */
const labelReach = 48;
const unitReach = 24;
const longestLabel = 4;
const classReach = 3;

export function createNamer(index: LineIndex): Namer {
  const known = new Map<string, Names>();
  const above = new Map<EvidenceLine, readonly string[]>();
  /** Different texts of each attribute's name: the stars of a form have one each. */
  const texts = new Map<string, Set<string>>();
  // The text line above each text line, which may be its label, and the one above the list that it is an item of.
  let last: EvidenceLine | undefined;
  for (const line of index.lines) {
    if (line.kind !== 'text') break;
    const list = listAround(line);
    const isNext = last !== undefined && list !== undefined && list === listAround(last);
    const ofList = isNext && last !== undefined ? (above.get(last) ?? []).slice(-1) : [];
    above.set(line, [
      last !== undefined && last.text.length <= labelReach ? last.text : '',
      ...ofList,
    ]);
    last = line;
  }

  for (const { kind, name, text } of index.lines) {
    if (kind !== 'attribute' || name === '') continue;
    const known = getOrMake(texts, name, () => new Set());
    if (known.size < 2) known.add(text);
  }

  function isSaidOnce({ kind, name }: EvidenceLine): boolean {
    return kind !== 'attribute' || (texts.get(name)?.size ?? 0) < 2;
  }

  return (hit, leaf) => {
    // Of a duration its form says the unit: `durationMinutes` stands behind "Duration".
    const called = hit.rule === 'duration' ? leaf.name.replace(unitAtEnd, '') : leaf.name;
    const names = getOrMake(known, called, () => toNames(called));
    const { line } = hit;
    if (line.name !== '' && isKey(line.name, names) && isSaidOnce(line)) return true;
    if (names.isCurrency && isBesideDigit(hit)) return true;
    if (line.kind === 'text') {
      const { before, after } = textBeside(hit);
      if (isNamedBeside(before, after, names)) return true;
      if (typeof leaf.value === 'number') {
        if (isNamedInRange(before, after, names)) return true;
        if (names.isMoney && isBesideCurrency(before, after)) return true;
      }
      // Of a cell its own header is the label, and not all of the row above.
      const column = columnOf(hit);
      if (isLabel(column, names)) return true;
      const isBelow = before.trim() === '' && column.trim() === '';
      if (isBelow && above.get(line)?.some((label) => isLabel(label, names)) === true) return true;
    }
    return line.kind === 'text' && !isCommon(leaf) && isClassed(sourceNode(hit), names);
  };
}

/** The text before a value and behind it, as far as it may name the value. */
function textBeside({ line: { text }, start, end, rule }: LineHit): {
  readonly before: string;
  readonly after: string;
} {
  if (rule === yesOrNo) return findAnswered(text, start, end, labelReach);
  return {
    before: text.slice(Math.max(0, start - labelReach), start),
    after: text.slice(end, end + unitReach),
  };
}

const itemReach = 4;

/** The list that a line is an item of: of terms and what describes them, the latter alone. */
function listAround({ content: { element } }: EvidenceLine): AnyNode | undefined {
  let at: AnyNode | null = element ?? null;
  for (let depth = 0; at !== null && depth < itemReach; depth += 1) {
    if (isTag(at) && (at.name === 'li' || at.name === 'dd')) return at.parent ?? undefined;
    at = at.parent;
  }
  return undefined;
}

function toNames(name: string): Names {
  const concept = findConcept(name);
  const words = splitWords(name).map(toSingular);
  const telling = words.filter((word) => !emptyWords.has(word));
  return {
    words: telling.length > 0 ? telling : words,
    keys: new Set(
      [...(concept?.keys ?? []), ...(concept?.metas ?? [])].map((key) => key.toLowerCase()),
    ),
    labels: new Set((concept?.labels ?? []).map((label) => foldLabel(label))),
    tokens: (concept?.tokens ?? []).map((entry) => entry.split(' ')),
    isCurrency: concept?.kind === 'currency',
    isMoney: concept?.kind === 'money' || words.at(-1) === 'price',
  };
}

const unitAtEnd = /(?<=[a-z])_?(?:minutes?|mins|hours|hrs)$/i;

/** A currency needs no label where it stands beside an amount. */
function isBesideDigit({ line, start, end }: LineHit): boolean {
  return (
    /\d ?$/.test(line.text.slice(Math.max(0, start - 2), start)) ||
    /^ ?\d/.test(line.text.slice(end, end + 2))
  );
}

function isKey(name: string, names: Names): boolean {
  const plain = name.replaceAll(/\[\d+\]/g, '');
  if (names.keys.has(plain)) return true;
  const last = plain.slice(plain.lastIndexOf('.') + 1);
  return holdsAll(splitWords(last), names);
}

/** Whether all words of a property's name are among others. */
function holdsAll(words: readonly string[], names: Names): boolean {
  const own = new Set(words.map(toSingular));
  return names.words.length > 0 && names.words.every((word) => own.has(word));
}

function isLabel(text: string, names: Names): boolean {
  const label = foldLabel(text);
  return label !== '' && (names.labels.has(label) || holdsAll(splitWords(label), names));
}

/** Whether what follows a value names it: "4 servings", "12 reviews". */
function beginsWithUnit(after: string, names: Names): boolean {
  const [first, second = ''] = splitWords(after);
  if (first === undefined || /\d/.test(first)) return false;
  return names.labels.has(first) || holdsAll([first, second].slice(0, names.words.length), names);
}

const joinWord = '(?:-|~|…|to|bis|à|au|a|hasta|tot|till|til|do|до|〜|～|至)';
const sign = '(?:[\\p{Sc}%°′″]|[a-z]{1,3}\\b)?';
/** The first number of a range, and what joins the second to it: "3-5 days", "$20 to $31". */
const rangeStart = new RegExp(`(?<![\\d.,])[\\d.,]*\\d ?${sign} ?${joinWord} ?${sign} ?$`, 'u');
const rangeEnd = new RegExp(`^ ?${sign} ?${joinWord} ?${sign} ?[\\d.,]*\\d`, 'u');
const lowest: ReadonlySet<string> = toWordSet('min minimum low lower lowest from start');
const highest: ReadonlySet<string> = toWordSet('max maximum high upper highest up end');

/** Whether a range that the value is an end of is named: its label stands before both numbers, its unit behind both. */
function isNamedInRange(before: string, after: string, names: Names): boolean {
  const start = rangeStart.exec(before);
  const end = start === null ? rangeEnd.exec(after) : null;
  if (start === null && end === null) return false;
  const bounds = start === null ? lowest : highest;
  const words = names.words.filter((word) => !bounds.has(word));
  if (words.length === 0) return true;
  const whole = { ...names, words };
  return isNamedBeside(before.slice(0, start?.index), after.slice(end?.[0].length ?? 0), whole);
}

/** Whether a value is named by the label before it ("Our price: £"), by the unit behind it, or by both together: "delivery in 5 days". */
function isNamedBeside(before: string, after: string, names: Names): boolean {
  const words = splitWords(before);
  // The words since the last value: those of another value's label do not count.
  const last = words.findLastIndex((word) => /\d/.test(word));
  const since = words.slice(last + 1);
  if (since.some((_, at) => names.labels.has(since.slice(at).join(' ')))) return true;
  const [unit = ''] = splitWords(after);
  // "2 bedrooms and 3 bathrooms": the word behind another number is its unit where the value has one too.
  const free = last >= 0 && unit !== '' ? since.slice(1) : since;
  return holdsAll([...free.slice(-longestLabel), unit], names) || beginsWithUnit(after, names);
}

/** An amount needs no label where it stands beside the sign of a currency. */
function isBesideCurrency(before: string, after: string): boolean {
  return /\p{Sc} ?$/u.test(before) || /^ ?[\p{Sc}¢]/u.test(after);
}

/** The header of the column that a place in a table's row belongs to. */
function columnOf({ line, start }: LineHit): string {
  const { headers } = line.content;
  if (headers.length === 0 || line.content.kind !== 'row') return '';
  const column = line.text.slice(0, start).split(' | ').length - 1;
  return headers.map((header) => header.text.split(' | ')[column] ?? '').join(' ');
}

function sourceNode({ line, start }: LineHit): AnyNode | undefined {
  return findPart(line, start)?.source.node;
}

function isClassed(node: AnyNode | undefined, names: Names): boolean {
  let at: AnyNode | null = node ?? null;
  for (let depth = 0; at !== null && depth <= classReach; depth += 1) {
    if (isTag(at)) {
      const { class: classes = '', id = '', itemprop = '', property = '' } = at.attribs;
      const text = `${classes} ${id} ${itemprop} ${property}`.slice(0, 300);
      if (text.trim() !== '') {
        const words = splitWords(text).map(toSingular);
        if (holdsAll(words, names)) return true;
        if (names.tokens.some((entry) => entry.every((word) => words.includes(word)))) return true;
      }
    }
    at = at.parent;
  }
  return false;
}

/** Share of numbers as long as a value that may stand on the page before the value may be one of them by chance. */
const maxChance = 0.02;
/** Prices end in the same few digits (`.00`, `.99`): decimals tell as much as one digit. */
const tellingDecimals = 10;
/** Numbers that are years stand on most pages. */
const years = 100;
/** Letters and digits of a text that does not stand on a page by chance: of one word, of several, and of a code. */
const tellingWord = 12;
const tellingPhrase = 9;
const distinctiveCode = 6;
const vocabulary = /^https?:\/\/schema\.org\//i;
const yearAlone = /^(?:1[89]|20)\d\d$/;
const syllableLength = 3;
const syllabic = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** Whether a value stands on a page for a reason, wherever it stands; "5" and "Blue" need a label or their record near. */
export function isDistinctive(
  { value }: Pick<AnswerLeaf, 'value'>,
  countLike: (value: number) => number,
): boolean {
  if (typeof value === 'boolean') return false;
  const text = String(value).trim().replace(vocabulary, '');
  if (text.startsWith('/') || text.includes('://')) return true;
  const number = Number(text);
  if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) {
    if (text.length > 5 && text.startsWith('0')) return true;
    return countLike(number) / spaceOf(Math.abs(number)) < maxChance;
  }
  let length = 0;
  const words = listWords(text);
  for (const { word } of words)
    length += syllabic.test(word) ? word.length * syllableLength : word.length;
  // Years stand on most pages, and so do spans of years.
  const hasYear = words.some(({ word }) => yearAlone.test(word));
  if (/\d/.test(text) && length >= distinctiveCode) return !hasYear || words.length > 2;
  return length >= (words.length > 1 ? tellingPhrase : tellingWord);
}

/** A code: letters and digits run together. */
const code = /^(?=[\p{L}\d-]{6,40}$)(?=[\p{L}-]{0,40}\d)(?=[\d-]{0,40}\p{L})/u;
/** Letters and digits of a text that is a sentence or a full name: it says where it is from without anything beside it. */
const selfEvidentLength = 24;

/** Whether a value is long enough to be on a page for a reason although nothing of its record is near. */
export function isSelfEvident({ value }: Pick<AnswerLeaf, 'value'>): boolean {
  const text = String(value);
  if (text.includes('://') || text.length >= selfEvidentLength) return true;
  return code.test(text);
}

/** Whether a number is so short that one like it stands in any part of a page. */
export function isCommon({ value }: Pick<AnswerLeaf, 'value'>): boolean {
  return typeof value !== 'boolean' && /^-?(?:\d{1,2}|\d\.\d)$/.test(String(value).trim());
}

/** How many numbers there are of a number's length, as far as all of them are about as frequent. */
function spaceOf(value: number): number {
  const [whole = '', decimals = ''] = String(value).split('.');
  if (decimals === '' && value >= 1_900 && value < 2_100) return years;
  return 10 ** whole.length * (decimals === '' ? 1 : tellingDecimals);
}
