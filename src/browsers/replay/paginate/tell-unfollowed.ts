import type { PaginationEnd } from '../../../contracts/recipe/replay.ts';
import { nameSelectors, nameStep } from '../fail-step.ts';
import type { PaginationInput } from './page-view.ts';
import type { Paginator } from './paginator.ts';
import { type FoundWays, findWays, nameWay, proposeParameters } from './find-ways.ts';

/** Ends at which the recipe's own control was not there, or which has none. */
const withoutControl: ReadonlySet<PaginationEnd> = new Set(['no_next', 'no_new_items']);

/**
 * Tells where a list goes on although its pagination has ended, and a control that no page of the run showed: one that
 * earlier runs found counts as drift.
 */
export async function tellUnfollowed(
  input: PaginationInput,
  paginator: Paginator,
  end: PaginationEnd,
): Promise<void> {
  const { run, step } = input;
  const { by } = step;
  if (!withoutControl.has(end) || by.kind === 'urlTemplate') return;
  // A button that brings nothing new is still there.
  if (end === 'no_new_items' && by.kind === 'loadMore') return;
  const isUnseen = !paginator.wasSeen();
  const found = await findWaysOf(input, isUnseen);
  if (by.kind === 'scroll' || !isUnseen) {
    if (found.ways.length === 0) return;
    const ways = await describeWays(input, found);
    run.warnings.add(`${nameStep(step)} ended, but ${ways}: there may be more items.`);
    return;
  }
  const { element: target } = by;
  const isKnown = run.request.fingerprints?.targets[target.path] !== undefined;
  if (found.ways.length === 0 && isOnlyPage(input, found, isKnown)) return;
  if (isKnown) {
    run.targets.note({ target, purpose: 'action', servedBy: 'nothing', lost: [] });
  }
  const missing = `${nameStep(step)} found nothing by ${nameSelectors(target)} on any page${isKnown ? ', as earlier runs did' : ''}: ${found.itemCount} items of page 1 only.`;
  const advice =
    found.ways.length === 0
      ? 'Check its selectors; where the list has one page only, the step is not needed.'
      : `But ${await describeWays(input, found)}.`;
  run.warnings.add(`${missing} ${advice}`);
}

/** Finds the ways of the first list that has any. */
async function findWaysOf(
  { run, place, steps }: PaginationInput,
  asksWhole: boolean,
): Promise<FoundWays> {
  let found: FoundWays = { place, ways: [], itemCount: 0, isWhole: false };
  for (const step of steps) {
    const other = await findWays(run, await run.tabs.requirePlace(step, 1), step, asksWhole);
    if (found.itemCount === 0 || other.ways.length > 0) found = other;
    if (found.ways.length > 0) break;
  }
  return found;
}

/** Whether the page itself says so, or shows less than a full page of earlier runs, which had the control. */
function isOnlyPage(
  { run, steps }: PaginationInput,
  { isWhole, itemCount }: FoundWays,
  isKnown: boolean,
): boolean {
  if (isWhole) return true;
  const known = steps.flatMap(
    ({ items }) => run.request.fingerprints?.targets[items?.path ?? '']?.count ?? [],
  );
  return isKnown && itemCount < Math.max(0, ...known);
}

async function describeWays({ run }: PaginationInput, found: FoundWays): Promise<string> {
  const [way] = found.ways;
  if (way === undefined) return '';
  const parameters = await proposeParameters(run, found, way);
  return `the page shows ${nameWay(way)}${parameters === undefined ? '' : `, e.g. by ${parameters}`}`;
}
