import type { Frame, Locator } from 'playwright-core';
import type { TargetFingerprint } from '../../../contracts/fingerprint.ts';
import type { RecipeStep, Selector, Target } from '../../../contracts/recipe.ts';
import { judgeHit } from '../../../recipe/healing/judge-hit.ts';
import { chooseElement } from '../../../recipe/healing/choose-element.ts';
import { isPositional } from '../../../recipe/healing/is-positional.ts';
import { toTargetFingerprint } from '../../../recipe/healing/to-target-fingerprint.ts';
import { callFrame, locate } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { Hit } from '../../in-page/create-observer.ts';
import { closeConsent } from './close-notice.ts';
import { missTarget } from './miss-target.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import type { TargetUse } from '../run/target-log.ts';
import { waitUntil, pause } from '../../../signals/wait-until.ts';

export interface LocateTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly timeoutMs: number;
  /** Whether a hidden element is taken at once, as file fields are hidden. @default false */
  readonly takesHidden?: boolean;
}

/** An element to act on. */
export interface LocatedElement extends ElementPlace {
  readonly mark: number;
  /** Whether it was found by likeness and not by a selector of the recipe. */
  readonly isHealed: boolean;
}

/** Where an element is. */
export interface ElementPlace {
  readonly frame: Frame;
  /** `undefined` when the element is known only by its selector. */
  readonly mark: number | undefined;
  /** Empty when no selector matched the element. */
  readonly selector: Selector['parts'];
  readonly locator: Locator;
}

/** Milliseconds for the selectors before likeness is tried; scripts have usually rendered the element by then. */
const graceMs = 1_000;
/** Milliseconds after which a page that has not replied hangs; applies also to steps with a shorter time-out. */
const responseMs = 5_000;
/** Most elements examined as candidates and rivals. */
const maxCandidates = 1_500;
/** Likeness from which the old fingerprint is kept. */
const unchanged = 0.98;

interface Found {
  readonly mark: number;
  /** Index of the selector alternative; `undefined` when found by likeness. */
  readonly alternative: number | undefined;
  readonly hits: readonly Hit[];
  readonly likeness: number;
  readonly changed: readonly string[];
}

/**
 * Finds the element of an action: first by the recorded selectors in order, each match compared with the fingerprint;
 * then by likeness, if a single element is similar enough. Rejects with `target_not_found`, or with the obstacle shown
 * in place of the page.
 */
export async function locateTarget(input: LocateTargetInput): Promise<LocatedElement> {
  const { run, target, place, step } = input;
  const timeoutMs = Math.min(input.timeoutMs, searchTimeoutOf(run, step));
  const fingerprint = isPositional(target)
    ? undefined
    : run.request.fingerprints?.targets[target.path];
  const startedMs = performance.now();
  let hasScrolled = false;
  let hasHealed = false;
  let hasCleared = false;
  const found = await waitUntil({
    timeoutMs,
    signal: run.signal,
    async poll() {
      const isLate = performance.now() - startedMs >= Math.min(graceMs, timeoutMs / 2);
      // A notice that was answered before is often still in the document, hidden: it is absent.
      const takesHidden = input.takesHidden === true || (isLate && !step.isOptional);
      const hit = await findBySelectors(input, fingerprint, takesHidden);
      if (hit !== undefined || !isLate) return hit;
      // What may be absent is not worth a walk through the page.
      if (!hasScrolled && !step.isOptional) {
        hasScrolled = true;
        const isThere = async (): Promise<boolean> =>
          (await findBySelectors(input, fingerprint, true)) !== undefined;
        if (await scrollIntoBeing(run, place, isThere)) return undefined;
      }
      if (fingerprint !== undefined && !hasHealed) {
        hasHealed = true;
        return findByLikeness(input, fingerprint);
      }
      // What an optional step looks for may be the notice itself.
      if (!hasCleared && !step.isOptional) {
        hasCleared = true;
        const isCleared = (await closeConsent(run, place.frame)) === 'closed';
        hasScrolled &&= !isCleared;
        hasHealed &&= !isCleared;
      }
      return undefined;
    },
  });
  if (found === undefined) {
    throw await missTarget({ run, place, step, target, timeoutMs });
  }
  run.targets.note({ ...(await toUse(input, found)), target, purpose: 'action' });
  const { likeness, changed } = found;
  if (fingerprint !== undefined)
    run.targets.verify(target.path, { likeness, changed, isMisshapen: false });
  if (found.likeness < unchanged || fingerprint === undefined) await learn(input, found.mark);
  // A re-rendered element is searched again by its selector; an element found by likeness has none.
  const { mark, alternative } = found;
  const selector = alternative === undefined ? [] : (target.selectors[alternative]?.parts ?? []);
  return {
    frame: place.frame,
    mark,
    selector,
    isHealed: alternative === undefined,
    locator: locate(place.frame, { mark, selector }),
  };
}

