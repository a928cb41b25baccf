import type { Frame, Locator } from 'playwright-core';
import type { TargetFingerprint } from '../../../contracts/fingerprint.ts';
import type { RecipeStep, Selector, Target } from '../../../contracts/recipe.ts';
import { judgeHit } from '../../../recipe/healing/judge-hit.ts';
import { chooseElement } from '../../../recipe/healing/choose-element.ts';
import { toTargetFingerprint } from '../../../recipe/healing/to-target-fingerprint.ts';
import { callFrame, locate } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { Hit } from '../../in-page/create-observer.ts';
import { missTarget } from './miss-target.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import type { TargetUse } from '../run/target-log.ts';
import { waitUntil, pause } from '../../../signals/wait-until.ts';

export interface LocateTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly timeoutMs: number;
}

/** An element to act on. */
export interface LocatedElement extends ElementPlace {
  readonly mark: number;
  /** By likeness, not by a selector of the recipe. */
  readonly isHealed: boolean;
}

/** Where an element is. */
export interface ElementPlace {
  readonly frame: Frame;
  /** `undefined`: by its selector alone. */
  readonly mark: number | undefined;
  /** Nothing where no selector led to it. */
  readonly selector: Selector['parts'];
  readonly locator: Locator;
}

/** Selectors get this long before anything else is tried: what scripts render is there by then. */
const graceMs = 1_000;
/** A page that takes longer to reply hangs, however short its step may be. */
const responseMs = 5_000;
/** Elements looked at as candidates and rivals; a page with more says no more by them. */
const maxCandidates = 1_500;
/** At this likeness nothing new is learnt of an element. */
const unchanged = 0.98;

interface Found {
  readonly mark: number;
  /** `undefined`: by likeness. */
  readonly alternative: number | undefined;
  readonly hits: readonly Hit[];
  readonly likeness: number;
  readonly changed: readonly string[];
}

/**
 * Finds the element of an action: by the recorded selectors in their order, each hit compared with the fingerprint; then
 * by likeness, where a single element is like enough. Rejects with `target_not_found`, or with what stands
 * in the page's place.
 */
export async function locateTarget(input: LocateTargetInput): Promise<LocatedElement> {
  const { run, target, timeoutMs, place } = input;
  const fingerprint = run.request.fingerprints?.targets[target.path];
  const startedMs = performance.now();
  let hasScrolled = false;
  let hasHealed = false;
  const found = await waitUntil({
    timeoutMs,
    signal: run.signal,
    async poll() {
      const isLate = performance.now() - startedMs >= Math.min(graceMs, timeoutMs / 2);
      const hit = await findBySelectors(input, fingerprint, isLate);
      if (hit !== undefined || !isLate) return hit;
      if (!hasScrolled) {
        hasScrolled = true;
        const isThere = async (): Promise<boolean> =>
          (await findBySelectors(input, fingerprint, true)) !== undefined;
        if (await scrollIntoBeing(run, place, isThere)) return undefined;
      }
      if (fingerprint === undefined || hasHealed) return undefined;
      hasHealed = true;
      return findByLikeness(input, fingerprint);
    },
  });
  if (found === undefined) {
    run.targets.note({ target, purpose: 'action', servedBy: 'nothing', lost: [] });
    throw await missTarget({ run, tab: place.tab, step: input.step, target, timeoutMs });
  }
  run.targets.note({ ...(await toUse(input, found)), target, purpose: 'action' });
  const { likeness, changed } = found;
  if (fingerprint !== undefined)
    run.targets.verify(target.path, { likeness, changed, isMisshapen: false });
  if (found.likeness < unchanged || fingerprint === undefined) await learn(input, found.mark);
  // A re-rendered element is looked for again, but never one that no selector led to.
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
  // Visible hits go before hidden ones, whatever the place of their selectors.
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

/** Before the action, which may take the page away. */
async function learn(input: LocateTargetInput, mark: number): Promise<void> {
  const { run, target, place } = input;
  if (run.targets.hasLearnt(target.path)) return;
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

/** Screens looked through for what a page renders only once it is near. */
const maxScreens = 15;
/** Rows are rendered within a frame or two of coming into view. */
const renderMs = 80;
/** A screen is at least so high, whatever the viewport. */
const screenHeight = 600;

/** Scrolls down a page step by step until something is there; back to where it stood if it never is. */
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
