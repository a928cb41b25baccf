import type { RecipeStep, Selector, Target } from '../../../runtime/contracts/recipe/recipe.ts';
import { raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import { callFrame } from '../../call-page.ts';
import { isPlaywrightTimeout } from '../../launch/load-playwright.ts';
import { failStep, nameSelectors } from '../fail-step.ts';
import type { Cover, Obstruction } from '../../in-page/notice-finder.ts';
import { noticeWords } from '../../notice-words.ts';
import { closeConsent, clickNotice } from '../locate/close-notice.ts';
import type { ElementPlace } from '../locate/locate-target.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import type { FailureReason } from '../../../runtime/errors/gleaner-error.ts';
import type { CDPSession } from 'playwright-core';
import type { Tab } from '../watch-documents.ts';
import { nameFirst } from '../../../runtime/name-first.ts';

export interface ActOnInput {
  readonly run: ReplayRun;
  readonly step: RecipeStep;
  readonly target: Target;
  readonly element: ElementPlace;
  readonly timeoutMs: number;
  /** Does the action; waits until the element is ready. */
  readonly act: (limits: { readonly timeout: number; readonly force: boolean }) => Promise<unknown>;
}

/** Milliseconds after which an element that is not ready needs help: a notice closed or a motion stopped. */
const firstTryMs = 1_500;
/** Most notices closed for one action; closing one may open another. */
const maxHelps = 3;

/**
 * Acts on an element once it is ready. A covering notice or dialog is closed if it has a button for
 * that, never clicked through; an endless motion is stopped. Rejects with `target_not_found` when nothing helps.
 */
export async function actOn(input: ActOnInput): Promise<void> {
  const { run, timeoutMs } = input;
  const endMs = performance.now() + timeoutMs;
  let force = false;
  let cause: unknown;
  let obstruction: Obstruction | undefined;
  for (let help = 0; help <= maxHelps; help += 1) {
    const leftMs = endMs - performance.now();
    if (help > 0 && leftMs <= 0) break;
    const isLast = help === maxHelps;
    const timeout = Math.max(1, isLast ? leftMs : Math.min(leftMs, firstTryMs));
    try {
      await raceSignal(input.act({ timeout, force }), run.session.signal);
      return;
    } catch (error) {
      run.session.signal.throwIfAborted();
      if (!isPlaywrightTimeout(error)) throw toActionError(input, error);
      if (mayHaveActed(error)) return;
      cause = error;
    }
    const before = await look(input);
    const after = before === undefined ? undefined : await look(input);
    obstruction = after;
    // A script keeps moving the element. If nothing covers it, a forced click still hits it.
    force = after !== undefined && after.cover === undefined && after.box !== before?.box;
  }
  throw await explainFailure(input, obstruction, cause);
}

/**
 * Whether a timed-out action may have happened: on a slow page the time may run out between the click and its reply,
 * and a second click could undo the first.
 */
function mayHaveActed({ message }: Error): boolean {
  const acted = message.lastIndexOf('performing click action');
  return acted > message.lastIndexOf('intercepts pointer events');
}

/** Returns what is in the way of the element, after removing it if possible. */
async function look({ run, element }: ActOnInput): Promise<Obstruction | undefined> {
  const limits = { signal: run.session.signal, timeoutMs: 2_000 };
  try {
    const { frame, selector } = element;
    const selectors = [selector];
    const mark = element.mark ?? (await callFrame(frame, 'look', { selectors }, limits))[0]?.mark;
    if (mark === undefined) return undefined;
    const question = { mark, words: noticeWords };
    const found = await callFrame(frame, 'obstruction', question, limits);
    if (found?.cover === undefined) return found ?? undefined;
    if ((await closeConsent(run, frame)) !== 'none') return found;
    const { closer } = found.cover;
    if (closer !== undefined)
      await clickNotice(run, frame, closer, 'A notice over the page was closed');
    return found;
  } catch {
    run.session.signal.throwIfAborted();
    // The page is navigating or the notice disappeared: the next attempt shows which.
    return undefined;
  }
}

function toActionError({ step, target }: ActOnInput, cause: unknown): Error {
  return failStep(
    step,
    'target_not_found',
    `could not act on the element that ${nameSelectors(target)} leads to: it takes no such action, or went away.`,
    { cause },
  );
}

/** Returns the error for an element that was found and could not be acted on: why, and how to mend it. */
async function explainFailure(
  input: ActOnInput,
  obstruction: Obstruction | undefined,
  cause: unknown,
): Promise<Error> {
  const { step, target, timeoutMs } = input;
  const { reason, why } = await findReason(input, obstruction);
  const what = `found its element by ${nameSelectors(target)}, but could not act on it within ${timeoutMs / 1_000} s: ${why}.`;
  return failStep(step, reason, what, { cause });
}

interface Reason {
  readonly reason: FailureReason;
  /** Continues the sentence behind a colon. */
  readonly why: string;
}

async function findReason(
  input: ActOnInput,
  obstruction: Obstruction | undefined,
): Promise<Reason> {
  const { cover } = obstruction ?? {};
  if (cover !== undefined) return toCoverReason(cover);
  const reason = 'target_not_found';
  if (obstruction?.isDisabled === true) return { reason, why: 'it stayed disabled' };
  if (obstruction?.isVisible === false) return { reason, why: 'it stayed hidden' };
  const why = (await explainOption(input)) ?? 'it is hidden, disabled or covered';
  return { reason, why };
}

const asked: Readonly<Record<NonNullable<Cover['asksFor']>, Reason>> = {
  'log-in': { reason: 'login_required', why: 'asks to log in; such a dialog is not closed' },
  age: { reason: 'page_blocked', why: 'asks for the age of the visitor; it is not answered' },
  payment: { reason: 'page_blocked', why: 'asks to pay; it is not answered' },
};

function toCoverReason({ by, asksFor }: Cover): Reason {
  if (asksFor !== undefined) {
    const { reason, why } = asked[asksFor];
    return { reason, why: `it is covered by ${by}, which ${why}` };
  }
  const why = `it is covered by ${by}, which could not be closed`;
  return { reason: 'target_not_found', why };
}

/** Characters of an option in a message. */
const maxOption = 40;

/** Says which options a select has when the recipe's is none of them. */
async function explainOption({ run, step, element }: ActOnInput): Promise<string | undefined> {
  if (step.type !== 'change' || element.mark === undefined) return undefined;
  const question = { mark: element.mark, value: step.value };
  const limits = { signal: run.session.signal, timeoutMs: 2_000 };
  const choices = await callFrame(element.frame, 'choices', question, limits).catch(() => {
    run.session.signal.throwIfAborted();
    // The page went away.
    return null;
  });
  if (choices === null || choices.fits !== undefined) return undefined;
  const { labels, count } = choices;
  if (count === 0) return 'its list has no options';
  const named = labels.map((label) => `"${label.slice(0, maxOption)}"`);
  return `its list has no such option; it has ${nameFirst(named, named.length, count)}`;
}

/** Events by whose listeners a click has an effect. */
const clickEvents: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchend',
]);

