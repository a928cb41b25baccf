import type { Frame, Locator } from 'playwright-core';
import type { TargetFingerprint } from '../../../contracts/recipe/fingerprint.ts';
import type { RecipeStep, Selector, Target } from '../../../contracts/recipe/recipe.ts';
import { judgeHit } from '../../../recipe/healing/judge-hit.ts';
import { chooseElement } from '../../../recipe/healing/choose-element.ts';
import { listNearest, maxNearest, type NearElement } from '../../../recipe/healing/list-nearest.ts';
import { isPositional } from '../../../recipe/healing/is-positional.ts';
import { toTargetFingerprint } from '../../../recipe/healing/to-target-fingerprint.ts';
import { callFrame, locate } from '../../in-page/call-frame.ts';
import type { Place } from '../frames/create-tabs.ts';
import type { Hit } from '../../in-page/create-observer.ts';
import { closeConsent } from './close-notice.ts';
import { missTarget } from './miss-target.ts';
import { scrollIntoBeing } from './scroll-into-being.ts';
import { type ReplayRun, searchTimeoutOf } from '../run/replay-run.ts';
import type { TargetUse } from '../run/target-log.ts';
import { showTarget } from '../run/watch/watch-step.ts';
import { waitUntil } from '../../../signals/wait-until.ts';

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
  let hasCleared = false;
  let nearest: readonly NearElement[] | undefined;
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
      if (fingerprint !== undefined && nearest === undefined) {
        const likely = await findByLikeness(input, fingerprint);
        nearest = likely.nearest;
        return likely.found;
      }
      // What an optional step looks for may be the notice itself.
      if (!hasCleared && !step.isOptional) {
        hasCleared = true;
        const isCleared = (await closeConsent(run, place.frame)) === 'closed';
        hasScrolled &&= !isCleared;
        if (isCleared) nearest = undefined;
      }
      return undefined;
    },
  });
  if (found === undefined) {
    throw await missTarget({ run, place, step, target, timeoutMs, nearest: nearest ?? [] });
  }
  run.targets.note({ ...(await toUse(input, found)), target, purpose: 'action' });
  const { likeness, changed } = found;
  if (fingerprint !== undefined)
    run.targets.verify(target.path, { likeness, changed, isMisshapen: false });
  if (found.likeness < unchanged || fingerprint === undefined) await learn(input, found.mark);
  // A re-rendered element is searched again by its selector; an element found by likeness has none.
  const { mark, alternative, hits } = found;
  const selector = alternative === undefined ? [] : (target.selectors[alternative]?.parts ?? []);
  const locator = locate(place.frame, { mark, selector });
  await showTarget(run, place, step, { ...found, target, hits, locator });
  return { frame: place.frame, mark, selector, isHealed: alternative === undefined, locator };
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

/** Searches the whole page once; without a single best element, gives those nearest to it. */
async function findByLikeness(
  input: LocateTargetInput,
  fingerprint: TargetFingerprint,
): Promise<{ readonly found?: Found; readonly nearest: readonly NearElement[] }> {
  const question = { purpose: 'action', limit: maxCandidates } as const;
  const { frame } = input.place;
  const candidates = await callFrame(frame, 'candidates', question, limitsOf(input));
  const elements = candidates.map(({ element }) => element);
  const search = { fingerprint, candidates: elements, purpose: 'action' } as const;
  const chosen = chooseElement(search);
  const mark = chosen === undefined ? undefined : candidates[chosen.index]?.mark;
  if (chosen === undefined || mark === undefined) {
    return { nearest: listNearest(search, maxNearest) };
  }
  const selectors = input.target.selectors.map(({ parts }) => parts);
  const hits = await callFrame(frame, 'look', { selectors }, limitsOf(input));
  // A selector may have led to it all along, on a page too different for a hit to be trusted by itself.
  const hit = hits.findIndex((each) => each.mark === mark);
  const alternative = hit === -1 ? undefined : hit;
  const { likeness, changed } = chosen;
  return { found: { mark, alternative, hits, likeness, changed }, nearest: [] };
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
