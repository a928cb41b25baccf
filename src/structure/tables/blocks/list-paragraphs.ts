import type { IndexedElement, PageIndex } from '../../analysis/index-page.ts';
import type { RunLabels } from './find-labels.ts';
import { hasOwnText } from './find-repeats.ts';
import { sliceRuns, type TextRun } from './list-runs.ts';
import type { ElementStep } from './list-steps.ts';

interface PageOfParagraphs {
  readonly page: PageIndex;
  readonly runs: readonly TextRun[];
  readonly steps: readonly ElementStep[];
}

/** Paragraphs of one element. */
const maxParagraphs = 200;

/** Returns the paragraphs of an element that are of one kind with the longest one; none that are a link or have a label. */
export function listParagraphs(
  { page, steps, runs }: PageOfParagraphs,
  element: IndexedElement,
  labels: RunLabels,
): readonly IndexedElement[] {
  const found: IndexedElement[] = [];
  for (const child of page.childrenOf(element)) {
    if (found.length >= maxParagraphs) break;
    if (child.node.name !== 'p' || !hasOwnText(child)) continue;
    const [run] = sliceRuns(runs, child.textStart, child.textEnd);
    if (run !== undefined && !labels.isNamed(run)) found.push(child);
  }
  const [longest] = found.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const kind = steps[longest?.position ?? -1]?.path;
  return found.filter(({ position }) => steps[position]?.path === kind);
}

function lengthOf({ textStart, textEnd }: IndexedElement): number {
  return textEnd - textStart;
}

/** Returns the paths of elements of which some have more paragraphs than others. */
export function findProses(page: PageIndex, steps: readonly ElementStep[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { node, parent } of page.elements) {
    if (node.name === 'p') counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const first = new Map<number, number>();
  const proses = new Set<number>();
  for (const [position, count] of counts) {
    const path = steps[position]?.path;
    if (path === undefined) continue;
    const known = first.get(path);
    if (known === undefined) first.set(path, count);
    else if (known !== count) proses.add(path);
  }
  return proses;
}