/** Milliseconds within which the scripts of a server-rendered page make it interactive, if it has any. */
export const hydrationMs = 2_000;

/**
 * Waits until a listener for clicks is set on an element or an ancestor: a server-rendered button has no effect until
 * its scripts have run.
 */
export async function waitForListener(
  tab: Tab,
  selector: Selector['parts'],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  await waitUntil({
    timeoutMs,
    everyMs: 50,
    signal,
    poll: async () => ((await hasClickListener(tab, selector, signal)) ? true : undefined),
  });
}

/** Whether a script listens for clicks on the element or an ancestor. */
export async function hasClickListener(
  { devtools, call }: Tab,
  selector: Selector['parts'],
  signal: AbortSignal,
): Promise<boolean> {
  const asked = call.handles(selector).then(async (objectIds) => {
    const lists = await Promise.all([
      ...objectIds.map((objectId) => listEvents(devtools, objectId)),
      listWindowEvents(devtools),
    ]);
    return lists.flat().some((type) => clickEvents.has(type));
  });
  return raceSignal(asked, signal);
}

/**
 * Returns the types of the page's event listeners on a node. DevTools lists only listeners of an object's own world,
 * so the node is resolved in the page's main world.
 */
async function listEvents(devtools: CDPSession, objectId: string): Promise<readonly string[]> {
  try {
    const { node } = await devtools.send('DOM.describeNode', { objectId });
    const { backendNodeId } = node;
    const { object } = await devtools.send('DOM.resolveNode', { backendNodeId });
    return object.objectId === undefined ? [] : await listOwnEvents(devtools, object.objectId);
  } catch {
    // The document was replaced meanwhile.
    return [];
  }
}

async function listWindowEvents(devtools: CDPSession): Promise<readonly string[]> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' });
  return result.objectId === undefined ? [] : listOwnEvents(devtools, result.objectId);
}

async function listOwnEvents(devtools: CDPSession, objectId: string): Promise<readonly string[]> {
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId });
  return listeners.map(({ type }) => type);
}
