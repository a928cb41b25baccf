import { raceSignal } from '../../../signals/race-signal.ts';
import type { RecipeStep } from '../../../contracts/recipe.ts';
import { isGleanerError } from '../../../errors/gleaner-error.ts';
import { isPlaywrightTimeout } from '../../launch/is-playwright-error.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import { invalidRequest } from '../../../errors/invalid-request.ts';
import { failStep, nameStep } from '../fail-step.ts';
import { type Tab, toDocumentResponse } from '../frames/tab.ts';

export interface NavigateTabInput {
  readonly tab: Tab;
  /** Absolute. */
  readonly url: string;
  /** The page that links there, where one does. */
  readonly referer?: string;
  readonly timeoutMs: number;
  /** Named in errors. */
  readonly step: Pick<RecipeStep, 'path' | 'type'>;
  readonly session: BrowsingSession;
}

/**
 * Opens a URL in a tab, until its document is parsed: waiting for `load` hangs on a single slow image. An error status is
 * a page, too. Rejects with `validation_failed` where no page came.
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
    tab.response = toDocumentResponse(await raceSignal(tab.page.goto(url, options), signal));
    tab.call.forget();
  } catch (cause) {
    // A renderer that dies ends its navigation a moment before Playwright reports its death.
    await askForLife(tab, signal);
    signal.throwIfAborted();
    throw session.findFailure(url) ?? toNavigationError(input, cause);
  }
}

/** A live page replies at once. */
const lifeTimeoutMs = 1_000;

/** Returns when the page has replied, or when it is known to be lost: `signal` has aborted then. */
async function askForLife({ page }: Tab, signal: AbortSignal): Promise<void> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(lifeTimeoutMs)]);
    await raceSignal(page.evaluate('0'), limit);
  } catch {
    // The signal says whether the page is lost.
  }
}

/** What may be opened; a refusal names the step. */
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

/** Playwright's message holds the URL with all its values: of it the message repeats only the browser's error code. */
function toNavigationError({ step, timeoutMs }: NavigateTabInput, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : '';
  if (isPlaywrightTimeout(cause)) {
    const seconds = timeoutMs / 1_000;
    return failStep(step, 'timed_out', `got no page within ${seconds} s.`, { cause });
  }
  if (message.includes('Download is starting')) {
    const what = 'leads to a download, which is refused: name the page that links to it.';
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
