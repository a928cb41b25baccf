import { emitWarning } from 'node:process';
import type { ChromiumBrowserOptions } from '../../browser/chromium-browser-options.ts';
import type { TappableBrowser } from '../../browser/create-chromium-browser.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import type {
  Collection,
  FollowProgress,
  FollowedPage,
  ReplayReport,
  ReplayRequest,
  ReplayedPage,
} from '../../runtime/contracts/recipe/replay.ts';
import type { Egress } from '../../network/egress/create-egress.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type TapeFailure, fromTapeFailure, toTapeFailure } from './file/tape-entry.ts';
import type { PartAnswer, Tape } from './tape/tape.ts';
import { closedEgress, createAnsweringTap, createRecordingTap } from './browser-taps.ts';
import { createHash } from 'node:crypto';
import type { ExtractStep, Recipe } from '../../runtime/contracts/recipe/recipe.ts';
import type { DownloadFolder, FileToKeep } from '../../runtime/contracts/recipe/run-files.ts';
import { listSteps } from '../../recipes/steps/step-kinds.ts';

interface TapeBrowserOptions {
  /** `chromium` replays in a real one, from recorded exchanges; `recorded` without any, from what runs gave. */
  readonly replays: 'chromium' | 'recorded';
  /** The browser to record; a Chromium by its options. */
  readonly real: Browser | ChromiumBrowserOptions;
  readonly egress: Egress;
  readonly prints: boolean;
}

/** The browser of a tape; `close` ends a Chromium that it started. */
type TapeBrowser = Browser & { close(): Promise<void> };

/** Channel of what was asked of the browser and what it gave. */
const asked = 'browser';

interface BrowserCall<Result> {
  readonly signal: AbortSignal;
  /** All that was asked: the call without a browser is found by it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What finds the exchanges of its pages, whatever else has changed since. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Asks a browser. `tell` returns sentences for people, once the browser is done. */
  readonly ask: (browser: Browser, tell: () => readonly string[]) => Promise<Result>;
  /** Returns what is recorded; `undefined` as result: it failed. */
  readonly toAnswer: (result: Result | undefined) => PartAnswer;
  readonly fromAnswer: (answer: PartAnswer) => Result;
  readonly findFile?: (url: string) => Uint8Array | undefined;
  /** Does again what the browser did to its caller meanwhile. */
  readonly play?: (answer: PartAnswer) => Promise<void>;
}

interface BrowserAnswer {
  readonly failure?: TapeFailure | undefined;
}

