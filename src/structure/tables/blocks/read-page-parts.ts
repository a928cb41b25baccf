import { splitWords } from '../../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';
import { isMonthName } from '../../values/parse-date.ts';
import { isDate } from '../columns/column-shape.ts';
import { isAtom } from './find-repeats.ts';
import { findProses } from './list-paragraphs.ts';
import { countRuns, listRuns, type TextRun } from './list-runs.ts';
import { type ElementStep, listSteps } from './list-steps.ts';

/** What is read once for all regions of a page. */
export interface PageParts {
  readonly page: PageIndex;
  readonly runs: readonly TextRun[];
  readonly steps: readonly ElementStep[];
  /** Paths of elements with text of their own of which some hold further runs: each of them is read as a whole too. */
  readonly wholes: ReadonlySet<number>;
  /** Paths of paragraphs of which some elements have more than others: together these are one text. */
  readonly proses: ReadonlySet<number>;
  /** Rows of tables with headings of columns, and where their table stands. */
  readonly innerRows: ReadonlyMap<number, number>;
}

/** Longer texts are no dates, white space between their tags included. */
const maxDateLength = 80;
/** Cells of a row of a table; in rows of two the first names the second. */
const minInnerCells = 3;
/** Reads what all regions of a page are made of. */
export function readPageParts(page: PageIndex): PageParts {
  const runs = listRuns(page);
  const steps = listSteps(page);
  const own = new Set<number>();
  const mixed = new Set<number>();
  for (const element of page.elements) {
    const step = steps[element.position];
    if (step === undefined || step.isTransparent) continue;
    if (isAtom(element)) own.add(step.path);
    if (element.end > element.position + 1 && !mixed.has(step.path)) {
      if (countRuns(runs, element.textStart, element.textEnd) > 1) mixed.add(step.path);
    }
    if (mixed.has(step.path) && !own.has(step.path) && isDateLine(page, element))
      own.add(step.path);
  }
  const wholes = new Set([...own].filter((path) => mixed.has(path)));
  return {
    page,
    runs,
    steps,
    wholes,
    proses: findProses(page, steps),
    innerRows: findInnerRows(page),
  };
}

function findInnerRows(page: PageIndex): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  const headed = new Set<number>();
  for (const element of page.elements) {
    if (element.node.name !== 'tr') continue;
    const cells = page.childrenOf(element);
    if (cells.length < minInnerCells) continue;
    let table: IndexedElement | undefined = element;
    while (table !== undefined && table.node.name !== 'table') table = page.elements[table.parent];
    if (table === undefined) continue;
    rows.set(element.position, table.position);
    if (cells.every(({ node }) => node.name === 'th')) headed.add(table.position);
  }
  return new Map([...rows].filter(([, table]) => headed.has(table)));
}

/** Whether the parts of an element are a date together: a day and a month in elements of their own. */
function isDateLine(page: PageIndex, element: IndexedElement): boolean {
  const length = element.textEnd - element.textStart;
  if (length > maxDateLength) return false;
  const line = page.lineOf(element);
  if (isDate(line)) return true;
  const words = splitWords(line);
  return words.some(isMonthName) && words.every((word) => isMonthName(word) || /^\d+$/.test(word));
}
