import { addAll } from '../../../runtime/collections.ts';
import type { ExtractStep, Target } from '../../../runtime/contracts/recipe/recipe.ts';
import type { Place } from '../tabs.ts';
import { LeftOutError, failStep } from '../fail-step.ts';
import type { AlternativeUse } from '../../in-page/field-finder.ts';
import { healReading, warnOfMisses } from './heal-reading.ts';
import { closeConsent } from '../locate/close-notice.ts';
import {
  type PageReading,
  type RestedReading,
  type StepReading,
  countPending,
  isFilled,
  listReadFields,
  readPage,
  readPageAtRest,
  restMs,
  revealLazy,
  toCollection,
  warnPending,
} from './page-reader.ts';
import { readObstacle, obstacleReasons } from '../locate/miss-target.ts';
import { type Served, servedBy } from '../run/run-report.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import { waitUntil } from '../../../runtime/signals/waiting.ts';
import type {
  NearestElement,
  TakenElement,
  TargetMatches,
  TargetReport,
} from '../../../runtime/contracts/recipe/replay.ts';
import { locate } from '../../call-page.ts';
import { askQuietly, describeTaken, listNear, showStep, toMatches } from '../watch-step.ts';

/**
 * Milliseconds after which a page without items is checked for an obstacle: scripts have rendered the items by then, and
 * obstacles seldom disappear.
 */
const obstacleMs = 1_500;

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
  await warnOfMisses(run, place, rested.reading);
  noteReading(run, reading, { url: rested.reading.url, isFirst: true });
  const collect = () => toCollection(run, place, reading);
  return (await run.report.pages.add(rested.reading, step, collect)) ? rested : undefined;
}

/** Missed only where an earlier run found it, as an optional field. */
function leaveOut({ recipe, report }: ReplayRun, { items }: ExtractStep): never {
  const isKnown = items !== undefined && recipe.findKnown(items.path) !== undefined;
  if (isKnown) report.targets.noteAbsent(items, 'items');
  throw new LeftOutError('none of its items was on the page');
}

/** Reads the page for a step; the first time in a run it also compares the elements with their fingerprints. */
async function readHealed(run: ReplayRun, place: Place, step: ExtractStep): Promise<RestedReading> {
  const timeoutMs = searchTimeoutOf(run, step);
  const earlyMs = step.isOptional ? timeoutMs : Math.min(obstacleMs, timeoutMs);
  const early = await readLikeEarlier(run, place, step, () => readWhole(run, place, step, earlyMs));
  if (isFilled(early.reading) && countPending(early.reading).busy > 0) {
    const full = await readWhole(run, place, step, Math.max(0, timeoutMs - earlyMs));
    warnPending(run, step, full.reading, timeoutMs);
    return heal(run, place, step, full);
  }
  const healed = await heal(run, place, step, early);
  if (isFilled(early.reading)) return healed;
  // Items that only healing found may be lazy, too.
  if (isFilled(healed.reading)) return readWhole(run, place, step, earlyMs);
  if (step.isOptional) return healed;
  if ((await closeConsent(run, place.frame)) !== 'closed') await checkObstacle(run, place, step);
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
    (target) => target === undefined || run.report.targets.hasFingerprint(target.path),
  );
  if (isKnown) return rested;
  const marked = await readPage(run, { place, steps: [step], wantsMarks: true });
  return { ...rested, reading: await healReading(run, place, marked) };
}

/** Fails the step early when the page shows an obstacle in place of the items. */
async function checkObstacle(run: ReplayRun, { tab }: Place, step: ExtractStep): Promise<void> {
  const obstacle = await readObstacle(run, tab);
  if (obstacle === undefined || obstacle.reason === 'empty_page') return;
  const pageStatus = tab.response?.status;
  throw failStep(step, obstacle.reason, obstacleReasons[obstacle.reason](obstacle.why), {
    pageStatus,
  });
}

