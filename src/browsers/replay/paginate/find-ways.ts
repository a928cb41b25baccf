import type { ExtractStep } from '../../../contracts/recipe/recipe.ts';
import { paginationLabels } from '../../../page/links/pagination-labels.ts';
import type { ListWays, Way } from '../../in-page/ways/create-way-finder.ts';
import { askPlace } from '../frames/ask-place.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** The ways by which the list of a step goes on. */
export interface FoundWays extends ListWays {
  /** Where its elements are. */
  readonly place: Place;
}

/** Finds the ways by which the list of a step goes on; none for a step without items. */
export async function findWays(
  run: ReplayRun,
  place: Place,
  { items }: ExtractStep,
  asksWhole = false,
): Promise<FoundWays> {
  if (items === undefined) return { place, ways: [], itemCount: 0, isWhole: false };
  const question = { items: run.overrides.apply(items), labels: paginationLabels, asksWhole };
  return { place, ...(await askPlace(place, 'ways', question, run.signal)) };
}

/** Returns what a message calls a way. */
export function nameWay({ kind, label }: Way): string {
  const what = kind === 'more' ? 'a button for more' : 'a link to a next page';
  return `${what} ("${label}")`;
}

/**
 * Returns the parameters of a paginate step that takes a way; `undefined` for the number of one page, which leads on only
 * once.
 */
export async function proposeParameters(
  run: ReplayRun,
  { place }: FoundWays,
  { kind, mark }: Way,
): Promise<string | undefined> {
  if (kind === 'numbers') return undefined;
  const [source] = await askPlace(place, 'propose', { mark, purpose: 'action' }, run.signal);
  if (source === undefined) return undefined;
  return JSON.stringify(kind === 'next' ? { next: [source] } : { loadMore: [source] });
}
