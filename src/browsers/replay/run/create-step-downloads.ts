import type { RecipeStep } from '../../../contracts/recipe/recipe.ts';
import type { DownloadFolder } from '../../../contracts/recipe/run-files.ts';
import { advice } from '../../../errors/advice.ts';
import { toSafeName } from '../../../files/to-safe-name.ts';
import { pause, waitUntil } from '../../../signals/wait-until.ts';
import type { Tabs } from '../frames/create-tabs.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { SessionDownload } from '../../session/open-downloads.ts';
import { nameStep } from '../fail-step.ts';

type Step = Pick<RecipeStep, 'path' | 'type'>;

/** The downloads of these tabs, each of the step that brought it. */
export interface StepDownloads {
  /** What begins from now on is of this step. */
  begin(step: Step): void;
  /**
   * Says that a link for a download is clicked, or one that opens a tab, which may turn out to be a download: its server may take
   * its time to answer.
   */
  expect(link: 'download' | 'tab'): void;
  /**
   * Waits until what has begun is kept; returns at once when nothing has. What is expected has `beginMs` to begin, all of it
   * `timeoutMs` to end: what has not is cancelled and told.
   */
  finish(limits: { readonly beginMs: number; readonly timeoutMs: number }): Promise<void>;
}

export interface CreateStepDownloadsInput {
  readonly session: Pick<BrowsingSession, 'downloads' | 'signal' | 'startPage'>;
  readonly tabs: Pick<Tabs, 'takeDownloads'>;
  /** `undefined`: downloads are refused and told. */
  readonly folder: DownloadFolder | undefined;
  readonly warn: (warning: string) => void;
}

/** Milliseconds between two looks at the size of a file: a fast network brings some 2 MB meanwhile. */
const watchMs = 20;

/** Creates what keeps the downloads of a run's tabs, those of tabs that open later too. */
export function createStepDownloads({
  session,
  tabs,
  folder,
  warn,
}: CreateStepDownloadsInput): StepDownloads {
  const { signal, downloads } = session;
  const pending = new Set<Pending>();
  let step: Step = { path: '', type: 'navigate' };
  let expected: { readonly link: 'download' | 'tab'; readonly tabsLoaded: number } | undefined;
  let begunMs = -Infinity;

  tabs.takeDownloads((download) => {
    expected = undefined;
    begunMs = performance.now();
    if (folder === undefined || download === undefined) {
      const why = folder === undefined ? advice.allowDownloads : 'This browser runs elsewhere.';
      warn(`${nameStep(step)}: a download was refused. ${why}`);
      return;
    }
    const taken: Pending = { download, step, isLate: false };
    pending.add(taken);
    void take(taken, folder).finally(() => pending.delete(taken));
  });

  /** Never rejects: a file that cannot be kept is told. */
  async function take(taken: Pending, to: DownloadFolder): Promise<void> {
    const { download } = taken;
    const label = nameStep(taken.step);
    const name = toSafeName(download.suggestedName);
    try {
      const { maxBytes, refused } = to.admit('download');
      if (maxBytes === 0) {
        download.cancel();
        warn(`${label}: a download was not kept: ${refused}.`);
        return;
      }
      // The limit of what a page may load is not for what it was asked to bring.
      session.startPage();
      const content = await receive(taken, maxBytes, signal);
      const outcome =
        typeof content === 'string'
          ? await to.keep({
              step: taken.step.path,
              kind: 'download',
              name: download.suggestedName,
              url: download.url,
              content,
            })
          : { refused: { ...failures, tooLarge: refused }[content.failure] };
      if ('refused' in outcome) warn(`${label}: "${name}" was not kept: ${outcome.refused}.`);
    } catch {
      if (signal.aborted) return;
      warn(`${label}: "${name}" was not kept: the folder of downloads cannot be written.`);
    }
  }

  /** Whether the step may have set off a download that has not begun. */
  function mayBegin(): boolean {
    if (folder === undefined || downloads === undefined) return false;
    const endedMs = downloads.abortedMs();
    if (begunMs < endedMs && performance.now() - endedMs < abortedForMs) return true;
    if (expected === undefined) return false;
    return expected.link === 'download' || downloads.tabsLoaded() === expected.tabsLoaded;
  }

  return {
    begin(next) {
      step = next;
    },
    expect(link) {
      if (folder === undefined || downloads === undefined) return;
      expected = { link, tabsLoaded: downloads.tabsLoaded() };
    },
    async finish({ beginMs, timeoutMs }) {
      const isOver = async (): Promise<true | undefined> => (mayBegin() ? undefined : true);
      if (mayBegin())
        await waitUntil({ timeoutMs: beginMs, everyMs: watchMs, signal, poll: isOver });
      if (expected?.link === 'download') {
        warn(`${nameStep(step)}: no download began within ${beginMs / 1_000} s.`);
      }
      expected = undefined;
      if (pending.size === 0) return;
      const isEmpty = async (): Promise<true | undefined> =>
        pending.size === 0 ? true : undefined;
      await waitUntil({ timeoutMs, everyMs: watchMs, signal, poll: isEmpty });
      for (const taken of pending) taken.isLate = true;
      // Cancelling takes a moment.
      await waitUntil({ timeoutMs: cancelMs, everyMs: watchMs, signal, poll: isEmpty });
    },
  };
}

/** Milliseconds from the end of a navigation without a page to the download; 60 measured, more on a busy machine. */
const abortedForMs = 1_000;
/** Milliseconds; a browser that takes longer to cancel hangs, and ends with the session. */
const cancelMs = 2_000;

interface Pending {
  readonly download: SessionDownload;
  readonly step: Step;
  /** Set when its time is up. */
  isLate: boolean;
}

const failures = { late: 'it did not end in time', failed: 'it failed' } as const;

/** Resolves to the path of the whole file. A file that grows beyond `maxBytes`, or is late, is cancelled. */
async function receive(
  taken: Pending,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | { readonly failure: 'tooLarge' | keyof typeof failures }> {
  const { download } = taken;
  let end: { readonly file: string | undefined } | undefined;
  async function noteEnd(): Promise<void> {
    end = { file: await download.ended };
  }
  void noteEnd();
  const hasEnded = (): typeof end => end;
  for (;;) {
    const ended = hasEnded();
    if (ended !== undefined) return ended.file ?? { failure: 'failed' };
    const failure = download.bytes() > maxBytes ? 'tooLarge' : taken.isLate ? 'late' : undefined;
    if (failure !== undefined) {
      download.cancel();
      return { failure };
    }
    await pause(watchMs, signal);
  }
}
