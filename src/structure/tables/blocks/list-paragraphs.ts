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

/** Siblings looked at for one text. */
const maxSiblings = 200;

/** Returns a paragraph and its siblings of the same kind before a position; none that are a link or have a label. */
export function listParagraphs(
  { page, steps, runs }: PageOfParagraphs,
  first: IndexedElement,
  end: number,
  labels: RunLabels,
): readonly IndexedElement[] {
  const found: IndexedElement[] = [];
  let at = first.position;
  for (let count = 0; at < end && count < maxSiblings; count += 1) {
    const sibling = page.elements[at];
    if (sibling?.parent !== first.parent) break;
    at = sibling.end;
    if (steps[sibling.position]?.path !== steps[first.position]?.path) continue;
    const [run] = sliceRuns(runs, sibling.textStart, sibling.textEnd);
    if (hasOwnText(sibling) && run !== undefined && !labels.isNamed(run)) found.push(sibling);
    else if (sibling === first) break;
  }
  return found;
}

/** Returns the paths of paragraphs of which some elements have more than others. */
export function findProses(page: PageIndex, steps: readonly ElementStep[]): ReadonlySet<number> {
  const counts = new Map<string, { readonly path: number; count: number }>();
  for (const { node, parent, position } of page.elements) {
    if (node.name !== 'p') continue;
    const path = steps[position]?.path ?? -1;
    const known = counts.get(`${parent}/${path}`);
    if (known === undefined) counts.set(`${parent}/${path}`, { path, count: 1 });
    else known.count += 1;
  }
  const usual = new Map<number, number>();
  const proses = new Set<number>();
  for (const { path, count } of counts.values()) {
    const known = usual.get(path);
    if (known === undefined) usual.set(path, count);
    else if (known !== count) proses.add(path);
  }
  return proses;
}
