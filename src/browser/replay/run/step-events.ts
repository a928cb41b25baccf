import type { DialogAnswer, RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import type { DownloadFolder } from '../../../runtime/contracts/recipe/run-files.ts';
import { advice } from '../../../runtime/errors/advice.ts';
import { toSafeName } from '../../files/file-names.ts';
import { pause, waitUntil } from '../../../runtime/signals/waiting.ts';
import type { Tabs } from '../tabs.ts';
import type { BrowsingSession } from '../../session/browsing.ts';
import type { SessionDownload } from '../../session/open-downloads.ts';
import { nameStep } from '../fail-step.ts';
import type { BrowserContext, Dialog, Page, Request } from 'playwright-core';

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
   * `timeoutMs` to end: what has not is cancelled, with a warning.
   */
  finish(limits: { readonly beginMs: number; readonly timeoutMs: number }): Promise<void>;
}

interface CreateStepDownloadsInput {
  readonly session: Pick<BrowsingSession, 'downloads' | 'signal' | 'startPage'>;
  readonly tabs: Pick<Tabs, 'takeDownloads'>;
  /** `undefined`: downloads are refused, with a warning. */
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

  /** Never rejects: a file that cannot be kept is a warning. */
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

/** Answers the dialogs of a session's pages: an open dialog blocks its page. */
export interface StepDialogs {
  /** From now on dialogs get the answer of this step, also those that a timer of the page opens later. */
  begin(step: RecipeStep): void;
  /** Waits a moment for a dialog that the step has an answer to; one that does not come is a warning. */
  finish(step: RecipeStep): Promise<void>;
  /** Whether a page asked before it was left, and was answered to stay, since the step began. */
  hasStayed(): boolean;
}

/** Milliseconds for a dialog that was expected; pages that ask the server first take a few hundred. */
const expectedMs = 1_000;
/** Characters of a dialog's text in a warning. */
const maxText = 80;
/** Most warnings of dialogs in one run: a page can open them without end. */
const maxWarned = 20;

/** Answers the dialogs of these tabs, those of tabs that open later too. */
export function createStepDialogs(
  tabs: Pick<Tabs, 'answerDialogs'>,
  signal: AbortSignal,
  warn: (warning: string) => void,
): StepDialogs {
  let step: RecipeStep | undefined;
  let seen = 0;
  let warned = 0;
  let hasStayed = false;

  tabs.answerDialogs((dialog) => {
    seen += 1;
    const answer = step?.dialog;
    if (answer === undefined) warnOf(dialog);
    hasStayed ||= dialog.type() === 'beforeunload' && !isAccepted(answer);
    answerDialog(dialog, answer).catch(ignoreGonePage);
  });

  function warnOf(dialog: Dialog): void {
    warned += 1;
    if (warned > maxWarned) return;
    const name = step === undefined ? 'The run' : nameStep(step);
    warn(
      warned === maxWarned
        ? `${name}: the page opens more dialogs; they are dismissed and no longer reported.`
        : `${name}: the page ${describe(dialog)}`,
    );
  }

  return {
    begin(next) {
      step = next;
      seen = 0;
      hasStayed = false;
    },
    async finish(ending) {
      if (ending.dialog === undefined) return;
      const hasCome = await waitUntil({
        timeoutMs: expectedMs,
        everyMs: 20,
        signal,
        poll: async () => (seen > 0 ? true : undefined),
      });
      if (hasCome === undefined) {
        warn(`${nameStep(ending)} has an answer to a dialog ("dialog"), and the page opened none.`);
      }
    },
    hasStayed: () => hasStayed,
  };
}

function isAccepted(answer: DialogAnswer | undefined): boolean {
  return answer !== undefined && answer !== 'dismiss';
}

function answerDialog(dialog: Dialog, answer: DialogAnswer | undefined): Promise<void> {
  if (!isAccepted(answer)) return dialog.dismiss();
  // A person who accepts a prompt sends what stands in it.
  return dialog.accept(typeof answer === 'object' ? answer.text : dialog.defaultValue());
}

function describe(dialog: Dialog): string {
  const text = dialog.message().replaceAll(/\s+/g, ' ').trim();
  const quoted = `"${text.slice(0, maxText)}${text.length > maxText ? '…' : ''}"`;
  const type = dialog.type();
  if (type === 'alert') return `showed the alert ${quoted}, which was closed.`;
  if (type === 'beforeunload') {
    return 'asked whether to leave it, and was not left; with "dialog": "accept" in the step it is.';
  }
  return `asked ${quoted} (${type}), which was dismissed; "dialog" in the step answers it.`;
}

/** The page was closed, and its dialog with it. */
function ignoreGonePage(): void {}

/** The requests of a session's pages that have no whole response yet. */
export interface OpenRequests {
  /** Returns the requests that are open now. */
  list(): ReadonlySet<Request>;
  /** Returns the paths of the open requests, the oldest first, without those of `ignored`. */
  paths(ignored?: ReadonlySet<Request>): readonly string[];
  /** Returns for how many milliseconds no request has been open; 0 while one is. */
  restMs(): number;
}

/** What a page cannot go on without: pictures and streams stay out, since they may never end. */
const kinds: ReadonlySet<string> = new Set(['document', 'script', 'xhr', 'fetch']);
/** Characters of a path in a message. */
const maxPath = 100;

/** Follows the requests of a session or of one page from its beginning: one may be open before a step waits for it. */
export function createOpenRequests(source: BrowserContext | Page): OpenRequests {
  const open = new Map<Request, string>();
  let endedMs = performance.now();
  const end = (request: Request): void => {
    if (open.delete(request)) endedMs = performance.now();
  };
  const begin = (request: Request): void => {
    if (kinds.has(request.resourceType())) open.set(request, pathOf(request.url()));
  };
  if ('goto' in source) {
    source.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  } else {
    source.on('request', begin).on('requestfinished', end).on('requestfailed', end);
    // What a closed page asked for never ends.
    source.on('page', (page) => {
      page.on('close', () => {
        for (const request of open.keys()) if (isOf(request, page)) end(request);
      });
    });
  }
  return {
    list: () => new Set(open.keys()),
    paths: (ignored) =>
      [...open].flatMap(([request, path]) => (ignored?.has(request) === true ? [] : [path])),
    restMs: () => (open.size === 0 ? performance.now() - endedMs : 0),
  };
}

/** The path without the query, which may hold what was typed. */
function pathOf(url: string): string {
  return (URL.parse(url)?.pathname ?? '').slice(0, maxPath);
}

function isOf(request: Request, page: unknown): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    // The request of a page that is being opened has no frame yet.
    return false;
  }
}
