import { maxOf } from '../../../runtime/collections.ts';
import type { ExtractStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { paginationLabels } from '../../../page/links/pagination-labels.ts';
import type {
  PaginationCandidates,
  PaginationCandidate,
  ShownPages,
} from '../../in-page/pagination-candidates.ts';
import { type Place, askPlace } from '../tabs.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import { nameSelectors, nameStep } from '../fail-step.ts';
import type { PaginationInput, Paginator } from './paginator.ts';

/** The controls by which the list of a step may go on. */
export interface FoundCandidates extends Omit<PaginationCandidates, 'pages'> {
  /** Where its elements are. */
  readonly place: Place;
  /** How far the pager reaches; `undefined` for a step without items. */
  readonly pages?: ShownPages;
}

/** Finds the controls by which the list of a step goes on; none for a step without items. */
export async function findCandidates(
  run: ReplayRun,
  place: Place,
  { items }: ExtractStep,
  asksWhole = false,
): Promise<FoundCandidates> {
  if (items === undefined) return { place, candidates: [], itemCount: 0, isWhole: false };
  const question = {
    items: run.recipe.selectors.apply(items),
    labels: paginationLabels,
    asksWhole,
  };
  return { place, ...(await askPlace(place, 'pagination', question, run.session.signal)) };
}

/** Returns what a message calls a candidate. */
function nameCandidate({ kind, label }: PaginationCandidate): string {
  const what = kind === 'more' ? 'a button for more' : 'a link to a next page';
  return `${what} ("${label}")`;
}

/**
 * Returns the parameters of a paginate step that takes a candidate; `undefined` for the number of one page, which leads on only
 * once.
 */
async function proposeParameters(
  run: ReplayRun,
  { place }: FoundCandidates,
  { kind, mark }: PaginationCandidate,
): Promise<string | undefined> {
  if (kind === 'numbers') return undefined;
  const [source] = await askPlace(
    place,
    'propose',
    { mark, purpose: 'action' },
    run.session.signal,
  );
  if (source === undefined) return undefined;
  return JSON.stringify(kind === 'next' ? { next: [source] } : { loadMore: [source] });
}

/**
 * Warns where a list goes on although its pagination has ended, and of a control that no page of the run showed: one that
 * earlier runs found counts as drift. Returns whether it did.
 */
export async function warnUnfollowed(
  input: PaginationInput,
  paginator: Paginator,
): Promise<boolean> {
  const { run, step } = input;
  const { by } = step;
  const isUnseen = !paginator.wasSeen();
  const found = await findCandidatesOf(input, isUnseen);
  if (!isUnseen || !('element' in by)) {
    if (found.candidates.length === 0) return false;
    const candidates = await describeCandidates(input, found);
    run.report.warn(`${nameStep(step)} ended, but ${candidates}: there may be more items.`);
    return true;
  }
  const { element: target } = by;
  const isKnown = run.recipe.findKnown(target.path) !== undefined;
  if (found.candidates.length === 0 && isOnlyPage(input, found, isKnown)) return false;
  if (isKnown) {
    run.report.targets.note({ target, purpose: 'action', servedBy: 'nothing', lost: [] });
  }
  const missing = `${nameStep(step)} found nothing by ${nameSelectors(target)} on any page${isKnown ? ', as earlier runs did' : ''}: ${found.itemCount} items of page 1 only.`;
  const advice =
    found.candidates.length === 0
      ? 'Check its selectors; where the list has one page only, the step is not needed.'
      : `But ${await describeCandidates(input, found)}.`;
  run.report.warn(`${missing} ${advice}`);
  return true;
}

/** What a pagination has read. */
export interface ReadSoFar {
  /** The highest number of a page. */
  readonly page: number;
  /** The number of items. */
  readonly items: number;
}

/**
 * Warns where the pager of the page names more pages, or more items, than were read. Returns whether all was read; `undefined` where
 * the page does not say how much there is.
 */
export async function warnUnread(
  input: PaginationInput,
  { page: furthest, items: count }: ReadSoFar,
): Promise<boolean | undefined> {
  const { pages, itemCount } = await findCandidatesOf(input, false);
  if (pages === undefined || itemCount === 0) return undefined;
  const { current } = pages;
  const unread = describeUnread(pages, { page: Math.max(furthest, current ?? 0), items: count });
  if (unread === undefined) {
    return pages.last === undefined && pages.allItems === undefined ? undefined : true;
  }
  // A page from which the list led back to its beginning counts from there.
  if (unread.isOfItems && current !== undefined && current < furthest) return undefined;
  input.run.report.warn(
    `${nameStep(input.step)} ended at ${unread.what}: there may be more items.`,
  );
  return false;
}

function describeUnread(
  { last, shownItems = 0, allItems = 0 }: ShownPages,
  { page, items }: ReadSoFar,
): { readonly what: string; readonly isOfItems: boolean } | undefined {
  if (last !== undefined && last > page) {
    const what = `page ${page}, but the page shows that there are ${last}`;
    return { what, isOfItems: false };
  }
  const item = Math.max(shownItems, items);
  if (item >= allItems) return undefined;
  return { what: `item ${item} of ${allItems}, as the page says`, isOfItems: true };
}

/** Finds the candidates of the first list that has any. */
async function findCandidatesOf(
  { run, place, steps }: PaginationInput,
  asksWhole: boolean,
): Promise<FoundCandidates> {
  let found: FoundCandidates = { place, candidates: [], itemCount: 0, isWhole: false };
  for (const step of steps) {
    const other = await findCandidates(
      run,
      await run.session.tabs.requirePlace(step, 1),
      step,
      asksWhole,
    );
    if (found.itemCount === 0 || other.candidates.length > 0) found = other;
    if (found.candidates.length > 0) break;
  }
  return found;
}

/** Whether the page itself says so, or shows less than a full page of earlier runs, which had the control. */
function isOnlyPage(
  { run, steps }: PaginationInput,
  { isWhole, itemCount }: FoundCandidates,
  isKnown: boolean,
): boolean {
  if (isWhole) return true;
  const known = steps.flatMap(({ items }) => run.recipe.findKnown(items?.path ?? '')?.count ?? []);
  return isKnown && itemCount < maxOf(known, 0);
}

async function describeCandidates(
  { run }: PaginationInput,
  found: FoundCandidates,
): Promise<string> {
  const [candidate] = found.candidates;
  if (candidate === undefined) return '';
  const parameters = await proposeParameters(run, found, candidate);
  return `the page shows ${nameCandidate(candidate)}${parameters === undefined ? '' : `, e.g. by ${parameters}`}`;
}

/** Milliseconds; the run is over, and a page that hangs meanwhile must not hold it. */
const limitMs = 5_000;

/** Reports at the end of a run where the list of an extract step goes on which no paginate step follows. */
export async function warnUnpaginated(
  outer: ReplayRun,
  steps: readonly ExtractStep[],
): Promise<void> {
  const signal = AbortSignal.any([outer.session.signal, AbortSignal.timeout(limitMs)]);
  const run = { ...outer, session: { ...outer.session, signal } };
  for (const step of steps) {
    try {
      const place = await run.session.tabs.requirePlace(step, 1);
      const found = await findCandidates(run, place, step);
      const [candidate] = found.candidates;
      const count = run.report.pages.count();
      if (candidate === undefined) {
        const page = found.pages?.current ?? 1;
        const unread =
          found.pages && count === 1 && found.itemCount > 0
            ? describeUnread(found.pages, { page, items: found.itemCount })
            : undefined;
        if (unread === undefined) continue;
        run.report.warn(
          `${nameStep(step)} ended at ${unread.what}: the recipe has no paginate step that reads more.`,
        );
        return;
      }
      const parameters = await proposeParameters(run, found, candidate);
      const example =
        parameters === undefined
          ? ''
          : `, e.g. {"type":"customStep","name":"paginate","parameters":${parameters}}`;
      const read =
        count === 1
          ? `${found.itemCount} items of page 1 only`
          : `page ${count} is the last one read`;
      run.report.warn(
        `${nameStep(step)}: the page shows ${nameCandidate(candidate)}, which the recipe does not follow: ${read}. Add a paginate step behind it${example}.`,
      );
      return;
    } catch {
      outer.session.signal.throwIfAborted();
      // The page went away with the last steps, or does not reply: what it showed is not known.
    }
  }
}
