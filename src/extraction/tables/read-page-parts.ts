import { listSteps } from '../analysis/element-paths.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { findMonth } from '../values/dates/month-names.ts';
import { readPriceLine } from '../values/money/read-price-line.ts';
import { hasOwnText, isAtom } from './find-repeats.ts';
import { maxPriceLength } from './cell-amounts.ts';
import { type PageParts, Place, countRuns, findProses, listRuns } from './list-runs.ts';
import { isAmount, isDate } from './text-kinds.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

/** Longer texts are no dates, white space between their tags included. */
const maxDateLength = 80;
/** Cells of a row of a table; in rows of two the first names the second. */
const minInnerCells = 3;

export function readPageParts(page: PageIndex): PageParts {
  const runs = listRuns(page);
  const steps = listSteps(page);
  const own = new Set<number>();
  const mixed = new Set<number>();
  for (const element of page.elements) {
    const step = steps[element.position];
    if (step === undefined) continue;
    if (step.isTransparent) {
      // What only formats all of a text is no text of its own: its lines are those of the element around it.
      if (isBroken(page, element)) own.add(step.path);
      continue;
    }
    if (isAtom(element)) own.add(step.path);
    if (element.end > element.position + 1 && !mixed.has(step.path)) {
      if (countRuns(runs, element.textStart, element.textEnd) > 1) mixed.add(step.path);
    }
    if (!mixed.has(step.path) || own.has(step.path)) continue;
    if (isDateLine(page, element) || isPriceLine(page, element)) own.add(step.path);
  }
  const wholes = new Set([...own].filter((path) => mixed.has(path)));
  return {
    page,
    runs,
    steps,
    wholes,
    proses: findProses(page, steps),
    innerRows: findInnerRows(page),
    read: {
      runs: new Map(),
      blockRuns: new Map(),
      leafValues: new Map(),
      wholes: new Map(),
      described: new Map(),
      called: new Map(),
      names: new Map(),
      places: { root: new Place(''), labels: new Map() },
    },
  };
}

/** Whether an element holds all text of the one around it, in several lines. */
function isBroken(page: PageIndex, element: IndexedElement): boolean {
  const around = page.elements[element.parent];
  return (
    around !== undefined &&
    hasOwnText(element) &&
    page.elements[element.position + 1]?.parent === element.position &&
    page.childrenOf(element).some(({ node }) => node.name === 'br') &&
    page.text.slice(around.textStart, element.textStart).trim() === '' &&
    page.text.slice(element.textEnd, around.textEnd).trim() === ''
  );
}

function findInnerRows(page: PageIndex): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  const headed = new Set<number>();
  for (const element of page.elements) {
    if (element.node.name !== 'tr') continue;
    const cells = page.childrenOf(element);
    if (cells.length < minInnerCells) continue;
    const table = page.around(element).find(({ node }) => node.name === 'table');
    if (table === undefined) continue;
    rows.set(element.position, table.position);
    if (cells.every(({ node }) => node.name === 'th')) headed.add(table.position);
  }
  return new Map([...rows].filter(([, table]) => headed.has(table)));
}

/** Whether the parts of an element are an amount together: its currency, its whole part and its cents in elements of their own. */
function isPriceLine(page: PageIndex, element: IndexedElement): boolean {
  const { textStart, textEnd } = element;
  if (textEnd - textStart > maxPriceLength) return false;
  if (!hasDigit(page.text.slice(textStart, textEnd))) return false;
  const line = readPriceLine(page, element);
  return /[.,]/.test(line) && !/[.,]/.test(page.lineOf(element)) && isAmount(line);
}

/** Whether the parts of an element are a date together: a day and a month in elements of their own. */
function isDateLine(page: PageIndex, element: IndexedElement): boolean {
  const { textStart, textEnd } = element;
  if (textEnd - textStart > maxDateLength) return false;
  if (!hasDigit(page.text.slice(textStart, textEnd))) return false;
  const line = page.lineOf(element);
  if (isDate(line)) return true;
  const words = splitWords(line);
  return (
    words.some((word) => findMonth(word) !== undefined) &&
    words.every((word) => findMonth(word) !== undefined || /^\d+$/.test(word))
  );
}
