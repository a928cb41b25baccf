import { emitWarning } from 'node:process';
import type { ChromiumBrowserOptions } from '../../../browsers/chromium-browser-options.ts';
import type { TappableBrowser } from '../../../browsers/create-chromium-browser.ts';
import type { Browser } from '../../../contracts/browser.ts';
import type { Page } from '../../../contracts/fetcher.ts';
import type { ReplayReport } from '../../../contracts/recipe/replay.ts';
import type { Egress } from '../../../egress/create-egress.ts';
import { GleanerError } from '../../../errors/gleaner-error.ts';
import type { TapeFailure } from '../file/tape-entry.ts';
import { fromTapeFailure, toTapeFailure } from '../tape/tape-failure.ts';
import type { PartAnswer, Tape } from '../tape/tape.ts';
import { createAnsweringTap } from './answering-tap.ts';
import { closedEgress } from './closed-egress.ts';
import { exchangesChannel, findStart, type ExchangesAnswer } from './exchanges.ts';
import { createRecordingTap } from './recording-tap.ts';
import { noteRun, playRun, toHash, toRunRequest, type RunEvent } from './run-record.ts';

/** How a tape stands for a browser. */
export interface TapeBrowserOptions {
  /** `chromium` replays in a real one, from recorded exchanges; `recorded` without any, from what runs gave. */
  readonly replays: 'chromium' | 'recorded';
  /** The browser to record; a Chromium by its options. */
  readonly real: Browser | ChromiumBrowserOptions;
  /** Of a Chromium that records. */
  readonly egress: Egress;
  /** Whether the engine hands it PDFs to print. */
  readonly prints: boolean;
}

/** The browser of a tape; `close` ends a Chromium that it started. */
export type TapeBrowser = Browser & { close(): Promise<void> };

/** Channel of what was asked of the browser and what it gave. */
const asked = 'browser';

/** A call of the browser. */
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
  /** Returns a file that the call has kept from a URL. */
  readonly findFile?: (url: string) => Uint8Array | undefined;
  /** Does again what the browser did to its caller meanwhile. */
  readonly play?: (answer: PartAnswer) => Promise<void>;
}

/** What stands in the file beside what a call gave. */
interface BrowserAnswer {
  readonly failure?: TapeFailure | undefined;
}

/** Creates the browser of a tape. Loads and starts nothing before its first use. */
export function createTapeBrowser(tape: Tape, options: TapeBrowserOptions): TapeBrowser {
  const own = 'printPdf' in options.real ? options.real : undefined;
  let loading: ReturnType<typeof loadChromium> | undefined;
  let calls = 0;

  async function loadChromium(): Promise<TappableBrowser> {
    const { createChromiumBrowser } = await import('../../../browsers/create-chromium-browser.ts');
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
        result = call.ask(browser, () => [...lacks.map(toLack), ...unrecorded]);
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
          const told = tell();
          // A page has no warnings to tell it by: a replay that may be another page is none.
          if (told.length === 0) return page;
          if (tape.mode === 'replay') throw failRender(told);
          emitWarning(told.join(' '), { code: 'GLEANER_CASSETTE' });
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

function failRender(told: readonly string[]): GleanerError<'validation_failed'> {
  return new GleanerError('validation_failed', told.join('\n'), {
    details: { reason: 'fetch_failed' },
  });
}
