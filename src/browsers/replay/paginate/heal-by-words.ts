import type { ElementFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import { paginationLabels } from '../../../page/links/pagination-labels.ts';
import { takeTarget } from '../locate/heal-target.ts';
import type { ClickPagination } from './create-click-paginator.ts';
import { findWays } from './find-ways.ts';
import type { PaginationInput } from './page-view.ts';

/**
 * Takes the control that the page itself names as the way on for a recorded one that was named so too, where neither its
 * selectors nor its likeness led to it: its words, its place beside the list and its being the only one of its kind are
 * enough, and a wrong page ends the pagination. Returns whether there was one.
 */
export async function healByWords(
  { run, place, steps }: PaginationInput,
  { kind, element: target }: ClickPagination,
): Promise<boolean> {
  const known = run.request.fingerprints?.targets[target.path];
  const wanted = kind === 'next' ? 'next' : 'more';
  if (known === undefined || !isNamed(known.element, wanted)) return false;
  for (const step of steps) {
    const { ways } = await findWays(run, place, step);
    const way = ways.find((way) => way.kind === wanted && way.isSafe);
    if (way === undefined) continue;
    return takeTarget({ run, place, target, purpose: 'action', mark: way.mark });
  }
  return false;
}

function isNamed({ name, text, attributes }: ElementFingerprint, kind: 'next' | 'more'): boolean {
  const words = new RegExp(paginationLabels[kind], 'u');
  const labels = [name, text, attributes['aria-label'] ?? '', attributes['title'] ?? ''];
  return labels.some((label) => words.test(label.trim().toLowerCase()));
}
