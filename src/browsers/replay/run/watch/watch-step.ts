import type { Locator } from 'playwright-core';
import type { RecipeStep, Target } from '../../../../contracts/recipe/recipe.ts';
import type {
  NearestElement,
  SelectorMatches,
  TargetMatches,
} from '../../../../contracts/recipe/replay-watch.ts';
import type { TargetReport } from '../../../../contracts/recipe/replay.ts';
import type { Hit } from '../../../in-page/create-observer.ts';
import { locate } from '../../../in-page/call-frame.ts';
import type { Place } from '../../frames/create-tabs.ts';
import { askQuietly, limitMs, quietly } from './ask-quietly.ts';
import { describeTaken } from './describe-taken.ts';
import type { ReplayRun } from '../replay-run.ts';

/** Translucent, so that the element shows through. */
const markColor = '#e6007a59';
/** A picture shows no more of a password than the page does. */
const pictureStyle =
  'input[autocomplete~="one-time-code"], input[autocomplete~="current-password"], input[autocomplete~="new-password"] { -webkit-text-security: disc !important; }';

/** What is shown of a step to who watches its run. */
export interface ShownStep {
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
  const { watch } = run.request;
  if (watch === undefined) return;
  const { step, place, targets = [], marked = [], nearest = [] } = shown;
  const { page } = place.tab;
  const picture = page.isClosed() ? undefined : await takeShot(run, place, marked);
  watch.onView({ path: step.path, type: step.type, url: page.url(), picture, targets, nearest });
}

/** An element that was found for a target. */
interface ShownTarget {
  readonly target: Target;
  readonly mark: number;
  /** Index of the selector that led there; `undefined` for likeness. */
  readonly alternative: number | undefined;
  readonly likeness: number;
  readonly changed: readonly string[];
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
  if (run.request.watch === undefined) return;
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
  place: Place,
  step: RecipeStep,
  wanted: readonly (WantedTarget | undefined)[],
  nearest: readonly NearestElement[] = [],
): Promise<void> {
  if (run.request.watch === undefined) return;
  const { frame } = place;
  const marked: Locator[] = [];
  const targets: TargetMatches[] = [];
  for (const { target, isOptional } of wanted.filter((each) => each !== undefined)) {
    const selectors = target.selectors.map(({ parts }) => parts);
    const hits = await askQuietly(run, place, 'look', { selectors });
    if (hits === undefined) continue;
    targets.push(toMatches(target, 'action', isOptional, (index) => hits[index]?.count));
    const mark = hits.find((hit) => hit.mark !== undefined)?.mark;
    if (mark !== undefined) marked.push(locate(frame, { mark, selector: [] }));
  }
  await showStep(run, { step, place, targets, marked, nearest });
}

export interface WantedTarget {
  readonly target: Target;
  readonly isOptional: boolean;
}

/** Returns what is told of a target, by how many elements each of its selectors matches. */
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
