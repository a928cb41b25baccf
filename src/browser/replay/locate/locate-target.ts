import type { Frame, Locator } from 'playwright-core';
import type { TargetFingerprint } from '../../../runtime/contracts/recipe/fingerprint.ts';
import type { Selector, Target } from '../../../runtime/contracts/recipe/recipe.ts';
import {
  type NearElement,
  chooseElement,
  describeNearest,
  hardlyChanged,
  judgeHit,
  listNearest,
  maxCandidates,
  maxNearest,
} from '../../../recipes/healing/choose-element.ts';
import { isPositional, toTargetFingerprint } from '../../../recipes/healing/target-fingerprint.ts';
import { callFrame, locate } from '../../call-page.ts';
import { type Ask, type Place, askPlace } from '../tabs.ts';
import type { Hit } from '../../in-page/element-state.ts';
import { closeConsent } from './close-notice.ts';
import { type MissTargetInput, missTarget } from './miss-target.ts';
import { type ReplayRun, partsOf, searchTimeoutOf } from '../run/replay-run.ts';
import { type Served, servedBy } from '../run/run-report.ts';
import { showTarget } from '../watch-step.ts';
import { pause, waitUntil } from '../../../runtime/signals/waiting.ts';
import { textShape } from '../../../recipes/healing/text-likeness.ts';
import { nameTarget } from '../../../recipes/run/measure-drift.ts';
import { parseSelector } from '../../../recipes/format/parse-selector.ts';
import type { DescribedElement, TargetPurpose } from '../../in-page/targets.ts';