/** Creates the browser of a tape. Loads and starts nothing before its first use. */
export function createTapeBrowser(tape: Tape, options: TapeBrowserOptions): TapeBrowser {
  const own = 'printPdf' in options.real ? options.real : undefined;
  let loading: ReturnType<typeof loadChromium> | undefined;
  let calls = 0;

  async function loadChromium(): Promise<TappableBrowser> {
    const { createChromiumBrowser } = await import('../../browser/create-chromium-browser.ts');
    const real = 'printPdf' in options.real ? {} : options.real;
    const egress = tape.mode === 'record' ? (real.egress ?? options.egress) : closedEgress();
    return createChromiumBrowser(real, egress, []);
  }

  async function openChromium(): Promise<TappableBrowser> {
    return (loading ??= loadChromium());
  }

  async function record<Result>(call: BrowserCall<Result>): Promise<Result> {
    const { signal, request, identity } = call;
    let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
    await tape.call({
      channel: asked,
      request,
      signal,
      async live() {
        const channel = `browser-${(calls += 1)}`;
        const lacks = new Set<string>();
        const tap = createRecordingTap({
          record: (sent, response) => tape.recordExchange(channel, sent, response),
          findFile: (url) => call.findFile?.(url),
          onLack: (what) => lacks.add(what),
        });
        const browser = own ?? (await openChromium()).withTap(tap);
        try {
          outcome = { result: await call.ask(browser, () => [...lacks].map(toLack)) };
        } catch (error) {
          signal.throwIfAborted();
          outcome = { error };
        }
        const answer: PartAnswer =
          'error' in outcome
            ? withFailure(call.toAnswer(undefined), toTapeFailure(outcome.error, signal))
            : call.toAnswer(outcome.result);
        const exchanges: ExchangesAnswer = { channel, lacks: [...lacks] };
        const also = { channel: exchangesChannel, request: identity, answer: exchanges };
        return { ...answer, also: own === undefined ? also : undefined };
      },
    });
    if (outcome === undefined) throw new TypeError('A tape that records does what it records.');
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }

  async function replay<Result>(call: BrowserCall<Result>): Promise<Result> {
    const { signal, identity: request } = call;
    let result: Promise<Result> | undefined;
    await tape.call({
      channel: exchangesChannel,
      request,
      signal,
      live: refuse,
      async during({ answer }) {
        const { channel, lacks } = answer as ExchangesAnswer;
        const unrecorded = new Set<string>();
        const tap = createAnsweringTap({
          answer: (sent) => tape.replayExchange(channel, sent),
          onUnrecorded: ({ message }) => unrecorded.add(message),
          nowMs: tape.clock.nowMs(),
          scripts: [],
        });
        const browser = (await openChromium()).withTap(tap);
        result = call
          .ask(browser, () => [...lacks.map(toLack), ...unrecorded])
          .catch((error: unknown) => {
            throw withReasons(error, [...unrecorded]);
          });
        await result.catch(() => undefined);
      },
    });
    if (result === undefined) throw new TypeError('A tape that replays plays what it has.');
    return result;
  }

  async function recall<Result>({
    signal,
    request,
    play,
    fromAnswer,
  }: BrowserCall<Result>): Promise<Result> {
    let failed: { readonly error: unknown } | undefined;
    const answer = await tape.call({
      channel: asked,
      request,
      signal,
      live: refuse,
      async during(given) {
        try {
          await play?.(given);
        } catch (error) {
          failed = { error };
        }
      },
    });
    if (failed !== undefined) throw failed.error;
    const { failure } = (answer.answer ?? {}) as BrowserAnswer;
    if (failure !== undefined && failure.kind !== 'aborted') throw fromTapeFailure(failure);
    return fromAnswer(answer);
  }

  const isRecalled = own !== undefined || options.replays === 'recorded';
  function perform<Result>(call: BrowserCall<Result>, needsNoPage = false): Promise<Result> {
    if (tape.mode === 'record') return record(call);
    return isRecalled || needsNoPage ? recall(call) : replay(call);
  }

  return {
    name: tape.facts.browser ?? 'chromium',
    prints: options.prints,
    replay(request) {
      for (const secret of request.secrets ?? []) tape.secrets.add(secret);
      const events: RunEvent[] = [];
      return perform<ReplayReport>({
        signal: request.signal,
        request: toRunRequest(request),
        identity: { type: 'run', url: findStart(request.recipe) },
        async ask(browser, tell) {
          const report = await browser.replay(noteRun(request, (event) => events.push(event)));
          return { ...report, warnings: [...report.warnings, ...tell()] };
        },
        toAnswer: (report) => ({ answer: { events, report } }),
        fromAnswer: ({ answer }) => (answer as { readonly report: ReplayReport }).report,
        findFile(url) {
          const kept = events.find((event) => event.type === 'file' && event.file.url === url);
          return kept?.type === 'file' ? Buffer.from(kept.file.base64, 'base64') : undefined;
        },
        play: ({ answer }) =>
          playRun((answer as { readonly events: readonly RunEvent[] }).events, request),
      });
    },
    renderPage(request) {
      const { url, headers, stealth, signal } = request;
      return perform<Page>({
        signal,
        request: { type: 'render', url, headers, stealth },
        identity: { type: 'render', url },
        async ask(browser, tell) {
          const page = await browser.renderPage(request);
          const notices = tell();
          // A page has no warnings to tell it by: a replay that may be another page is none.
          if (notices.length === 0) return page;
          if (tape.mode === 'replay') throw failRender(notices);
          emitWarning(notices.join(' '), { code: 'GLEANER_CASSETTE' });
          return page;
        },
        toAnswer(page) {
          if (page === undefined) return {};
          const { body, ...answer } = page;
          return { answer, body: Uint8Array.from(body) };
        },
        fromAnswer: ({ answer, body = new Uint8Array() }) => ({
          ...(answer as Omit<Page, 'body'>),
          body,
        }),
      });
    },
    printPdf(request) {
      const { html, url, title, language, signal } = request;
      const call: BrowserCall<Uint8Array> = {
        signal,
        request: { type: 'print', url, title, language, length: html.length, html: toHash(html) },
        identity: { type: 'print', url },
        ask: (browser) => browser.printPdf(request),
        toAnswer: (pdf) => (pdf === undefined ? {} : { body: Uint8Array.from(pdf) }),
        fromAnswer: ({ body = new Uint8Array() }) => body,
      };
      // What is printed is all in the request; other machines have other fonts.
      return perform(call, true);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}

function refuse(): never {
  throw new TypeError('A tape that replays asks no browser by itself.');
}

function withFailure({ answer, body }: PartAnswer, failure: TapeFailure): PartAnswer {
  return { answer: { ...(answer as object | undefined), failure }, body };
}

function toLack(what: string): string {
  return `The recording lacks ${what}.`;
}

function failRender(notices: readonly string[]): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', notices.join('\n'), {
    details: { reason: 'fetch_failed' },
  });
}