function limitsOf({ run, timeoutMs }: LocateTargetInput): {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
} {
  return { signal: run.signal, timeoutMs: Math.max(timeoutMs, responseMs) };
}

async function findBySelectors(
  input: LocateTargetInput,
  fingerprint: TargetFingerprint | undefined,
  takesHidden: boolean,
): Promise<Found | undefined> {
  const { target, place } = input;
  const selectors = target.selectors.map(({ parts }) => parts);
  const hits = await callFrame(place.frame, 'look', { selectors }, limitsOf(input));
  const usable = [...hits.entries()].filter(([, hit]) => hit.isVisible || takesHidden);
  // Visible matches come before hidden ones, regardless of the order of their selectors.
  const ordered = usable.toSorted(([, a], [, b]) => Number(b.isVisible) - Number(a.isVisible));
  for (const [alternative, { mark }] of ordered) {
    if (mark === undefined) continue;
    if (fingerprint === undefined) return { mark, alternative, hits, likeness: 1, changed: [] };
    const [hit] = await callFrame(
      place.frame,
      'describe',
      { marks: [mark], purpose: 'action' },
      limitsOf(input),
    );
    if (hit === undefined) continue;
    const checked = judgeHit({ fingerprint, hit: hit.element, purpose: 'action', isGrave: true });
    const { isRight, likeness, changed } = checked;
    if (isRight) return { mark, alternative, hits, likeness, changed };
  }
  return undefined;
}

async function findByLikeness(
  input: LocateTargetInput,
  fingerprint: TargetFingerprint,
): Promise<Found | undefined> {
  const question = { purpose: 'action', limit: maxCandidates } as const;
  const { frame } = input.place;
  const candidates = await callFrame(frame, 'candidates', question, limitsOf(input));
  const elements = candidates.map(({ element }) => element);
  const chosen = chooseElement({ fingerprint, candidates: elements, purpose: 'action' });
  const mark = chosen === undefined ? undefined : candidates[chosen.index]?.mark;
  if (chosen === undefined || mark === undefined) return undefined;
  const selectors = input.target.selectors.map(({ parts }) => parts);
  const hits = await callFrame(frame, 'look', { selectors }, limitsOf(input));
  const { likeness, changed } = chosen;
  return { mark, alternative: undefined, hits, likeness, changed };
}

async function toUse(
  input: LocateTargetInput,
  { mark, alternative, hits }: Found,
): Promise<Omit<TargetUse, 'target' | 'purpose'>> {
  const lost = hits.flatMap((hit, index) => (hit.mark === mark ? [] : [index]));
  if (alternative === 0) return { lost, servedBy: 'first' };
  if (alternative !== undefined) {
    const healed = input.target.selectors[alternative]?.source;
    return { lost, servedBy: 'alternative', healed };
  }
  const question = { mark, purpose: 'action' } as const;
  const [healed] = await callFrame(input.place.frame, 'propose', question, limitsOf(input));
  return { lost, servedBy: 'likeness', healed };
}

/** Takes a new fingerprint before the action, which may replace the page. */
async function learn(input: LocateTargetInput, mark: number): Promise<void> {
  const { run, target, place } = input;
  if (run.targets.hasLearnt(target.path) || isPositional(target)) return;
  const describe = { marks: [mark], purpose: 'action' } as const;
  const question = { purpose: 'action', limit: maxCandidates } as const;
  const [self] = await callFrame(place.frame, 'describe', describe, limitsOf(input));
  if (self === undefined) return;
  const candidates = await callFrame(place.frame, 'candidates', question, limitsOf(input));
  const others = candidates.filter((other) => other.mark !== self.mark);
  run.targets.learn(
    target.path,
    toTargetFingerprint(
      self.element,
      others.map(({ element }) => element),
      'action',
    ),
  );
}

/** Most screens scrolled to find an element that the page renders only when it is near the view. */
const maxScreens = 15;
/** Milliseconds; rows are rendered within a frame or two after they come into view. */
const renderMs = 80;
/** Least height of a scroll step in CSS pixels, whatever the viewport. */
const screenHeight = 600;

/** Scrolls down a page step by step until the element is found; restores the scroll position if it is not. */
async function scrollIntoBeing(
  { signal }: ReplayRun,
  { frame }: Place,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const limits = { signal, timeoutMs: 5_000 };
  const scroll = (y: number | undefined) =>
    callFrame(frame, 'scroll', { mark: undefined, x: undefined, y }, limits);
  const start = await scroll(undefined);
  let y = 0;
  for (let screen = 0; screen < maxScreens; screen += 1) {
    const at = await scroll(y);
    await pause(renderMs, signal);
    if (await isThere()) return true;
    if (at.y >= at.maxY) break;
    y = at.y + screenHeight;
  }
  await scroll(start.y);
  return false;
}