interface LocateTargetInput extends Omit<MissTargetInput, 'found' | 'nearest'> {
  /** Whether a hidden element is taken at once, as file fields are hidden. @default false */
  readonly takesHidden?: boolean;
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

/** An element to act on. */
export interface LocatedElement extends ElementPlace {
  readonly mark: number;
  /** Whether it was found by likeness and not by a selector of the recipe. */
  readonly isHealed: boolean;
}

/** Milliseconds for the selectors before likeness is tried; scripts have usually rendered the element by then. */
const graceMs = 1_000;
/** Milliseconds after which a page that has not replied hangs; applies also to steps with a shorter time-out. */
const responseMs = 5_000;
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

/** What is searched on a page, and how its questions are asked: marks hold in the world that gave them. */
interface Search {
  readonly run: ReplayRun;
  readonly target: Target;
  readonly purpose: TargetPurpose;
  readonly ask: Ask;
}

/**
 * Finds the element of an action: first by the recorded selectors in order, each match compared with the fingerprint;
 * then by likeness, if a single element is similar enough. Rejects with `target_not_found`, or with the obstacle shown
 * in place of the page.
 */
export async function locateTarget(input: LocateTargetInput): Promise<LocatedElement> {
  const { run, target, place, step } = input;
  const { signal } = run.session;
  const { frame } = place;
  const timeoutMs = Math.min(input.timeoutMs, searchTimeoutOf(run, step));
  const limits = { signal, timeoutMs: Math.max(input.timeoutMs, responseMs) };
  const ask: Ask = (name, question) => callFrame(frame, name, question, limits);
  const search: Search = { run, target, purpose: 'action', ask };
  const fingerprint = isPositional(target) ? undefined : run.recipe.findKnown(target.path);
  const startedMs = performance.now();
  let hasScrolled = false;
  let hasCleared = false;
  let nearest: readonly NearElement[] | undefined;
  const found = await waitUntil({
    timeoutMs,
    signal,
    async poll() {
      const isLate = performance.now() - startedMs >= Math.min(graceMs, timeoutMs / 2);
      // A notice that was answered before is often still in the document, hidden: it is absent.
      const takesHidden = input.takesHidden === true || (isLate && !step.isOptional);
      const hit = await findBySelectors(search, fingerprint, takesHidden);
      if (hit !== undefined || !isLate) return hit;
      // What may be absent is not worth a walk through the page.
      if (!hasScrolled && !step.isOptional) {
        hasScrolled = true;
        const isThere = async (): Promise<boolean> =>
          (await findBySelectors(search, fingerprint, true)) !== undefined;
        if (await scrollIntoBeing(signal, frame, isThere)) return undefined;
      }
      if (fingerprint !== undefined && nearest === undefined) {
        const likely = await findByLikeness(search, fingerprint);
        nearest = likely.nearest;
        return likely.found;
      }
      // What an optional step looks for may be the notice itself.
      if (!hasCleared && !step.isOptional) {
        hasCleared = true;
        const isCleared = (await closeConsent(run, frame)) === 'closed';
        hasScrolled &&= !isCleared;
        if (isCleared) nearest = undefined;
      }
      return undefined;
    },
  });
  if (found === undefined) {
    throw await missTarget({ run, place, step, target, timeoutMs, nearest: nearest ?? [] });
  }
  const { mark, alternative, likeness, changed } = found;
  run.report.targets.note({ target, purpose: 'action', ...(await toServed(search, found)) });
  if (fingerprint !== undefined) {
    run.report.targets.verify(target.path, { likeness, changed, isMisshapen: false });
  }
  // A new fingerprint is taken before the action, which may replace the page.
  const isKnown = run.report.targets.hasFingerprint(target.path) || isPositional(target);
  if (!isKnown && (likeness < unchanged || fingerprint === undefined)) {
    const self = await describe(search, mark);
    if (self !== undefined) learn(search, self, await listCandidates(search));
  }
  // A re-rendered element is searched again by its selector; an element found by likeness has none.
  const selector = alternative === undefined ? [] : (target.selectors[alternative]?.parts ?? []);
  const locator = locate(frame, { mark, selector });
  await showTarget(run, place, step, { ...found, target, locator });
  return { frame, mark, selector, isHealed: alternative === undefined, locator };
}

async function findBySelectors(
  search: Search,
  fingerprint: TargetFingerprint | undefined,
  takesHidden: boolean,
): Promise<Found | undefined> {
  const hits = await search.ask('look', { selectors: partsOf(search.target) });
  const usable = [...hits.entries()].filter(([, hit]) => hit.isVisible || takesHidden);
  // Visible matches come before hidden ones, regardless of the order of their selectors.
  const ordered = usable.toSorted(([, a], [, b]) => Number(b.isVisible) - Number(a.isVisible));
  for (const [alternative, { mark }] of ordered) {
    if (mark === undefined) continue;
    if (fingerprint === undefined) return { mark, alternative, hits, likeness: 1, changed: [] };
    const hit = (await describe(search, mark))?.element;
    if (hit === undefined) continue;
    const { isRight, likeness, changed } = judgeHit({
      fingerprint,
      hit,
      purpose: 'action',
      isGrave: true,
    });
    if (isRight) return { mark, alternative, hits, likeness, changed };
  }
  return undefined;
}

/** Searches the whole page once; without a single best element, gives those nearest to it. */
async function findByLikeness(
  search: Search,
  fingerprint: TargetFingerprint,
): Promise<{ readonly found?: Found; readonly nearest: readonly NearElement[] }> {
  const described = await listCandidates(search);
  const candidates = described.map(({ element }) => element);
  const question = { fingerprint, candidates, purpose: 'action' } as const;
  const chosen = chooseElement(question);
  const mark = chosen === undefined ? undefined : described[chosen.index]?.mark;
  if (chosen === undefined || mark === undefined) {
    return { nearest: listNearest(question, maxNearest) };
  }
  const hits = await search.ask('look', { selectors: partsOf(search.target) });
  // A selector may have led to it all along, on a page too different for a hit to be trusted by itself.
  const hit = hits.findIndex((each) => each.mark === mark);
  const alternative = hit === -1 ? undefined : hit;
  const { likeness, changed } = chosen;
  return { found: { mark, alternative, hits, likeness, changed }, nearest: [] };
}

async function toServed(search: Search, { mark, alternative, hits }: Found): Promise<Served> {
  const lost = hits.flatMap((hit, index) => (hit.mark === mark ? [] : [index]));
  if (alternative !== undefined) return servedBy(search.target, alternative, lost);
  const [healed] = await search.ask('propose', { mark, purpose: 'action' });
  return { lost, servedBy: 'likeness', healed };
}

/** Most screens scrolled to find an element that the page renders only when it is near the view. */
const maxScreens = 15;
/** Milliseconds; rows are rendered within a frame or two after they come into view. */
const renderMs = 80;
/** Least height of a scroll step in CSS pixels, whatever the viewport. */
const screenHeight = 600;

/** Scrolls down a page step by step until the element is found; restores the scroll position if it is not. */
async function scrollIntoBeing(
  signal: AbortSignal,
  frame: Frame,
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

/** A target on its first page, and what its selectors match there. */
interface HealTargetInput {
  readonly run: ReplayRun;
  readonly place: Place;
  readonly target: Target;
  readonly purpose: TargetPurpose;
  /** Mark of the element that the selectors match; `undefined` when they match none. */
  readonly mark: number | undefined;
  /** For a field: marks of the items, the item that contains the field first. */
  readonly roots?: readonly number[] | undefined;
  /** For items: the number of matches. */
  readonly count?: number;
  /** Whether its absence needs no warning. @default false */
  readonly mayBeAbsent?: boolean;
}

/**
 * `right`: the selectors match the intended element, as far as is known. `healed`: another selector matches it and is
 * used for the rest of the run. `wrong`: the selectors match an element that is not known as the intended one, which was not found.
 * `another`: the same, and what they match was another element when the target was learnt. `missing`: they match nothing.
 */
export type HealedTarget = 'right' | 'healed' | 'wrong' | 'another' | 'missing';

/** Compares a target with its fingerprint, heals it by likeness if needed, and takes a new fingerprint. */
export async function healTarget(input: HealTargetInput): Promise<HealedTarget> {
  const { run, target, purpose, mark, roots } = input;
  const search = toSearch(input);
  const fingerprint = run.recipe.findKnown(target.path);
  const hit = mark === undefined ? undefined : await describe(search, mark);
  if (run.report.targets.hasFingerprint(target.path) || isPositional(target)) {
    return hit === undefined ? 'missing' : 'right';
  }
  if (fingerprint === undefined) {
    if (hit === undefined) return 'missing';
    learn(input, hit, await listCandidates(search, roots));
    return 'right';
  }
  const question = hit && {
    fingerprint,
    hit: hit.element,
    purpose,
    isGrave: purpose === 'action',
  };
  const alone = question && judgeHit(question);
  if (hit !== undefined && alone?.isRight === true && alone.likeness >= hardlyChanged) {
    verify(input, hit, alone);
    run.report.targets.learn(target.path, fingerprint);
    return 'right';
  }
  const described = await listCandidates(search, roots);
  const candidates = described.map(({ element }) => element);
  const checked = question && judgeHit({ ...question, candidates });
  if (hit !== undefined && checked?.isRight === true) {
    verify(input, hit, checked);
    learn(input, hit, described);
    return 'right';
  }
  const among = { fingerprint, candidates, purpose };
  const chosen = chooseElement(among);
  const found = chosen === undefined ? undefined : described[chosen.index];
  if (chosen === undefined || found === undefined || found.mark === hit?.mark) {
    if (hit !== undefined && checked !== undefined) verify(input, hit, checked);
    if (hit !== undefined) {
      if (found !== undefined) return 'right';
      return checked?.isAnother === true ? 'another' : 'wrong';
    }
    const nearest = listNearest(among, maxNearest);
    // An action that fails says so itself.
    if (purpose !== 'action' && input.mayBeAbsent !== true && nearest.length > 0) {
      run.report.warn(
        `${nameTarget(target.path)}: no selector matched, and nothing on the page is clearly what was read before. ${describeNearest(nearest)}.`,
      );
    }
    return 'missing';
  }
  const selector = await propose(search, found, roots);
  if (selector === undefined) return hit === undefined ? 'missing' : 'wrong';
  run.recipe.selectors.set(target, selector);
  verify(input, found, chosen);
  learn(input, found, described);
  return 'healed';
}

/**
 * Takes the marked element for a target, where something else than likeness proves it to be the one: uses a selector of its
 * own for the rest of the run, and takes a new fingerprint. Returns whether it has such a selector.
 */
export async function takeTarget(
  input: HealTargetInput & { readonly mark: number },
): Promise<boolean> {
  const search = toSearch(input);
  const found = await describe(search, input.mark);
  const selector = found && (await propose(search, found, input.roots));
  if (found === undefined || selector === undefined) return false;
  input.run.recipe.selectors.set(input.target, selector);
  learn(input, found, await listCandidates(search, input.roots));
  return true;
}

function toSearch({ run, place, target, purpose }: HealTargetInput): Search {
  const ask: Ask = (name, question) => askPlace(place, name, question, run.session.signal);
  return { run, target, purpose, ask };
}

async function describe(
  { purpose, ask }: Search,
  mark: number,
): Promise<DescribedElement | undefined> {
  return (await ask('describe', { marks: [mark], purpose }))[0];
}

function listCandidates(
  { purpose, ask }: Search,
  [root]: readonly number[] = [],
): Promise<readonly DescribedElement[]> {
  const inRoot = root === undefined ? {} : { root };
  return ask('candidates', { purpose, limit: maxCandidates, ...inRoot });
}

async function propose(
  { purpose, ask }: Search,
  { mark, group }: DescribedElement,
  roots: readonly number[] | undefined,
): Promise<Selector | undefined> {
  const among = { ...(roots && { roots }), ...(group && { group }) };
  const proposed = await ask('propose', { mark, purpose, ...among });
  return proposed.flatMap((source) => parseSelector(source).selector ?? [])[0];
}

function learn(
  { run, target, purpose, count }: Pick<HealTargetInput, 'run' | 'target' | 'purpose' | 'count'>,
  found: DescribedElement,
  candidates: readonly DescribedElement[],
): void {
  const own = new Set([found.mark, ...(found.group ?? [])]);
  // The candidates hold a list by its first item; leave out the list that the selector matched.
  const others = candidates
    .filter(({ mark, group }) => ![mark, ...(group ?? [])].some((other) => own.has(other)))
    .map(({ element }) => element);
  const fingerprint = toTargetFingerprint(found.element, others, purpose);
  const learned = count === undefined ? fingerprint : { ...fingerprint, count };
  run.report.targets.learn(target.path, learned);
}

function verify(
  { run, target, purpose }: HealTargetInput,
  { element }: DescribedElement,
  { likeness, changed }: { readonly likeness: number; readonly changed: readonly string[] },
): void {
  const known = run.recipe.findKnown(target.path)?.element;
  const isMisshapen =
    purpose === 'field' && known !== undefined && textShape(known.text) !== textShape(element.text);
  run.report.targets.verify(target.path, { likeness, changed, isMisshapen });
}

/** Whether the target is visible now. */
export async function isShown(run: ReplayRun, place: Place, target: Target): Promise<boolean> {
  const limits = { signal: run.session.signal, timeoutMs: 10_000 };
  const hits = await callFrame(place.frame, 'look', { selectors: partsOf(target) }, limits);
  return hits.some(({ isVisible }) => isVisible);
}
