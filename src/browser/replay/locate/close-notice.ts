import type { Frame, Locator } from 'playwright-core';
import { raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import { callFrame, locate } from '../../call-page.ts';
import type { ConsentView, NoticeButton } from '../../in-page/notice-finder.ts';
import { noticeWords } from '../../notice-words.ts';
import type { ReplayRun } from '../run/replay-run.ts';

/** `closed`: a notice was answered. `paid`: it asks to pay or to accept, and was left as it is. `none`: there is none. */
type ConsentOutcome = 'closed' | 'paid' | 'none';

/** Most frames of a page in which a notice is searched. */
const maxFrames = 8;
/** Most times that one button of a page is pressed in a run: a notice that comes back is not answered. */
const maxClicks = 3;
/** Milliseconds for a reply of a frame, and for pressing a button. */
const replyMs = 2_000;
/** Milliseconds in which a notice that was answered fades away, and in which the page is loaded anew. */
const fadeMs = 1_500;
const loadMs = 5_000;

/**
 * Answers the consent notice of a frame's page, in the page or in the frames over it, and reports what was pressed:
 * refusing comes before accepting. With `onlyLocked` only where the page cannot be scrolled.
 */
export async function closeConsent(
  run: ReplayRun,
  frame: Frame,
  { onlyLocked = false }: { readonly onlyLocked?: boolean } = {},
): Promise<ConsentOutcome> {
  const main = frame.page().mainFrame();
  const frames: Frame[] = frame === main ? [main] : [main, frame];
  for (const asked of frames) {
    const view = await findConsent(run, asked, asked !== main && asked !== frame);
    if (asked === main && onlyLocked && view?.isLocked !== true) return 'none';
    if (view?.notice !== undefined) {
      const { button } = view.notice;
      if (button !== undefined) {
        if (await clickNotice(run, asked, button, 'A consent notice was closed')) return 'closed';
        continue;
      }
      run.report.warn('A consent notice asks to pay or to accept; it was left as it is.');
      return 'paid';
    }
    for (const mark of view?.frames ?? []) {
      const inner = await findInner(run, asked, mark);
      const isNew = inner !== undefined && !frames.includes(inner);
      if (isNew && frames.length < maxFrames) frames.push(inner);
    }
  }
  return 'none';
}

/** Presses a button of a notice, waits until it is gone, and reports it as `what`; returns whether it went. */
export async function clickNotice(
  run: ReplayRun,
  frame: Frame,
  { mark, name }: NoticeButton,
  what: string,
): Promise<boolean> {
  const { signal, noticeClicks } = run.session;
  const key = `${frame.page().url()}\n${name}`;
  const count = (noticeClicks.get(key) ?? 0) + 1;
  noticeClicks.set(key, count);
  if (count > maxClicks) return false;
  const button = locate(frame, { mark, selector: [] });
  try {
    await raceSignal(button.click({ timeout: replyMs }), signal);
  } catch {
    signal.throwIfAborted();
    return false;
  }
  const hasGone = await waitUntil({
    timeoutMs: fadeMs,
    signal,
    poll: async () => ((await isGone(run, button)) ? true : undefined),
  });
  if (hasGone === undefined) {
    run.report.warn(`The button "${name}" of a notice was pressed, and the notice stayed.`);
    return false;
  }
  run.report.warn(`${what} by its button "${name}".`);
  const loaded = frame.page().waitForLoadState('domcontentloaded', { timeout: loadMs });
  // A page that loads longer is waited for by the step.
  await raceSignal(loaded, signal).catch(() => signal.throwIfAborted());
  return true;
}

/** A document that was replaced shows nothing of before. */
async function isGone({ session: { signal } }: ReplayRun, button: Locator): Promise<boolean> {
  try {
    return !(await raceSignal(button.isVisible(), signal));
  } catch {
    signal.throwIfAborted();
    return true;
  }
}

async function findConsent(
  { session: { signal } }: ReplayRun,
  frame: Frame,
  isFramed: boolean,
): Promise<ConsentView | undefined> {
  try {
    const question = { isFramed, words: noticeWords };
    return await callFrame(frame, 'consent', question, { signal, timeoutMs: replyMs });
  } catch {
    signal.throwIfAborted();
    // The frame went away, or its page hangs.
    return undefined;
  }
}

async function findInner(
  { session: { signal } }: ReplayRun,
  frame: Frame,
  mark: number,
): Promise<Frame | undefined> {
  try {
    const element = locate(frame, { mark, selector: [] });
    const handle = await raceSignal(element.elementHandle({ timeout: replyMs }), signal);
    return (await raceSignal(handle?.contentFrame() ?? Promise.resolve(null), signal)) ?? undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
