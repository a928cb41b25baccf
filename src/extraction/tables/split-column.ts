import { addAll, lazily } from '../../runtime/collections.ts';
import { isFormerSense, isPartialSense } from '../values/money/price-words.ts';
import { findSenseInLine, isBeforePresent } from '../values/money/find-sense-in-line.ts';
import { type ColumnShape, isCitation, shapeOf } from './column-shape.ts';
import type { Cell, Column } from './column.ts';
import {
  beginsWithMeasure,
  findDateText,
  isCode,
  isDate,
  isName,
  wholeAmount,
} from './text-kinds.ts';
import { maxPriceLength } from './cell-amounts.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { foldLabel } from '../lexicon/fold-label.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

/** Longer texts are prose, whose commas part no values. */
const maxSplitLength = 300;
const maxCellLength = 2_000;
/** Share of the filled cells that a separator, an affix or brackets must part. */
const minShare = 0.8;
const minBracketShare = 0.5;
const minCells = 3;
/** Longer texts before a value say more than its name. */
const maxLabelLength = 40;
const maxParts = 6;
const maxBrackets = 4;
const maxDepth = 3;
interface Separator {
  readonly pattern: RegExp;
  /** What every text with the separator has, and is found faster. */
  readonly mark: RegExp;
  /** Whether what stands before it names what stands behind it. */
  readonly isOfLabels?: boolean;
}

const separators: readonly Separator[] = [
  { pattern: /\s+[-–—|·•»/]{1,2}\s+|\n/gu, mark: /[-–—|·•»/\n]/ },
  { pattern: /\s*[|;]\s*/gu, mark: /[|;]/ },
  { pattern: /:\s+/gu, mark: /:/, isOfLabels: true },
  { pattern: /,\s+/gu, mark: /,/ },
];

export function stripMarks(text: string): string {
  const trimmed = text.trim();
  return wholeAmount.test(trimmed) ? trimmed : text.replace(marksAround, '');
}

