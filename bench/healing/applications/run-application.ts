import type { Page } from 'playwright-core';
import type { Browser } from '../../../src/runtime/contracts/browser.ts';
import type { RecipeFingerprints } from '../../../src/runtime/contracts/recipe/fingerprint.ts';
import { isGleanerError } from '../../../src/runtime/errors/gleaner-error.ts';
import { type Replay, replaySteps } from '../../../test/support/replay.ts';
import type { Application } from './application.ts';
import type { ServedApplications } from './serve-applications.ts';
import { toReadingSteps, toRecordedSteps } from './to-recipe.ts';
import { recordReading, walkMarkup } from './walk-markup.ts';

/**
 * `completed`: did what was recorded. `refused`: ended at an element that was not found, all before it as recorded.
 * `wrong`: did something else, or left something out without saying so.
 */
export type RunOutcome = 'completed' | 'refused' | 'wrong';

/** A recording of one markup, replayed on another with what was learnt on the first. */
export interface ApplicationRun {
  readonly application: string;
  readonly from: string;
  readonly to: string;
  readonly isTranslated: boolean;
  readonly outcome: RunOutcome;
  /** What was done of what was recorded, in acts. */
  readonly done: number;
  readonly recorded: number;
  /** Fields of the list, by what became of them: values of all items right, none brought, or another one in any item. */
  readonly fields: { readonly right: number; readonly absent: number; readonly wrong: number };
  /** Why it ended, or what it did instead. */
  readonly note: string;
}

export interface RunApplicationInput {
  /** Records. */
  readonly page: Page;
  /** Replays. */
  readonly browser: Browser;
  readonly served: ServedApplications;
  readonly application: Application;
  /** The markups that recordings are made on, and those that they are run on; all without. */
  readonly from?: readonly string[];
  readonly to?: readonly string[];
}

/** Longest time of a step where an element may be missing, which takes as long. */
const timeoutMs = 6_000;

/** Records an application on its markups and replays each recording on the others. Throws where a recording does not run on its own markup. */
export async function runApplication(
  input: RunApplicationInput,
): Promise<readonly ApplicationRun[]> {
  const { application, served, page, browser } = input;
  const all = [...application.markups, ...application.translated];
  const runs: ApplicationRun[] = [];
  for (const from of input.from ?? all) {
    const path = `/${application.name}/${from}.html`;
    const scenes = await walkMarkup(page, served.origin + path, application, []);
    const acts = served.takeActs(path);
    const list = await recordReading(page, served.origin + path);
    const doOn = (to: string, fingerprints: RecipeFingerprints | undefined) => {
      const steps = toRecordedSteps(application, scenes, `${served.origin}${to}`);
      return replayOrTell(browser, steps, fingerprints);
    };
    const readOn = (to: string, fingerprints: RecipeFingerprints | undefined) => {
      const steps = toReadingSteps(list.selectors, `${served.origin}${to}`);
      return replayOrTell(browser, steps, fingerprints);
    };
    const learnt = await doOn(path, undefined);
    const read = await readOn(path, undefined);
    const own = served.takeActs(path);
    if (learnt.report === undefined || own.join('\n') !== acts.join('\n')) {
      throw new Error(
        `${path}: ${learnt.note}, did ${own.join('; ')}, recorded ${acts.join('; ')}`,
      );
    }
    if (JSON.stringify(read.report?.items) !== JSON.stringify(list.items)) {
      throw new Error(`${path}: ${read.note}, read ${JSON.stringify(read.report?.items)}`);
    }
    for (const to of input.to ?? all) {
      if (from === to) continue;
      const place = `/${application.name}/${to}.html`;
      const run = await doOn(place, learnt.report.fingerprints);
      const done = served.takeActs(place);
      const reading = await readOn(place, read.report?.fingerprints);
      const other = done.findIndex((act, at) => act !== acts[at]);
      const isShort = run.report !== undefined && done.length < acts.length;
      const isWrong = other !== -1 || isShort;
      runs.push({
        application: application.name,
        from,
        to,
        isTranslated: [from, to].some((markup) => application.translated.includes(markup)),
        outcome: isWrong ? 'wrong' : run.report === undefined ? 'refused' : 'completed',
        done: other === -1 ? done.length : other,
        recorded: acts.length,
        fields: compareItems(list.items, reading.report?.items ?? []),
        note:
          other === -1 ? run.note : `did "${done[other]}" instead of "${acts[other] ?? 'nothing'}"`,
      });
    }
  }
  return runs;
}

interface Replayed {
  readonly report: Replay | undefined;
  readonly note: string;
}

async function replayOrTell(
  browser: Browser,
  steps: readonly unknown[],
  fingerprints: RecipeFingerprints | undefined,
): Promise<Replayed> {
  try {
    // On its own markup nothing is missing.
    const limits = fingerprints === undefined ? {} : { fingerprints, timeoutMs };
    return { report: await replaySteps(browser, steps, limits), note: '' };
  } catch (error) {
    if (!isGleanerError(error)) throw error;
    return { report: undefined, note: error.message };
  }
}

function compareItems(
  wanted: readonly Readonly<Record<string, string>>[],
  items: Replay['items'],
): ApplicationRun['fields'] {
  const counts = { right: 0, absent: 0, wrong: 0 };
  for (const name of Object.keys(wanted[0] ?? {})) {
    const values = items.map((item) => item[name]);
    // Fewer or more items than the page has are a fault of every field.
    const isRight =
      items.length === wanted.length && wanted.every((item, at) => values[at] === item[name]);
    const isAbsent = values.every((value) => value === undefined);
    counts[isRight ? 'right' : isAbsent ? 'absent' : 'wrong'] += 1;
  }
  return counts;
}
