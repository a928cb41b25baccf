import type { Locator } from 'playwright-core';
import type { ExtractStep, RecipeStep, Target } from '../../../contracts/recipe/recipe.ts';
import type {
  NearestElement,
  SelectorMatches,
  TargetMatches,
} from '../../../contracts/recipe/replay-watch.ts';
import type { TargetReport } from '../../../contracts/recipe/replay.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { Hit } from '../../in-page/create-observer.ts';
import { callFrame, locate } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { ReplayRun } from './replay-run.ts';

/** Milliseconds for one picture or one question: what a page does not give by then is left out. */
const limitMs = 5_000;
/** Elements that are marked in a picture: the first items of a list. */
const maxMarked = 30;
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

/** Shows an element before a step acts on it. `hits`: what its selectors matched. */
export async function showTarget(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  found: { readonly target: Target; readonly hits: readonly Hit[]; readonly locator: Locator },
): Promise<void> {
  if (run.request.watch === undefined) return;
  const { target, hits, locator } = found;
  const targets = [toMatches(target, 'action', step.isOptional, (index) => hits[index]?.count)];
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
    const hits = await quietly(run, callFrame(frame, 'look', { selectors }, limitsOf(run)));
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

/** Shows the items of an extract step and what the selectors of its fields match in the first of them. */
export async function showReading(run: ReplayRun, place: Place, step: ExtractStep): Promise<void> {
  if (run.request.watch === undefined) return;
  const { frame } = place;
  const { items, fields } = step;
  const question = {
    items: items?.selectors.map(({ parts }) => parts),
    fields: fields.map(({ element, name, attribute, isList, isOptional }) => ({
      name,
      selectors: element.selectors.map(({ parts }) => parts),
      attribute,
      type: 'string' as const,
      isList,
      isOptional,
      home: undefined,
    })),
    onlyVisible: step.onlyVisible,
    wantsHtml: false,
  };
  const counts = await quietly(run, callFrame(frame, 'count', question, limitsOf(run)));
  const reading = await quietly(
    run,
    callFrame(
      frame,
      'read',
      { steps: [question], pager: undefined, wantsMarks: true },
      limitsOf(run),
    ),
  );
  const marks = reading?.steps[0]?.marks;
  const shown = items === undefined ? marks?.fields.map((field) => field?.mark) : marks?.items;
  const marked = (shown ?? [])
    .filter((mark) => mark !== undefined)
    .slice(0, maxMarked)
    .map((mark) => locate(frame, { mark, selector: [] }));
  const targets =
    counts === undefined
      ? []
      : [
          ...(items === undefined
            ? []
            : [toMatches(items, 'items', step.isOptional, (index) => counts.items[index]?.count)]),
          ...fields.map(({ element, isOptional }, field) =>
            toMatches(
              element,
              'field',
              isOptional,
              (index) => counts.fields[field]?.[index]?.inItem,
            ),
          ),
        ];
  await showStep(run, { step, place, targets, marked });
}

function toMatches(
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

/** What a page does not give is left out of what is shown: a trial fails where the run would. */
async function quietly<Result>(
  run: ReplayRun,
  asked: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await raceSignal(asked, run.signal);
  } catch {
    run.signal.throwIfAborted();
    return undefined;
  }
}

function limitsOf({ signal }: ReplayRun): {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
} {
  return { signal, timeoutMs: limitMs };
}