/** Records which selectors worked, and what a page showed beside values. A use of an optional target counts only when something was found. */
export function noteReading(
  run: ReplayRun,
  { step, output }: StepReading,
  { url, isFirst }: { readonly url: string; readonly isFirst: boolean },
): void {
  const { targets, notes } = run.report;
  notes.take(step, output, url);
  if (step.items !== undefined && (isFirst || output.itemCount > 0)) {
    const known = run.recipe.findKnown(step.items.path)?.count;
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

function toServed({ recipe }: ReplayRun, target: Target, { served, lost }: AlternativeUse): Served {
  if (served === -1) return { servedBy: 'nothing', lost: [] };
  const healed = recipe.selectors.find(target);
  if (healed === undefined) return servedBy(target, served, lost);
  // Healing runs only when no recorded selector works: all of them are lost.
  return { servedBy: 'likeness', lost: [...target.selectors.keys()], healed: healed.source };
}

/** Milliseconds for a field that comes later than the others: scripts ask the server for prices and stock. */
const lateMs = 1_500;
/** Pages on which a field is waited for and does not come, before it is no longer waited for. */
const maxMissed = 3;

/**
 * Reads a page that is one of many alike. One whose fields were all there at once on an earlier page is read once; a field
 * that others of its kind have is waited for. `readFully` reads a page until it has come to rest.
 */
async function readLikeEarlier(
  run: ReplayRun,
  place: Place,
  step: ExtractStep,
  readFully: () => Promise<RestedReading>,
): Promise<RestedReading> {
  const { learnedWaits } = run.recipe;
  if (learnedWaits === undefined) return readFully();
  const read = () => readPage(run, { place, steps: [step] });
  if (learnedWaits.atOnce.has(step)) {
    const reading = await read();
    const isLazy = reading.steps.some(({ output }) => output.isLazy);
    if (!isLazy && listMissing(reading).length === 0) return { reading, wasImmediate: true };
  }
  const rested = await readFully();
  const missedPagesOf = (path: string): number => learnedWaits.missedPages.get(path) ?? 0;
  const missing = listMissing(rested.reading).filter((path) => missedPagesOf(path) < maxMissed);
  if (missing.length === 0) {
    if (rested.wasImmediate) learnedWaits.atOnce.add(step);
    return rested;
  }
  learnedWaits.atOnce.delete(step);
  const isThere = await waitUntil({
    timeoutMs: lateMs,
    everyMs: restMs,
    signal: run.session.signal,
    async poll() {
      const absent = new Set(listMissing(await read()));
      return missing.some((path) => absent.has(path)) ? undefined : true;
    },
  });
  if (isThere === true) return readFully();
  for (const path of missing) learnedWaits.missedPages.set(path, missedPagesOf(path) + 1);
  return rested;
}

/** Returns the paths of the fields that the page should have and that have no value yet. */
function listMissing({ steps }: PageReading): readonly string[] {
  return steps.flatMap(({ step, output }) =>
    step.fields.flatMap(({ element, isOptional }, index) => {
      const texts = output.items[0]?.values[index];
      const isThere = texts?.some((text) => text.trim() !== '') === true;
      return isOptional || isThere ? [] : [element.path];
    }),
  );
}

/** Elements that are marked in a picture: the first items of a list. */
const maxMarked = 30;

/**
 * Shows the items of an extract step and what the selectors of its fields match in the first of them, what was taken for those that
 * their first selector did not lead to, and what would do for those that nothing was taken for.
 */
async function showReading(run: ReplayRun, place: Place, step: ExtractStep): Promise<void> {
  if (run.recipe.request.watch === undefined) return;
  const { frame } = place;
  const { items, fields } = step;
  const toQuestion = (
    partsOf: (target: Target) => readonly Target['selectors'][number]['parts'][],
  ) => ({
    items: items && partsOf(items),
    fields: fields.map(({ element, name, attribute, isList, isOptional }) => ({
      name,
      selectors: partsOf(element),
      attribute,
      type: 'string' as const,
      isList,
      isOptional,
      scope: undefined,
    })),
    onlyVisible: step.onlyVisible,
    wantsHtml: false,
  });
  const recorded = toQuestion(({ selectors }) => selectors.map(({ parts }) => parts));
  const counts = await askQuietly(run, place, 'count', recorded);
  const question = toQuestion((target) => run.recipe.selectors.apply(target));
  const reading = await askQuietly(run, place, 'read', {
    steps: [question],
    pager: undefined,
    wantsMarks: true,
  });
  const [output] = reading?.steps ?? [];
  const marks = output?.marks;
  const shown = items === undefined ? marks?.fields.map((field) => field?.mark) : marks?.items;
  const marked = (shown ?? [])
    .filter((mark) => mark !== undefined)
    .slice(0, maxMarked)
    .map((mark) => locate(frame, { mark, selector: [] }));
  const targets: TargetMatches[] = [];
  const nearest: NearestElement[] = [];
  const itemMarks = marks?.items ?? [];
  const add = async (
    wanted: ReadTarget,
    countOf: (index: number) => number | undefined,
  ): Promise<void> => {
    const { target, purpose, isOptional } = wanted;
    const own = { ...wanted, items: items === undefined ? [] : itemMarks };
    const taken = await findTaken(run, place, own);
    targets.push({ ...toMatches(target, purpose, isOptional, countOf), taken });
    const isLost = output !== undefined && wanted.mark === undefined;
    if (isLost) {
      const known = run.recipe.findKnown(target.path);
      addAll(nearest, await listNear(run, place, own, known));
    }
  };
  if (items !== undefined) {
    const [mark] = itemMarks;
    const { isOptional } = step;
    const use = { served: output?.itemUse.served ?? -1, mark };
    await add(
      { target: items, purpose: 'items', isOptional, ...use },
      (index) => counts?.items[index]?.count,
    );
  }
  for (const [field, { element, isOptional }] of fields.entries()) {
    const served = output?.fieldUses[field]?.served ?? -1;
    const mark = marks?.fields[field]?.mark;
    await add(
      { target: element, purpose: 'field', isOptional, served, mark },
      (index) => counts?.fields[field]?.[index]?.inItem,
    );
  }
  await showStep(run, {
    step,
    place,
    targets: counts === undefined ? [] : targets,
    marked,
    nearest,
  });
}

interface ReadTarget {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  readonly isOptional: boolean;
  /** Index of the selector that was used, of those that apply; -1 for none. */
  readonly served: number;
  /** `undefined` where nothing was found. */
  readonly mark: number | undefined;
}

async function findTaken(
  run: ReplayRun,
  place: Place,
  { target, purpose, served, mark, items }: ReadTarget & { readonly items: readonly number[] },
): Promise<TakenElement | undefined> {
  const isHealed = run.recipe.selectors.find(target) !== undefined;
  if (mark === undefined || (!isHealed && served <= 0)) return undefined;
  const { likeness = 1, changed = [] } = run.report.targets.findVerification(target.path) ?? {};
  const alternative = isHealed ? undefined : served;
  return describeTaken(run, place, {
    target,
    purpose,
    mark,
    alternative,
    likeness,
    changed,
    items,
  });
}
