import type { ExtractStep, Selector, Target } from '../../../contracts/recipe/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';
import { failStep, LeftOutError } from '../fail-step.ts';
import type { AlternativeUse } from '../../in-page/create-field-finder.ts';
import { tellMisses } from './tell-misses.ts';
import { healReading } from './heal-reading.ts';
import { closeConsent } from '../locate/close-notice.ts';
import { readByHabit } from './read-by-habit.ts';
import { revealLazy } from './reveal-lazy.ts';
import { findWall, wallReasons } from '../locate/miss-target.ts';
import {
  isFilled,
  listReadFields,
  readPage,
  readPageAtRest,
  type RestedReading,
  type StepReading,
  toCollection,
} from './page-reader.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import { showReading } from '../run/watch/show-reading.ts';

/**
 * Milliseconds after which a page without items is checked for a wall: scripts have rendered the items by then, and
 * walls seldom disappear.
 */
const wallMs = 1_500;

/**
 * Reads the page of a place and collects it. Returns `undefined` when it would be a further page and none is allowed.
 */
export async function runExtract(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
): Promise<RestedReading | undefined> {
  const rested = await readHealed(run, place, step);
  await showReading(run, place, step);
  const [reading] = rested.reading.steps;
  if (reading === undefined) return rested;
  if (step.isOptional && !isFilled(rested.reading)) leaveOut(run, step);
  await tellMisses(run, place, rested.reading);
  noteReading(run, reading, { url: rested.reading.url, isFirst: true });
  const collect = () => toCollection(run, place, reading);
  return (await run.pages.add(rested.reading, step, collect)) ? rested : undefined;
}

/** Missed only where an earlier run found it, as an optional field. */
function leaveOut({ request, targets }: ReplayRun, { items }: ExtractStep): never {
  const isKnown = items !== undefined && request.fingerprints?.targets[items.path] !== undefined;
  if (isKnown) targets.noteAbsent(items, 'items');
  throw new LeftOutError('none of its items was on the page');
}

/** Reads the page for a step; the first time in a run it also compares the elements with their fingerprints. */
async function readHealed(run: ReplayRun, place: Place, step: ExtractStep): Promise<RestedReading> {
  const timeoutMs = searchTimeoutOf(run, step);
  const earlyMs = step.isOptional ? timeoutMs : Math.min(wallMs, timeoutMs);
  const early = await readByHabit(run, place, step, () => readWhole(run, place, step, earlyMs));
  const healed = await heal(run, place, step, early);
  if (isFilled(early.reading)) return healed;
  // Items that only healing found may be lazy, too.
  if (isFilled(healed.reading)) return readWhole(run, place, step, earlyMs);
  if (step.isOptional) return healed;
  if ((await closeConsent(run, place.frame)) !== 'closed') await checkWall(run, place, step);
  const late = await readWhole(run, place, step, timeoutMs - earlyMs);
  const { reading } = await heal(run, place, step, late);
  const pageStatus = place.tab.response?.status;
  if (!isFilled(reading) && pageStatus !== undefined && pageStatus >= 400) {
    const what = `found nothing on a page with HTTP status ${pageStatus}.`;
    throw failStep(step, 'fetch_failed', what, { pageStatus });
  }
  return { reading, wasImmediate: false };
}

/** Reads the page at rest, after scrolling through what loads when it comes into view. */
async function readWhole(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
  timeoutMs: number,
): Promise<RestedReading> {
  const reader = { place, steps: [step] };
  const rested = await readPageAtRest(run, reader, timeoutMs);
  if (!(await revealLazy(run, place, rested.reading))) return rested;
  const { reading } = await readPageAtRest(run, reader, timeoutMs);
  return { reading, wasImmediate: rested.wasImmediate };
}

async function heal(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
  rested: RestedReading,
): Promise<RestedReading> {
  const targets = [step.items, ...listReadFields(step).map(({ element }) => element)];
  const isKnown = targets.every(
    (target) => target === undefined || run.targets.hasLearnt(target.path),
  );
  if (isKnown) return rested;
  const marked = await readPage(run, { place, steps: [step], wantsMarks: true });
  return { ...rested, reading: await healReading(run, place, marked) };
}

/** Fails the step early when the page shows a wall in place of the items. */
async function checkWall(run: ReplayRun, { tab }: Place, step: ExtractStep): Promise<void> {
  const wall = await findWall(run, tab);
  if (wall === undefined || wall.reason === 'empty_page') return;
  const pageStatus = tab.response?.status;
  throw failStep(step, wall.reason, wallReasons[wall.reason](wall.why), { pageStatus });
}

/** Records which selectors worked, and what a page showed beside values. A use of an optional target counts only when something was found. */
export function noteReading(
  run: ReplayRun,
  { step, output }: StepReading,
  { url, isFirst }: { readonly url: string; readonly isFirst: boolean },
): void {
  const { targets, request, notes } = run;
  notes.take(step, output, url);
  if (step.items !== undefined && (isFirst || output.itemCount > 0)) {
    const known = request.fingerprints?.targets[step.items.path]?.count;
    targets.note({
      target: step.items,
      purpose: 'items',
      ...toServed(run, step.items, output.itemUse),
      ...(isFirst ? { count: { found: output.itemCount, known } } : {}),
    });
  }
  if (output.itemCount === 0) return;
  for (const [index, { element, isOptional }] of listReadFields(step).entries()) {
    const use = output.fieldUses[index];
    if (use === undefined || (use.served === -1 && isOptional)) continue;
    targets.note({ target: element, purpose: 'field', ...toServed(run, element, use) });
  }
}

/** What is recorded about a target that a reading used. */
interface Served {
  readonly servedBy: 'first' | 'alternative' | 'likeness' | 'nothing';
  readonly lost: readonly number[];
  readonly healed?: Selector['source'] | undefined;
}

function toServed({ overrides }: ReplayRun, target: Target, use: AlternativeUse): Served {
  const { selectors } = target;
  if (use.served === -1) return { servedBy: 'nothing', lost: [] };
  const healed = overrides.find(target);
  // Healing runs only when no recorded selector works: all of them are lost.
  if (healed !== undefined) {
    return { servedBy: 'likeness', lost: [...selectors.keys()], healed: healed.source };
  }
  if (use.served === 0) return { servedBy: 'first', lost: use.lost };
  return { servedBy: 'alternative', lost: use.lost, healed: selectors[use.served]?.source };
}
