import type { Frame } from 'playwright-core';
import type { RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { waitUntil } from '../../../runtime/signals/waiting.ts';
import { failStep, nameStep } from '../fail-step.ts';
import type { Place } from '../tabs.ts';
import { readObstacle, obstacleReasons } from '../locate/miss-target.ts';
import type { ReplayRun } from '../run/replay-run.ts';
import type { DocumentResponse } from '../watch-documents.ts';

/** Milliseconds for a page with an expected status: a script may lead to it. */
const expectedMs = 1_000;

/**
 * Rejects where the page that a step works in, or its frame, is an error page, unless the step that loaded it expects
 * the status. The reason is the one that `scrape` gives for the same response.
 */
export async function checkStatus(run: ReplayRun, place: Place, step: RecipeStep): Promise<void> {
  if (place.tab.page.isClosed()) return;
  const failed = run.session.documents.failureOf(place.frame);
  if (failed !== undefined) {
    const what = 'led to a page that could not be opened; the site was not reached or broke off.';
    throw run.session.findFailure(failed) ?? failStep(step, 'fetch_failed', what);
  }
  for (const response of listNew(run, place)) {
    run.session.checked.add(response);
    const { status } = response;
    const accepted = [...(response.step?.expectStatus ?? []), ...(step.expectStatus ?? [])];
    if (status < 400 || accepted.includes(status)) continue;
    // The guard's own answer, which is no page of the site.
    const refusal = run.session.findFailure(place.frame.url());
    if (refusal !== undefined) throw refusal;
    const obstacle =
      response === place.tab.response ? await readObstacle(run, place.tab) : undefined;
    const what =
      obstacle === undefined
        ? `was answered with HTTP status ${status}.`
        : obstacleReasons[obstacle.reason](obstacle.why);
    throw failStep(
      step,
      obstacle?.reason ?? 'fetch_failed',
      `${what} ${adviseOn(status)} If this is the page that is meant, give the step "expectStatus": ${status}.`,
      { pageStatus: status },
    );
  }
}

/** Reports when a step on a page expected a status and loaded a page with another one below 400, or none. */
export async function warnOfUnexpected(
  run: ReplayRun,
  place: Place,
  step: RecipeStep,
  loadedBefore: number,
): Promise<void> {
  const { expectStatus } = step;
  if (expectStatus === undefined || place.tab.page.isClosed()) return;
  const isMet = (): boolean =>
    run.session.documents.count() > loadedBefore &&
    listResponses(run, place).some(({ status }) => expectStatus.includes(status));
  const met = await waitUntil({
    timeoutMs: expectedMs,
    everyMs: 20,
    signal: run.session.signal,
    poll: async () => (isMet() ? true : undefined),
  });
  if (met !== undefined) return;
  const found =
    run.session.documents.count() > loadedBefore ? listResponses(run, place)[0] : undefined;
  const what = found === undefined ? 'loaded no page' : `was answered with ${found.status}`;
  run.report.warn(
    `${nameStep(step)} expects HTTP status ${expectStatus.join(' or ')} and ${what}.`,
  );
}

/** Marks the documents of a place as seen: a pagination has ended on an error page in its own way. */
export function acceptStatus(run: ReplayRun, place: Place): void {
  for (const response of listResponses(run, place)) run.session.checked.add(response);
}

function listNew(run: ReplayRun, place: Place): readonly DocumentResponse[] {
  return listResponses(run, place).filter((response) => !run.session.checked.has(response));
}

/** The responses with the documents of a frame and of those around it, outermost first. */
function listResponses(run: ReplayRun, { frame }: Place): readonly DocumentResponse[] {
  const frames: Frame[] = [];
  for (let at: Frame | null = frame; at !== null; at = at.parentFrame()) frames.unshift(at);
  return frames.flatMap((one) => run.session.documents.responseOf(one) ?? []);
}

/** How a status is mended, for people. */
function adviseOn(status: number): string {
  const known = advice.get(status);
  if (known !== undefined) return known;
  return status >= 500
    ? 'The site has a fault of its own: try again later.'
    : 'The site does not take the request: check what the step opens or sends.';
}

const advice: ReadonlyMap<number, string> = new Map([
  [
    401,
    'The page wants a log-in: put its steps before this one, or send the headers of a session.',
  ],
  [
    403,
    'The site refuses this visitor: log in first, or come as an ordinary visitor or from another address (stealth, proxy).',
  ],
  [404, 'Check the URL and the values in it; if the page has moved, record the step again.'],
  [410, 'The page was taken away for good: leave the step out, or record another way.'],
  [429, 'The site counts requests: run the recipe later, or less often.'],
  [503, 'The site is overloaded or closed for maintenance: try again later.'],
]);
