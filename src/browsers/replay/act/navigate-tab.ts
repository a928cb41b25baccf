import { raceSignal } from '../../../signals/race-signal.ts';
import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import { advice } from '../../../errors/advice.ts';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import { isPlaywrightTimeout } from '../../launch/is-playwright-error.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { invalidRequest } from '../../../errors/invalid-request.ts';
import { failStep, nameStep } from '../fail-step.ts';
import type { Tab } from '../frames/tab.ts';

export interface NavigateTabInput {
  readonly tab: Tab;
  /** Absolute URL. */
  readonly url: string;
  /** URL of the page that holds the link, if any. */
  readonly referer?: string;
  readonly timeoutMs: number;
  /** The step that errors name. */
  readonly step: Pick<RecipeStep, 'path' | 'type'>;
  readonly session: BrowsingSession;
}

/**
 * Opens a URL in a tab and waits until its document is parsed: waiting for `load` hangs on a single slow image. An
 * error status is still a page. Rejects with `validation_failed` when no page arrives.
 */
export async function navigateTab(input: NavigateTabInput): Promise<void> {
  const { tab, referer, timeoutMs, session } = input;
  const { signal } = session;
  const url = parseStepUrl(input);
  const options = {
    waitUntil: 'domcontentloaded',
    timeout: timeoutMs,
    ...(referer === undefined ? {} : { referer }),
  } as const;
  try {
    await raceSignal(tab.page.goto(url, options), signal);
    tab.call.forget();
  } catch (cause) {
    // When a renderer crashes, its navigation fails a moment before Playwright reports the crash.
    await askForLife(tab, signal);
    signal.throwIfAborted();
    // The page before stays.
    if (isDownload(cause) && isKept(input)) return;
    throw session.findFailure(url) ?? toNavigationError(input, cause);
  }
}

/** Whether what a step opens may be a file; the next page of a pagination may not. */
function isKept({ session, step }: NavigateTabInput): boolean {
  return session.downloads !== undefined && step.type === 'navigate';
}

function isDownload(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message.includes('Download is starting');
}

/** Milliseconds; a live page replies at once. */
const lifeTimeoutMs = 1_000;

/** Resolves when the page has replied, or when it is known to be lost, in which case `signal` has aborted. */
async function askForLife({ page }: Tab, signal: AbortSignal): Promise<void> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(lifeTimeoutMs)]);
    await raceSignal(page.evaluate('0'), limit);
  } catch {
    // Whether the page is lost shows in the signal.
  }
}

/** Returns the URL to open; throws an error that names the step if it may not be opened. */
function parseStepUrl({ session, url, step }: NavigateTabInput): string {
  try {
    return session.parseUrl(url).href;
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    throw invalidRequest(
      `take ${nameStep(step)}`,
      error.details.issues.map(({ message }) => ({ path: step.path, message })),
      error,
    );
  }
}

/**
 * Returns the error for a failed navigation. It repeats only the browser's error code: Playwright's message holds the
 * URL with the values of variables.
 */
function toNavigationError({ step, timeoutMs, session }: NavigateTabInput, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : '';
  if (isPlaywrightTimeout(cause)) {
    const seconds = timeoutMs / 1_000;
    return failStep(step, 'timed_out', `got no page within ${seconds} s.`, { cause });
  }
  if (isDownload(cause)) {
    const isRefused = session.downloads === undefined;
    const what = `leads to a download, not to a page.${isRefused ? ` ${advice.allowDownloads}` : ''}`;
    return failStep(step, 'unsupported_content', what, { cause });
  }
  const fault = /net::(ERR_[A-Z0-9_]{1,60})/.exec(message)?.[1];
  if (fault === 'ERR_ABORTED') {
    const what = 'got a response without a page (no content, or a file).';
    return failStep(step, 'unsupported_content', what, { cause });
  }
  const code = fault === undefined ? '' : ` (${fault})`;
  return failStep(step, 'fetch_failed', `could not open its page${code}.`, { cause });
}
