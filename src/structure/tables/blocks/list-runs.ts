import { foldText } from '../../../page/text/node-text.ts';
import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';

/** A piece of text between two tags, or a line of preformatted text. */
export interface TextRun {
  /** Where it begins in the page's text. */
  readonly start: number;
  readonly end: number;
  /** White space folded. */
  readonly text: string;
  readonly parent: IndexedElement;
}

/** Longer runs are cut: they are prose. */
const maxRunLength = 20_000;

/** Returns all pieces of text of a page in their order. Linear and iterative. */
export function listRuns(page: PageIndex): readonly TextRun[] {
  const runs: TextRun[] = [];
  const open: IndexedElement[] = [];
  let preformatted = 0;
  let at = 0;
  const readTo = (end: number): void => {
    const parent = open.at(-1);
    let start = at;
    at = end;
    if (parent === undefined) return;
    while (start < end) {
      const line = preformatted > 0 ? page.text.indexOf('\n', start) : -1;
      const stop = line >= 0 && line < end ? line : end;
      const text = foldText(page.text.slice(start, Math.min(stop, start + maxRunLength)));
      if (text !== '') runs.push({ start, end: stop, text, parent });
      start = stop + 1;
    }
  };
  const leave = (): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    readTo(element.textEnd);
    if (element.node.name === 'pre') preformatted -= 1;
    open.pop();
  };
  for (const element of page.elements) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= element.position) leave();
    readTo(element.textStart);
    open.push(element);
    if (element.node.name === 'pre') preformatted += 1;
  }
  while (open.length > 0) leave();
  return runs;
}

/** Returns the runs that begin in a part of the page's text, by binary search. */
export function sliceRuns(
  runs: readonly TextRun[],
  start: number,
  end: number,
): readonly TextRun[] {
  const from = findRun(runs, start);
  return runs.slice(from, findRun(runs, end, from));
}

/** Returns how many runs begin in a part of the page's text. */
export function countRuns(runs: readonly TextRun[], start: number, end: number): number {
  const from = findRun(runs, start);
  return findRun(runs, end, from) - from;
}

/** Index of the first run that begins at or after an offset. */
function findRun(runs: readonly TextRun[], offset: number, from = 0): number {
  let low = from;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