/** A page of a run as JSON: a step by its path, a page that several items link to once. */
type RecordedPage = Omit<ReplayedPage, 'collections'> & {
  readonly collections: readonly (Omit<Collection, 'step' | 'followed' | 'html'> & {
    readonly step: string;
    readonly html?: string | undefined;
    readonly pages: readonly FollowedPage[];
    /** Indexes of `pages`; -1 for an item whose page was not read. */
    readonly followed: readonly number[];
  })[];
};

type RunEvent =
  | { readonly type: 'step'; readonly path: string; readonly step: string }
  | { readonly type: 'page'; readonly page: RecordedPage }
  | { readonly type: 'goOn' | 'mayFollow'; readonly answer: boolean }
  | { readonly type: 'followed'; readonly progress: FollowProgress }
  | { readonly type: 'file'; readonly file: Omit<FileToKeep, 'content'> & { base64: string } };

/** Returns what a run was asked, as JSON by which it is found again. */
function toRunRequest(request: ReplayRequest): Readonly<Record<string, unknown>> {
  const { recipe, fingerprints, maxPages, allowExpressions, loadMedia, headers, stealth } = request;
  return {
    type: 'run',
    title: recipe.title,
    timeoutMs: recipe.timeoutMs,
    steps: recipe.steps,
    // Long, and of no use to people: what heals is named by its hash.
    fingerprints: fingerprints === undefined ? 'none' : toHash(JSON.stringify(fingerprints)),
    options: { maxPages, allowExpressions, loadMedia, stealth, headers },
    files: {
      uploads: request.files.uploads !== undefined,
      downloads: request.files.downloads !== undefined,
    },
  };
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Returns the request with callbacks that also note what they are called with. */
function noteRun(request: ReplayRequest, note: (event: RunEvent) => void): ReplayRequest {
  const { downloads } = request.files;
  return {
    ...request,
    files: { ...request.files, downloads: downloads && noteFiles(downloads, note) },
    onStep(path, step) {
      note({ type: 'step', path, step });
      request.onStep(path, step);
    },
    async onPage(page) {
      note({ type: 'page', page: toRecordedPage(page) });
      await request.onPage(page);
    },
    async mayGoOn() {
      const answer = await request.mayGoOn();
      note({ type: 'goOn', answer });
      return answer;
    },
    async mayFollow() {
      const answer = await request.mayFollow();
      note({ type: 'mayFollow', answer });
      return answer;
    },
    onFollow(progress) {
      note({ type: 'followed', progress });
      request.onFollow(progress);
    },
  };
}

function noteFiles(folder: DownloadFolder, note: (event: RunEvent) => void): DownloadFolder {
  return {
    admit: (kind) => folder.admit(kind),
    async keep(file) {
      const { content, ...about } = file;
      const { readFile } = await import('node:fs/promises');
      const bytes = typeof content === 'string' ? await readFile(content) : content;
      note({ type: 'file', file: { ...about, base64: Buffer.from(bytes).toString('base64') } });
      return folder.keep(file);
    },
  };
}

/**
 * Does to the caller what the recorded run did. Rejects with the error of a callback, and with an `Error` where a callback answers
 * otherwise than in the recording: what came after it is then unknown.
 */
async function playRun(events: readonly RunEvent[], request: ReplayRequest): Promise<void> {
  for (const event of events) {
    request.signal.throwIfAborted();
    switch (event.type) {
      case 'step':
        request.onStep(event.path, event.step);
        break;
      case 'page':
        await request.onPage(toReplayedPage(event.page, request));
        break;
      case 'goOn':
        checkAnswer(await request.mayGoOn(), event.answer, 'go on to a further page');
        break;
      case 'mayFollow':
        checkAnswer(await request.mayFollow(), event.answer, 'open the link of an item');
        break;
      case 'followed':
        request.onFollow(event.progress);
        break;
      case 'file': {
        const { base64, ...about } = event.file;
        const { downloads } = request.files;
        downloads?.admit(about.kind);
        await downloads?.keep({ ...about, content: Buffer.from(base64, 'base64') });
        break;
      }
    }
  }
}

function checkAnswer(now: boolean, recorded: boolean, what: string): void {
  if (now === recorded) return;
  throw new Error(
    `The recorded run ${recorded ? 'could' : 'could not'} ${what}, and this one ${now ? 'can' : 'cannot'}: its credits or limits differ. Run it as it was recorded, or record it again (\`mode: 'record'\`).`,
  );
}

function toRecordedPage({ collections, ...page }: ReplayedPage): RecordedPage {
  return {
    ...page,
    collections: collections.map(({ step, items, followed, html }) => {
      const pages = [...new Set(followed.filter((each) => each !== undefined))];
      return {
        step: step.path,
        items,
        html,
        pages,
        followed: followed.map((each) => (each === undefined ? -1 : pages.indexOf(each))),
      };
    }),
  };
}

function toReplayedPage(
  { collections, ...page }: RecordedPage,
  { recipe }: ReplayRequest,
): ReplayedPage {
  const steps = listSteps(recipe.steps).filter((step) => step.type === 'extract');
  const find = (path: string): ExtractStep => {
    const step = steps.find((each) => each.path === path);
    if (step === undefined) throw new Error(`The recipe has no extract step at ${path}.`);
    return step;
  };
  return {
    ...page,
    collections: collections.map(({ step, items, html, pages, followed }) => ({
      step: find(step),
      items,
      html,
      followed: followed.map((index) => pages[index]),
    })),
  };
}

/** Channel of the calls that say where the exchanges of a call of the browser are. */
export const exchangesChannel = 'chromium';

/** The exchanges of one call of the browser, and what is missing among them. */
export interface ExchangesAnswer {
  readonly channel: string;
  readonly lacks: readonly string[];
}

/** A recipe's first page tells its recordings apart, whatever has changed in its steps. */
export function findStart({ steps }: Pick<Recipe, 'steps'>): string {
  return steps.find((step) => step.type === 'navigate')?.url ?? '';
}

/** The same failure with what the page may have failed of, unless its message says so already. */
function withReasons(error: unknown, reasons: readonly string[]): unknown {
  if (!isGleanerError(error, 'validation_failed')) return error;
  const { message, details } = error;
  const more = reasons.filter((reason) => !message.includes(reason));
  if (more.length === 0) return error;
  return new GleanerError('validation_failed', [message, ...more].join(' '), {
    details,
    cause: error,
  });
}
