import type { Locator } from 'playwright-core';
import type { TargetFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { RecipeStep, Target } from '../../runtime/contracts/recipe/recipe.ts';
import type {
  NearestElement,
  SelectorMatches,
  TakenElement,
  TargetMatches,
  TargetReport,
} from '../../runtime/contracts/recipe/replay.ts';
import type { Hit } from '../in-page/element-state.ts';
import { callFrame, locate } from '../call-page.ts';
import type { Place } from './tabs.ts';
import { type ReplayRun, partsOf } from './run/replay-run.ts';
import {
  describeNearElement,
  listNearest,
  maxCandidates,
  maxNearest,
  nameElement,
} from '../../recipes/healing/choose-element.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import type { OperationName, PageOperations } from '../in-page/page-operations.ts';

/** Translucent, so that the element shows through. */
const markColor = '#e6007a59';
/** A picture shows no more of a password than the page does. */
const pictureStyle =
  'input[autocomplete~="one-time-code"], input[autocomplete~="current-password"], input[autocomplete~="new-password"] { -webkit-text-security: disc !important; }';

/** What is shown of a step to who watches its run. */
interface ShownStep {
  readonly step: Pick<RecipeStep, 'path' | 'type'>;
  readonly place: Place;
  /** @default [] */
  readonly targets?: readonly TargetMatches[];
  /** Marked in the picture. @default [] */
  readonly marked?: readonly Locator[];
  /** @default [] */
  readonly nearest?: readonly NearestElement[];
}

/** Shows the page of a step to who watches the run, where one does; never fails a step but by the run's end. */
export async function showStep(run: ReplayRun, shown: ShownStep): Promise<void> {
  const { watch } = run.recipe.request;
  if (watch === undefined) return;
  const { step, place, targets = [], marked = [], nearest = [] } = shown;
  const { page } = place.tab;
  const picture = page.isClosed() ? undefined : await takeShot(run, place, marked);
  watch.onView({ path: step.path, type: step.type, url: page.url(), picture, targets, nearest });
}

/** An element that was found for a target. */
interface ShownTarget extends Omit<FoundElement, 'purpose' | 'items'> {
  /** What the selectors matched. */
  readonly hits: readonly Hit[];
  readonly locator: Locator;
}

/** Shows an element before a step acts on it. */
export async function showTarget(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  found: ShownTarget,
): Promise<void> {
  if (run.recipe.request.watch === undefined) return;
  const { target, hits, locator, alternative } = found;
  const taken =
    alternative === 0
      ? undefined
      : await describeTaken(run, place, { ...found, purpose: 'action' });
  const matches = toMatches(target, 'action', step.isOptional, (index) => hits[index]?.count);
  const targets = [{ ...matches, taken }];
  await quietly(run, locator.scrollIntoViewIfNeeded({ timeout: limitMs }));
  await showStep(run, { step, place, targets, marked: [locator] });
}

/** Shows what the selectors of these targets match now, with the first element of each marked. */
export async function showTargets(
  run: ReplayRun,
  { place, step, wanted, nearest = [] }: ShowTargetsInput,
): Promise<void> {
  if (run.recipe.request.watch === undefined) return;
  const { frame } = place;
  const marked: Locator[] = [];
  const targets: TargetMatches[] = [];
  for (const { target, isOptional } of wanted.filter((each) => each !== undefined)) {
    const hits = await askQuietly(run, place, 'look', { selectors: partsOf(target) });
    if (hits === undefined) continue;
    targets.push(toMatches(target, 'action', isOptional, (index) => hits[index]?.count));
    const mark = hits.find((hit) => hit.mark !== undefined)?.mark;
    if (mark !== undefined) marked.push(locate(frame, { mark, selector: [] }));
  }
  await showStep(run, { step, place, targets, marked, nearest });
}

interface ShowTargetsInput {
  readonly place: Place;
  readonly step: RecipeStep;
  readonly wanted: readonly (WantedTarget | undefined)[];
  readonly nearest?: readonly NearestElement[];
}

interface WantedTarget {
  readonly target: Target;
  readonly isOptional: boolean;
}

/** Returns what a watcher gets of a target, by how many elements each of its selectors matches. */
export function toMatches(
  { path, selectors }: Target,
  purpose: TargetReport['purpose'],
  isOptional: boolean,
  countOf: (index: number) => number | undefined,
): TargetMatches {
  const matches = selectors.map(({ source }, index): SelectorMatches => ({
    selector: source,
    count: countOf(index) ?? 0,
  }));
  return { path, purpose, isOptional, selectors: matches };
}

async function takeShot(
  run: ReplayRun,
  { tab }: Place,
  marked: readonly Locator[],
): Promise<Uint8Array | undefined> {
  const options = { type: 'jpeg', quality: 70, scale: 'css', caret: 'initial' } as const;
  const marks = { mask: [...marked], maskColor: markColor, style: pictureStyle };
  return quietly(run, tab.page.screenshot({ ...options, ...marks, timeout: limitMs }));
}

/** An element that was found for a target by other than its first selector. */
interface FoundElement {
  readonly target: Target;
  readonly purpose: TargetReport['purpose'];
  /** Its number as `callFrame` gives it; of items, that of the first one. */
  readonly mark: number;
  /** Index of the selector that led there; `undefined` for likeness. */
  readonly alternative: number | undefined;
  readonly likeness: number;
  readonly changed: readonly string[];
  /** Numbers of the items, for items and their fields. @default [] */
  readonly items?: readonly number[];
}

const maxText = 200;

/** Describes what was taken for a target; `undefined` where the page does not give it. */
export async function describeTaken(
  run: ReplayRun,
  place: Place,
  found: FoundElement,
): Promise<TakenElement | undefined> {
  const { target, purpose, mark, alternative, likeness, changed } = found;
  const described = await askQuietly(run, place, 'describe', { marks: [mark], purpose });
  const element = described?.[0]?.element;
  if (element === undefined) return undefined;
  // The marks of items are those of the first few: selectors of these alone would leave the others out.
  const proposed =
    purpose === 'items'
      ? []
      : await askQuietly(run, place, 'propose', { mark, purpose, ...rootsOf(found) });
  const used =
    alternative === undefined ? run.recipe.selectors.find(target) : target.selectors[alternative];
  const sources = [...(used === undefined ? [] : [used.source]), ...(proposed ?? [])];
  const known = new Map(sources.map((source) => [JSON.stringify([source].flat()), source]));
  return {
    servedBy: alternative === undefined ? 'likeness' : 'alternative',
    description: nameElement(element),
    text: element.text.slice(0, maxText),
    likeness,
    changed,
    selectors: [...known.values()],
  };
}

/** Lists what is most like a target that nothing was taken for, with selectors that lead to each. */
export async function listNear(
  run: ReplayRun,
  place: Place,
  wanted: Pick<FoundElement, 'target' | 'purpose' | 'items'>,
  fingerprint: TargetFingerprint | undefined,
): Promise<readonly NearestElement[]> {
  const { target, purpose, items = [] } = wanted;
  if (fingerprint === undefined) return [];
  const [root] = items;
  const inItem = purpose === 'field' && root !== undefined ? { root } : {};
  const question = { purpose, limit: maxCandidates, ...inItem };
  const described = (await askQuietly(run, place, 'candidates', question)) ?? [];
  const candidates = described.map(({ element }) => element);
  const nearest: NearestElement[] = [];
  for (const near of listNearest({ fingerprint, candidates, purpose }, maxNearest)) {
    const candidate = described[near.index];
    if (candidate === undefined) continue;
    const { mark, group } = candidate;
    const about = { mark, purpose, ...rootsOf(wanted), ...(group && { group }) };
    const selectors = (await askQuietly(run, place, 'propose', about)) ?? [];
    const description = describeNearElement(near);
    nearest.push({ path: target.path, description, likeness: near.score, selectors });
  }
  return nearest;
}

function rootsOf({ purpose, items = [] }: Pick<FoundElement, 'purpose' | 'items'>): {
  readonly roots?: readonly number[];
} {
  return purpose === 'field' && items.length > 0 ? { roots: items } : {};
}

/** Milliseconds for one picture or one question: what a page does not give by then is left out. */
const limitMs = 5_000;

/** Resolves to what was asked for; `undefined` where the page does not give it: a trial fails where the run would. */
async function quietly<Result>(
  run: ReplayRun,
  asked: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await raceSignal(asked, run.session.signal);
  } catch {
    run.session.signal.throwIfAborted();
    return undefined;
  }
}

/** Calls one of our operations in the frame of a place; `undefined` where the page does not answer. */
export function askQuietly<Name extends OperationName>(
  run: ReplayRun,
  { frame }: Place,
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
): Promise<ReturnType<PageOperations[Name]> | undefined> {
  return quietly(
    run,
    callFrame(frame, name, input, { signal: run.session.signal, timeoutMs: limitMs }),
  );
}
