import { type AnyNode, isTag } from 'domhandler';
import { isLesserSense } from '../values/money/price-words.ts';
import { isUser } from './column-links.ts';
import type { Cell, ColumnWords } from './column.ts';
import { maxWrappers } from './describe-leaf.ts';
import { isAmount } from './text-kinds.ts';

/** A column whose cells are still collected. */
export interface Draft {
  readonly key: string;
  readonly header: string;
  /** How the elements of its values are called. */
  readonly called: Set<ColumnWords>;
  readonly cells: (Cell | undefined)[];
  readonly within: readonly string[];
  filled: number;
  readonly isInner: boolean;
  readonly isList: boolean;
  begins: string | undefined;
}

/** Joins the columns of one place that differ in the class, the tag or the wrapper of some records. */
export function joinPlaces(drafts: Map<string, Draft>): void {
  joinAlternatives(drafts);
  joinVariants(drafts, (key) => key.replaceAll(classesOfKey, ''));
  joinVariants(drafts, findLastStep);
}

/** Joins values that are known by themselves, wherever they stand: prices, and the authors of posts. */
export function joinValues(drafts: Map<string, Draft>, size: number): void {
  lineUp(drafts, size, '#price', isPrice, isInName);
  lineUp(drafts, size, authorMark, isMarkedAuthor);
  fillPrices(drafts, size);
  joinUsers(drafts, size);
}

/** Joins columns with which the same element begins in different records: an author is a link, and plain text in a guest's. */
function joinAlternatives(drafts: Map<string, Draft>): void {
  const byPlace = Map.groupBy(drafts, ([, { begins }]) => begins);
  for (const [begins, alike] of byPlace) {
    if (begins === undefined) continue;
    const [, main] = alike.reduce((best, next) => (next[1].filled > best[1].filled ? next : best));
    for (const [key, draft] of alike) {
      if (draft === main || !areApart(draft, main)) continue;
      addCells(main, draft);
      drafts.delete(key);
    }
  }
}

/** Whether no record has both of two columns. */
function areApart(one: Pick<Draft, 'cells'>, other: Pick<Draft, 'cells'>): boolean {
  return one.cells.every((cell, row) => cell === undefined || other.cells[row] === undefined);
}

/** Adds the values of a column to those of another one, which no record has beside them. */
function addCells(main: Draft, { cells, filled }: Draft): void {
  cells.forEach((cell, row) => {
    main.cells[row] ??= cell;
  });
  main.filled += filled;
}