/** A dash that touches a number at the start of a text is its sign, and no mark: "-3 points". */
const marksAround = /^(?:[\s—|:;,·•/]|[-–](?!\p{Nd}))+|[\s\-–—|:;,·•/([{]+$/gu;
/** What every text with brackets has, and is found faster. */
const openBracket = /[([{]/;
const lastBracket = /^(.*\S)\s*[([{]([^()[\]{}]{1,120})[)\]}]\s*[.,;]?$/u;
const firstBracket = /^([^([{]*[^([{\s])\s+[([{]/u;
/** Where the comma of a date stands, so that it parts nothing: `May 29, 2026`. Its digits alone are found much faster. */
const dateDigits = /\d,\s\d{4}/;
const dateComma = /(\p{L}{3,12}\.?\s\d{1,2}),(\s\d{4})/gu;
const codeAsLastWord = /^[#№]?[\p{L}\d][\p{L}\d./-]{0,30}\d[\p{L}\d./()-]{0,12}$/u;
const codeAtStart = /^([#№]?(?=[^\s]*\d)[\p{L}\d][\p{L}\d./-]{2,40}):?\s+(\S.*)$/u;

type Texts = readonly (string | undefined)[];

interface Split {
  readonly texts: Texts;
  /** What all texts have before a number or date, as the header of these. */
  readonly header?: string;
}

/** The columns that a column's texts hold, parted by brackets, separators and what all share; none where they are values. */
export function splitColumn(column: Column): readonly Column[] {
  const found: Column[] = [];
  const seen = new Map<string, number>();
  const pending: { column: Column; depth: number }[] = [{ column, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { column: whole, depth } = next;
    if (holdsValues(shapeOf(whole))) continue;
    const texts = whole.cells.map((cell) =>
      cell === undefined || cell.text === '' || cell.text.length > maxCellLength
        ? undefined
        : textOf(cell, whole),
    );
    for (const { texts: part, header = whole.header } of listSplits(texts)) {
      const key = part.join('\u0000');
      if (isSame(part, texts)) continue;
      const known = found[seen.get(key) ?? -1];
      if (known !== undefined) {
        // Cut in another way the same values have a label: "No." of "Filed 2 May 2026, No. 10-4092".
        if (known.header === column.header && header !== whole.header)
          found[seen.get(key) ?? 0] = { ...known, header };
        continue;
      }
      seen.set(key, found.length);
      const made = toPart(whole, part, header);
      found.push(made);
      if (depth + 1 < maxDepth) pending.push({ column: made, depth: depth + 1 });
    }
  }
  return found;
}

/** What every text that marks part has. */
const anyMark = /[-–—|·•»/;:,([{]/;

/** The parts of a column's texts by their marks, those of values too: "Norway – 5,550,203" is no number as a whole. */
export function splitMarked(whole: Column): readonly Column[] {
  const texts = whole.cells.map((cell) => cell?.text);
  if (!texts.every((text) => text !== undefined && anyMark.test(text))) return [];
  return listSplits(texts).map(({ texts: part }) => toPart(whole, part, whole.header));
}

function toPart(whole: Column, part: Texts, header: string): Column {
  const cells = whole.cells.map((cell, row) => withText(cell, part[row]));
  return { ...whole, header, cells, within: [whole, ...whole.within], cuts: whole.cuts + 1 };
}

/** More lines are prose. */
const maxLines = 4;

/** The text of a cell, with its line breaks where one of its lines is parted by marks: they part it as well. */
function textOf({ text, listLines }: Cell, { cuts }: Column): string {
  const lines = cuts === 0 && listLines !== undefined && lineParts.test(text) ? listLines() : [];
  return lines.length > 1 && lines.length <= maxLines ? lines.join('\n') : text;
}

const lineParts = /\s[|·•]\s/;

/** Whether a column holds numbers, dates, amounts or citations, which are values as they are. */
function holdsValues(shape: ColumnShape): boolean {
  if (shape.labelled >= minShare) return false;
  return (
    shape.codes >= minShare ||
    shape.dates >= minShare ||
    shape.amounts >= minShare ||
    shape.citations >= minShare
  );
}

/**
 * A part of a former amount, or of one without the tax, is one too, unless its words say otherwise: "was $20 – now $15". That the
 * whole is the price, or a saving, says nothing of its parts; their own words do, and a
 * present amount behind them.
 */
function findPartSense({ text: whole, findSense }: Cell, text: string): Cell['findSense'] {
  return () => {
    const sense = findSense?.();
    if (isPartialSense(sense)) return sense;
    const own = findSenseInLine(text);
    const at = whole.indexOf(text);
    const isFormer = at >= 0 && isBeforePresent(text, whole.slice(at + text.length));
    if (isFormer) return 'former';
    if (isFormerSense(own)) return own;
    return isFormerSense(sense) && own !== 'current' ? sense : undefined;
  };
}

/**
 * The text of a part for reading an amount: what of it stands in that of the whole, which has no former prices and no marks of
 * notes, and a mark before small cents.
 */
function findPartPrice(whole: string, price: string, text: string): string {
  if (price === whole || text.length > maxPriceLength || price.includes(text)) return text;
  const signs = Array.from(text.replaceAll(/\s/g, ''), (sign) =>
    sign.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`),
  );
  const marked = new RegExp(signs.join('[\\s.,]?')).exec(price)?.[0];
  return marked ?? (text === whole ? price : '');
}

function withText(cell: Cell | undefined, read: string | undefined): Cell | undefined {
  if (cell === undefined || read === undefined || read === '') return undefined;
  const text = read.replaceAll('\n', ' ');
  const { text: whole, findPrice: findWhole } = cell;
  const findPrice =
    findWhole !== undefined && hasDigit(text)
      ? lazily(() => findPartPrice(whole, findWhole(), text))
      : undefined;
  const part = { ...cell, text, findPrice, findSense: findPartSense(cell, text) };
  const { partLink } = cell;
  const isLinked = partLink === undefined || partLink.includes(text) || text.includes(partLink);
  return isLinked ? part : { ...part, href: undefined, partLink: undefined };
}

function isSame(a: Texts, b: Texts): boolean {
  return a.every((text, at) => text === b[at]);
}

function listSplits(broken: Texts): readonly Split[] {
  const texts = broken.map((text) => text?.replaceAll('\n', ' '));
  const filled = texts.filter((text) => text !== undefined);
  if (filled.length < 2) return [];
  if (filled.reduce((sum, { length }) => sum + length, 0) > filled.length * maxSplitLength)
    return [];
  const splits: Split[] = [];
  const freed = freeAffixes(texts, filled);
  if (freed !== undefined) splits.push(freed);
  addAll(splits, splitBrackets(texts, filled.length).map(toSplit));
  const masked = broken.map((text) =>
    text !== undefined && dateDigits.test(text) ? text.replace(dateComma, '$1\u0001$2') : text,
  );
  for (const separator of separators) {
    const parts = splitAt(masked, filled.length, separator);
    if (parts.length === 0) continue;
    addAll(splits, separator.isOfLabels === true ? takeLabels(parts) : parts.map(toSplit));
    break;
  }
  addAll(splits, splitTyped(texts, filled.length).map(toSplit));
  return splits;
}

function toSplit(texts: Texts): Split {
  return { texts };
}

/** Takes the words that all texts of a part end with for the header of the next part: "Ada Long Vote", "Affirmed" of "Author: Ada Long Vote: Affirmed". */
function takeLabels(parts: readonly Texts[]): readonly Split[] {
  let header: string | undefined;
  return parts.map((texts, at) => {
    const words = texts.map((text) => text?.split(' ') ?? []);
    const filled = words.filter(({ length }) => length > 0);
    const tail = at === parts.length - 1 ? 0 : countCommon(filled, true);
    const label = filled[0]?.slice(-tail).join(' ') ?? '';
    const isLabel = tail > 0 && label.length <= maxLabelLength && !hasDigit(label);
    const rests = isLabel
      ? words.map((own) => own.slice(0, -tail).join(' ').replace(marksAround, ''))
      : texts;
    const split = header === undefined ? { texts: rests } : { texts: rests, header };
    header = isLabel ? label : undefined;
    return split;
  });
}

/** The number of a thing and its name: the word before both is that of the number alone, as in "Lot 1: Oak chair". */
const numbered = /^\p{Nd}{1,4}(?::|\s[-–—|])\s.*\p{L}/u;

/** Without the words that all texts end with, and without those before a number or date that all begin with. */
function freeAffixes(texts: Texts, filled: readonly string[]): Split | undefined {
  if (filled.length < minCells) return undefined;
  const words = filled.map((text) => text.split(' '));
  const head = countCommon(words, false);
  const shared = countCommon(words, true);
  if (head + shared === 0) return undefined;
  // "2 May 2026", "7 May 2026": what dates share at their ends is a part of them, as the unit of "2 days ago" is.
  const areWhole =
    shared > 0 &&
    share(filled, filled.length, (text) => {
      const rest = text.split(' ').slice(head).join(' ');
      return isDate(rest) || beginsWithMeasure(rest);
    }) >= minShare;
  const isWhole = areWhole || !isBalanced(words[0]?.slice(-shared).join(' ') ?? '');
  const tail = isWhole ? 0 : shared;
  if (head + tail === 0) return undefined;
  const rests = texts.map((text) => {
    const own = text?.split(' ') ?? [];
    // A text of which nothing would be left stays: the shared words are its value.
    return text === undefined || own.length <= head + tail
      ? text
      : own.slice(head, own.length - tail).join(' ');
  });
  const label = words[0]?.slice(0, head).join(' ').replace(marksAround, '') ?? '';
  // Words before a number or a date are its label, whatever the language; before other words they may be a part of a name, but for "by".
  const isLabelled =
    (share(rests, filled.length, (text) => isValue(text.split(' ')[0] ?? '') || isValue(text)) >=
      minShare &&
      share(rests, filled.length, (text) => numbered.test(text)) < minShare) ||
    (findConceptByLabel(foldLabel(label))?.name === 'author' &&
      share(rests, filled.length, isName) >= minShare);
  if (head > 0 && !isLabelled) {
    return tail === 0
      ? undefined
      : {
          texts: texts.map((text) =>
            text?.split(' ').slice(0, -tail).join(' ').replace(marksAround, ''),
          ),
        };
  }
  const freed = rests.map((text) => text?.replace(marksAround, ''));
  const isLabel = label !== '' && label.length <= maxLabelLength;
  return isLabel ? { texts: freed, header: label } : { texts: freed };
}

/** Whether each bracket that a text closes is opened in it. */
function isBalanced(text: string): boolean {
  return text.replace(/[^([{]/g, '').length === text.replace(/[^)\]}]/g, '').length;
}

/** How many words most lists have in common from their start, or from their end on. */
function countCommon(words: readonly (readonly string[])[], fromEnd: boolean): number {
  const [model = []] = words;
  for (let common = 0; ; common += 1) {
    const first = model[fromEnd ? model.length - 1 - common : common];
    if (first === undefined) return common;
    let same = 0;
    for (const list of words)
      if (list[fromEnd ? list.length - 1 - common : common] === first) same += 1;
    if (same < words.length * minShare) return common;
  }
}

/** "Name (12-34) (May 2, 2024)": what stands before the brackets, and what in each, counted from the end. */
function splitBrackets(texts: Texts, filled: number): readonly Texts[] {
  const opening = texts.filter((text) => text !== undefined && openBracket.test(text)).length;
  if (opening < Math.max(2, filled * minBracketShare)) return [];
  const heads: (string | undefined)[] = [];
  const groups: (string | undefined)[][] = [];
  let bracketed = 0;
  texts.forEach((text, row) => {
    let head = text;
    for (let count = 0; count < maxBrackets && head !== undefined; count += 1) {
      const [, before, inside] = lastBracket.exec(head) ?? [];
      if (before === undefined || inside === undefined) break;
      if (count === 0) bracketed += 1;
      head = before;
      const group = (groups[count] ??= texts.map(() => undefined));
      group[row] = inside;
    }
    heads[row] = head;
  });
  if (bracketed >= filled * minBracketShare && bracketed >= 2) return [heads, ...groups];
  const before = texts.map((text) => firstBracket.exec(text ?? '')?.[1]);
  const opened = before.filter((text) => text !== undefined).length;
  return opened >= filled * minShare ? [before] : [];
}

/** The parts between a separator that parts most texts equally, else a value before or behind it, and the rest. */
function splitAt(
  texts: Texts,
  filled: number,
  { pattern: separator, mark }: Separator,
): readonly Texts[] {
  const marked = texts.filter((text) => text !== undefined && mark.test(text)).length;
  if (marked < filled * minShare || marked < 2) return [];
  const places = texts.map((text) => [...(text ?? '').matchAll(separator)]);
  const parted = places.filter(({ length }) => length > 0).length;
  if (parted < filled * minShare || parted < 2) return [];
  const counts = new Map<number, number>();
  for (const { length } of places) {
    if (length > 0) counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [usual, times] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best));
  if (times >= filled * minShare && usual < maxParts) {
    const lists = texts.map((text) => text?.split(separator).map((part) => unmask(part)));
    return Array.from({ length: usual + 1 }, (_, at) => lists.map((list) => list?.[at]));
  }
  const splits: Texts[] = [];
  for (const end of [0, -1]) {
    const cuts = texts.map((text, row) => places[row]?.at(end)?.index ?? text?.length ?? 0);
    const before = texts.map((text, row) => unmask(text?.slice(0, cuts[row])));
    const after = texts.map((text, row) => unmask(text?.slice(cuts[row])));
    const value = end === 0 ? before : after;
    if (share(value, filled, isValue) >= minShare) splits.push(before, after);
  }
  return splits;
}

function unmask(text: string | undefined): string | undefined {
  return text === undefined ? undefined : stripMarks(text.replaceAll('\u0001', ','));
}

function splitTyped(texts: Texts, filled: number): readonly Texts[] {
  const splits: Texts[] = [];
  const dated = cutMost(texts, filled, cutDate);
  if (dated !== undefined) {
    splits.push(
      dated.map((cut) => cut?.date),
      dated.map((cut, row) => cut?.rest ?? texts[row]),
    );
  }
  for (const cutCode of [cutFirstCode, cutLastCode, cutLastCitation]) {
    const cuts = cutMost(texts, filled, cutCode);
    if (cuts === undefined) continue;
    const clean = (text: string | undefined): string | undefined => text?.replace(marksAround, '');
    splits.push(
      cuts.map((cut, row) => clean(cut?.before ?? texts[row])),
      cuts.map((cut) => clean(cut?.after)),
    );
  }
  return splits;
}

/** What a cut makes of each text; `undefined` as soon as too few texts can be cut. */
function cutMost<Cut>(
  texts: Texts,
  filled: number,
  cut: (text: string) => Cut | undefined,
): readonly (Cut | undefined)[] | undefined {
  const cuts: (Cut | undefined)[] = [];
  let left = filled;
  for (const text of texts) {
    const made = text === undefined ? undefined : cut(text);
    if (text !== undefined && made === undefined) {
      left -= 1;
      if (left < filled * minShare) return undefined;
    }
    cuts.push(made);
  }
  return cuts;
}

interface TextCut {
  readonly before: string;
  readonly after: string;
}

function cutFirstCode(text: string): TextCut | undefined {
  const [, before, after] = codeAtStart.exec(text) ?? [];
  return before === undefined || after === undefined ? undefined : { before, after };
}

function cutLastCode(text: string): TextCut | undefined {
  const at = text.lastIndexOf(' ');
  const after = text.slice(at + 1);
  if (at <= 0 || !codeAsLastWord.test(after) || !isBalanced(after)) return undefined;
  // The year of a date is no number of its own.
  return findDateText(text)?.endsWith(` ${after}`) === true
    ? undefined
    : { before: text.slice(0, at), after };
}

/** Words of a citation: "154 Haw. App. 508". */
const maxCitationWords = 4;

/** A citation behind the name of what is cited: "Smith v. Jones 2021 ND 69". */
function cutLastCitation(text: string): TextCut | undefined {
  const words = text.split(' ');
  for (let count = maxCitationWords; count > 1; count -= 1) {
    const after = words.slice(-count).join(' ');
    if (words.length > count && isCitation(after))
      return { before: words.slice(0, -count).join(' '), after };
  }
  return undefined;
}

function cutDate(text: string): { readonly date: string; readonly rest: string } | undefined {
  const date = findDateText(text);
  if (date === undefined || date.length < 6 || /^\d+$/.test(date)) return undefined;
  const at = text.indexOf(date);
  const before = text.slice(0, at).replace(marksAround, '');
  const after = text.slice(at + date.length).replace(marksAround, '');
  // In the middle of a text a date is a part of what it says.
  if (before !== '' && after !== '') return undefined;
  return { date, rest: before + after };
}

function isValue(text: string): boolean {
  return isCode(text) || isDate(text);
}

function share(texts: Texts, filled: number, test: (text: string) => boolean): number {
  return texts.filter((text) => text !== undefined && test(text)).length / Math.max(1, filled);
}