const classesOfKey = /\.[^/#]+/g;
const stepWithClass = /^[^/]+\.[^/#]+(?:\/text)?#\d+$/;

/** The last element of a key, with what is read of it, where it has a class. */
function findLastStep(key: string): string | undefined {
  const slash = key.lastIndexOf('/');
  const isText = key.startsWith('/text#', slash);
  const step = key.slice((isText ? key.lastIndexOf('/', slash - 1) : slash) + 1);
  return stepWithClass.test(step) ? step : undefined;
}

/**
 * Joins columns of the same place that no record has both of, where what the one is called the other is, too: the title with a mark in
 * some records, or a further wrapper.
 */
function joinVariants(
  drafts: Map<string, Draft>,
  placeOf: (key: string) => string | undefined,
): void {
  const byPlace = Map.groupBy(drafts.values(), ({ key }) => placeOf(key));
  for (const [place, alike] of byPlace) {
    if (place === undefined || alike.length < 2) continue;
    const kept: Draft[] = [];
    for (const draft of alike.toSorted((a, b) => b.filled - a.filled)) {
      const main = kept.find((other) => areVariants(other, draft));
      if (main === undefined) {
        kept.push(draft);
        continue;
      }
      addCells(main, draft);
      for (const words of draft.called) main.called.add(words);
      drafts.delete(draft.key);
    }
  }
}

/** Whether no record has both, and what the one is called has all words of the other, of which there are some: with its wrappers, where these differ. */
function areVariants(one: Draft, other: Draft): boolean {
  if (one.header !== other.header || !areApart(one, other)) return false;
  const [inOne, inOther] = [one, other].map(({ key }) =>
    key.slice(0, key.length - (findLastStep(key)?.length ?? 0)),
  );
  const called = inOne === inOther ? 'ownWords' : 'words';
  const [first, second] = [one, other]
    .map((draft) => new Set([...draft.called].flatMap((words) => [...words[called]])))
    .toSorted((a, b) => a.size - b.size);
  if (first === undefined || second === undefined || first.size === 0) return false;
  return [...first].every((word) => second.has(word) || numbered.test(word));
}

/** The number of a record among the words by which it is called. */
const numbered = /\d{3}/;

/** At the end of the key of the authors among texts that only their order tells apart. */
const authorMark = '#author';
const numberedText = /^(.*\/text)#\d+$/;

/**
 * Adds the prices, or the authors, among texts that only their order tells apart: a badge or a former price before it moves the price of
 * some records to the place where others have something else.
 */
function lineUp(
  drafts: Map<string, Draft>,
  size: number,
  mark: string,
  test: (cell: Cell) => boolean,
  isOther: (cell: Cell, place: Draft) => boolean = () => false,
): void {
  const byBase = Map.groupBy(drafts.values(), ({ key }) => numberedText.exec(key)?.[1]);
  for (const [base, alike] of byBase) {
    const [first] = alike;
    if (base === undefined || first === undefined) continue;
    const placeOf = Array.from({ length: size }, (_, row) =>
      alike.find((draft) => {
        const cell = draft.cells[row];
        return cell !== undefined && test(cell) && !isOther(cell, draft);
      }),
    );
    const places = new Set(placeOf.filter((place) => place !== undefined));
    const filled = placeOf.filter((place) => place !== undefined).length;
    const [place] = places;
    // The same place in all records, and nothing else there: that column is as good.
    if (place === undefined || (places.size === 1 && place.filled === filled)) continue;
    const called = new Set([...places].flatMap((each) => [...each.called]));
    const cells = placeOf.map((each, row) => {
      const cell = each?.cells[row];
      if (each === undefined || cell === undefined) return undefined;
      each.cells[row] = undefined;
      each.filled -= 1;
      return cell;
    });
    const key = `${base}${mark}`;
    drafts.set(key, { ...first, key, called, cells, filled, begins: undefined });
  }
}

/** Words beside an amount from which on it may be a part of a name: "Ferry, port sign $38B deal". */
const minNameWords = 3;

/** Whether a text with an amount is more than that, where most records have texts without one at this place. */
function isInName({ text, href }: Cell, { cells }: Draft): boolean {
  if (href === undefined || (text.match(/\p{L}{3,}/gu)?.length ?? 0) < minNameWords) return false;
  const filled = cells.filter((cell) => cell !== undefined);
  return filled.filter(isPrice).length * 2 < filled.length;
}

function isPrice({ text, findSense }: Cell): boolean {
  return isAmount(text) && !isLesserSense(findSense?.());
}

/** Share of the records that have their price at one place, for the only amount of others to be theirs. */
const minPriced = 0.5;

/** Gives the records without a price at the place of most prices the only amount that they have where others have none: that of an offer has elements of its own. */
function fillPrices(drafts: ReadonlyMap<string, Draft>, size: number): void {
  const counts = Array.from(drafts.values(), (draft) => ({
    draft,
    count: draft.cells.filter((cell) => cell !== undefined && isPrice(cell)).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  const { draft: main, count = 0 } = most ?? {};
  if (main === undefined || count < size * minPriced) return;
  const others = counts.filter(
    ({ draft: { cells } }) =>
      cells !== main.cells && cells.every((cell, row) => isOfSame(cell, main.cells[row])),
  );
  for (let row = 0; row < size; row += 1) {
    const own = main.cells[row];
    const [only, ...more] = others.flatMap(({ draft }) => {
      const cell = draft.cells[row];
      return cell !== undefined && isPrice(cell) ? cell : [];
    });
    if (only === undefined || more.some(({ text }) => text !== only.text)) continue;
    // A range says more than its lower end.
    if (own !== undefined && own.text.length >= only.text.length) continue;
    main.cells[row] = only;
    if (own === undefined) main.filled += 1;
  }
}

/** Whether a record has but one of two amounts, or the same twice, or a range and its lower end. */
function isOfSame(one: Cell | undefined, other: Cell | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [lower, range] = [one.text, other.text].toSorted((a, b) => a.length - b.length);
  if (lower === undefined || range?.startsWith(lower) !== true) return false;
  return /^(?:\s*[-\u2010-\u2015].*)?$/u.test(range.slice(lower.length));
}

/** Whether microdata says of a name that it is that of the author: who edited an answer stands beside them. */
function isMarkedAuthor({ source: { node }, href }: Cell): boolean {
  if (href === undefined) return false;
  let at: AnyNode | null = node;
  for (let count = 0; at !== null && count < maxWrappers; count += 1, at = at.parent)
    if (isTag(at) && at.attribs['itemprop'] === 'author') return true;
  return false;
}

/** Share of the records from which on authors are known by the links to their pages as users. */
const minUsers = 0.95;

/**
 * Adds the column of users where each record has one of them at the same place: pages mark some of the names, such as those of
 * the staff, or colour them by rank.
 */
function joinUsers(drafts: Map<string, Draft>, size: number): void {
  const users = [...drafts.values()]
    .filter(({ isList }) => !isList)
    .map((draft) => ({
      ...draft,
      cells: draft.cells.map((cell) => (cell !== undefined && isUser(cell) ? cell : undefined)),
    }))
    .map((draft) => ({ ...draft, filled: draft.cells.filter((cell) => cell !== undefined).length }))
    .filter(({ filled }) => filled > 0)
    .map((draft) => ({
      ...draft,
      place: draft.key.replaceAll(classesOfKey, '').replace(/\/text#\w+$/, ''),
    }));
  const isWhole = users.some(
    ({ key, filled }) => key.endsWith(authorMark) || filled >= size * minUsers,
  );
  if (isWhole) return;
  for (const [at, first] of users.entries()) {
    const joined = [first];
    for (const next of users.slice(at + 1)) {
      const isBeside = next.place.startsWith(first.place) || first.place.startsWith(next.place);
      const isApart = joined.every((other) => areApart(other, next));
      if (isBeside && isApart) joined.push(next);
    }
    const filled = joined.reduce((sum, part) => sum + part.filled, 0);
    if (joined.length === 1 || filled < size * minUsers) continue;
    const key = `${first.key}#users`;
    const called = new Set(joined.flatMap((part) => [...part.called]));
    const cells = first.cells.map((_, row) =>
      joined.map((part) => part.cells[row]).find((cell) => cell !== undefined),
    );
    drafts.set(key, { ...first, key, called, cells, filled, begins: undefined });
    return;
  }
}
