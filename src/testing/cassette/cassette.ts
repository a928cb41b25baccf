import { existsSync } from 'node:fs';
import { env } from 'node:process';
import {
  type OptionRules,
  aBrowser,
  aClock,
  aFetcher,
  aText,
  anything,
  checkOptions,
  checkValues,
} from '../../runtime/errors/option-checks.ts';
import { checkChromiumOptions } from '../../browser/chromium-browser.ts';
import type { ChromiumBrowserOptions } from '../../browser/chromium-browser-options.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { Clock, CreateId } from '../../runtime/contracts/clock.ts';
import type { Fetcher, Page, PageRequest } from '../../runtime/contracts/fetcher.ts';
import { type EgressOptions, createEgress } from '../../network/egress/create-egress.ts';
import type { ModelExtractorOptions } from '../../extraction/extractors/model-extractor.ts';
import {
  type ModelObject,
  type ModelPair,
  toModelPair,
} from '../../extraction/model/language-model.ts';
import { httpFetcher } from '../../network/fetchers/http-fetcher.ts';
import { createId } from '../../core/operations/run-call.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';
import type { ModelIdentity, TapeFacts } from './file/tape-entry.ts';
import { type VolatileParts, textsOrPatterns, volatileRules } from './match-exchange.ts';
import { createTapeBrowser } from './create-tape-browser.ts';
import { openTape } from './tape/open-tape.ts';
import type { Tape } from './tape/tape.ts';
import { splitPrompt } from '../../extraction/model/build-prompt.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** How a cassette is used, and the parts that it records. */
export interface CassetteOptions {
  /**
   * `replay` answers from the file, `record` writes it anew, `auto` replays where the file exists and records where not, but
   * never with the environment variable `CI` set to `true`. @default 'auto'
   */
  readonly mode?: 'replay' | 'record' | 'auto';
  /** The fetcher to record. @default `httpFetcher` with `egress` */
  readonly fetcher?: Fetcher;
  /** The model to record. @default none in recording; in replaying the one that was recorded */
  readonly model?: ModelExtractorOptions['model'];
  /**
   * How runs of recipes and rendered pages are replayed: by a real Chromium that gets its pages from the file (`chromium`), so that
   * selectors, healing and pagination do their work; or without any, from what each run gave (`recorded`), for fast tests of what
   * is done with the result. A browser of one's own is recorded and replayed so, too. `false` uses none. @default 'chromium'
   */
  readonly browser?: 'chromium' | 'recorded' | Browser | false;
  /** The Chromium that records and replays; one that is named here prints PDFs, too. @default an installed one, which prints none */
  readonly chromium?: ChromiumBrowserOptions;
  /** The source of time of a recording. @default `systemClock()` */
  readonly clock?: Clock;
  /** Handed to the engine and used by the default fetcher. @default the public internet only, no proxy */
  readonly egress?: EgressOptions;
  /**
   * Values that must not be written, and patterns of them, beside what Gleaner knows by its name: authorization, cookies, keys and
   * tokens in headers, queries, forms and JSON, and environment variables that are named like one. @default []
   */
  readonly secrets?: readonly (string | RegExp)[];
  /** What may differ between the recorded request and the one that is replayed. @default nothing */
  readonly volatile?: Partial<VolatileParts>;
}

const optionRules: OptionRules<CassetteOptions> = {
  mode: anything,
  fetcher: aFetcher,
  model: anything,
  browser: {
    wanted: `'chromium', 'recorded', false, or ${aBrowser.wanted}`,
    isAllowed: (value) =>
      value === 'chromium' || value === 'recorded' || value === false || aBrowser.isAllowed(value),
  },
  chromium: anything,
  clock: aClock,
  egress: anything,
  secrets: textsOrPatterns,
  volatile: { members: volatileRules },
};

/** The parts of an engine that a cassette stands for. */
export interface CassetteParts {
  readonly fetcher: Fetcher;
  readonly browser: Browser | false;
  readonly model?: ModelExtractorOptions['model'];
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly egress?: EgressOptions;
}

/** A recording that is being made, or replayed. `await using` closes it. */
export interface Cassette extends AsyncDisposable {
  readonly mode: 'replay' | 'record';
  /** `createGleaner({ ...tape.parts })`. */
  readonly parts: CassetteParts;
  /** Writes the file of a recording. Rejects where it cannot be written; nothing is lost then, and it can be called again. */
  close(): Promise<void>;
}

/**
 * Opens a cassette: one file (HAR 1.2) with all that an engine was given from outside, so that a call that was recorded once
 * replays without network and model, with the same result.
 *
 * @example
 * await using tape = cassette('test/lamp.har', { model });
 * const gleaner = createGleaner({ ...tape.parts });
 *
 * @throws Error where the file cannot be replayed or recorded: what is wrong, and how to mend it.
 * @throws TypeError for an option that cannot be used.
 */
export function cassette(file: string, options: CassetteOptions = {}): Cassette {
  checkOptions('cassette', options, optionRules);
  checkValues('', { file }, { file: { ...aText, isRequired: true } });
  if (options.chromium !== undefined) checkChromiumOptions(options.chromium);
  const given = options.model === undefined ? undefined : toModelPair(options.model);
  const mode = resolveMode(file, options.mode ?? 'auto');
  const { egress, browser = 'chromium', chromium } = options;
  const real = options.fetcher ?? httpFetcher({ egress: createEgress(egress) });
  const tape = openTape({
    file,
    mode,
    fetcher: real.name,
    browser: typeof browser === 'object' ? browser.name : undefined,
    models: given === undefined ? undefined : toIdentities(given),
    clock: options.clock ?? systemClock(),
    secrets: options.secrets ?? [],
    volatile: options.volatile,
  });
  const identities = given === undefined ? tape.facts.models : toIdentities(given);
  const ownBrowser =
    browser === false
      ? undefined
      : createTapeBrowser(tape, {
          replays: browser === 'recorded' ? 'recorded' : 'chromium',
          real: typeof browser === 'object' ? browser : (chromium ?? {}),
          egress: createEgress(egress),
          prints: typeof browser === 'object' || chromium !== undefined,
        });
  const close = async (): Promise<void> => {
    await ownBrowser?.close();
    await tape.close();
    if (options.fetcher === undefined) await real.close?.();
  };
  return {
    mode,
    parts: {
      fetcher: createTapeFetcher(tape, real),
      browser: ownBrowser ?? false,
      clock: tape.clock,
      createId: (kind) => tape.nextId(kind, () => createId(kind)),
      ...(identities === undefined
        ? {}
        : {
            model: {
              low: createTapeModel(tape, identities.low, given?.low),
              high: createTapeModel(tape, identities.high, given?.high),
            },
          }),
      ...(egress === undefined ? {} : { egress }),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function resolveMode(
  file: string,
  mode: NonNullable<CassetteOptions['mode']>,
): 'replay' | 'record' {
  if (mode === 'replay' || mode === 'record') return mode;
  if (mode !== 'auto') {
    throw new TypeError(
      `Expected \`mode\` to be 'replay', 'record' or 'auto', got ${JSON.stringify(mode)}.`,
    );
  }
  if (existsSync(file)) return 'replay';
  if (env['CI'] !== 'true') return 'record';
  throw new Error(
    `The cassette "${file}" does not exist, and with CI=true nothing is recorded: run the test once without CI, and commit the file (with its folder "${file}.bodies", where there is one).`,
  );
}

function toIdentities({ low, high }: ModelPair): NonNullable<TapeFacts['models']> {
  return { low: toIdentity(low), high: toIdentity(high) };
}

function toIdentity({ specificationVersion, provider, modelId }: ModelObject): ModelIdentity {
  return { specificationVersion, provider, modelId };
}

const channel = 'fetcher';
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 20;

/** Creates the fetcher of a tape. `real` is used in recording only. */
function createTapeFetcher(tape: Tape, real: Fetcher): Fetcher {
  function exchange(url: string, request: PageRequest): Promise<Page> {
    const { headers, proxy, signal } = request;
    // Its password may stand in an error.
    if (proxy !== undefined) learnPassword(proxy);
    return tape.exchange({
      channel,
      request: { method: 'GET', url, headers },
      signal,
      live: () => real.fetch(request),
    });
  }

  function learnPassword(proxy: string): void {
    const password = URL.parse(proxy)?.password ?? '';
    if (password !== '') tape.secrets.add(decodeURIComponent(password));
  }

  return {
    name: tape.facts.fetcher,
    async fetch(request) {
      let page = await exchange(request.url, request);
      // Other programs record each hop of a redirect, a fetcher its end alone.
      if (tape.facts.isForeign !== true) return page;
      for (let hops = 0; redirects.has(page.status) && hops < maxRedirects; hops += 1) {
        const location = URL.parse(page.headers['location'] ?? '', page.url);
        if (location === null) return page;
        page = await exchange(location.href, request);
      }
      return page;
    },
  };
}

/** A result of the AI SDK as far as the engine reads it; the rest holds times and headers of the provider. */
const kept: ReadonlySet<string> = toWordSet('content finishReason usage warnings providerMetadata');

/** Creates a model object of the AI SDK for a tape. `real` is used in recording only. */
function createTapeModel(
  tape: Tape,
  identity: ModelIdentity,
  real: ModelObject | undefined,
): ModelObject {
  const model = {
    ...identity,
    supportedUrls: {},
    async doGenerate(options: ModelCallOptions): Promise<object> {
      const { answer } = await tape.call({
        channel: 'model',
        request: toModelRequest(identity.modelId, options),
        signal: options.abortSignal ?? new AbortController().signal,
        live: async () => {
          const result = await requireModel(real).doGenerate(options);
          return { answer: toJson(result, (name) => kept.has(name)) };
        },
      });
      if (typeof answer === 'object' && answer !== null) return answer;
      throw new TypeError('The recorded answer of the model is no object.');
    },
    doStream: () =>
      Promise.reject(new TypeError('A cassette records no streams: call doGenerate.')),
  };
  return model;
}

/** The model as the AI SDK calls it. */
function requireModel(real: ModelObject | undefined): CallableModel {
  if (real !== undefined) return real;
  throw new TypeError('A cassette that records needs the model that it records.');
}

interface CallableModel {
  doGenerate(options: ModelCallOptions): PromiseLike<object>;
}

/** A call of a model as the AI SDK makes it, as far as its versions agree. */
interface ModelCallOptions {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly responseFormat?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Returns what is recorded of a call: each part in lines, so that a change of one shows as such. The code that borders the page
 * is new in each call, and left out.
 */
function toModelRequest(modelId: string, options: ModelCallOptions): object {
  const instructions: string[] = [];
  const prompt: string[] = [];
  for (const { role, content } of options.prompt) {
    (role === 'system' ? instructions : prompt).push(toText(content));
  }
  return {
    model: modelId,
    ...toInstructionParts(instructions.join('\n')),
    format: (JSON.stringify(options.responseFormat, undefined, 1) ?? '').split('\n'),
    ...toPromptParts(prompt.join('\n')),
    // Headers may hold keys, and change no answer.
    settings: toJson(options, (name) => !leftOut.has(name)),
  };
}

/** The rules, and the form of the answer, which the schema decides. */
function toInstructionParts(text: string): object {
  const [rules = '', ...form] = text.split('\n\n');
  return {
    instructions: rules.split('\n'),
    ...(form.length === 0 ? {} : { schema: form.join('\n\n').split('\n') }),
  };
}

/** What is asked, the page, and what follows it. */
function toPromptParts(text: string): object {
  const parts = splitPrompt(text);
  if (parts === undefined) return { prompt: text.split('\n') };
  return {
    prompt: parts.request.split('\n'),
    page: parts.page.split('\n'),
    closing: parts.closing.split('\n'),
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content) ?? '';
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : JSON.stringify(part),
    )
    .join('\n');
}

const leftOut: ReadonlySet<string> = new Set([
  'abortSignal',
  'headers',
  'includeRawChunks',
  'prompt',
  'responseFormat',
]);

/** Members as JSON keeps them, so that a recording and its replays hand out the same. */
function toJson(value: object, isKept: (name: string) => boolean): object {
  const entries = Object.entries(value).filter(([name]) => isKept(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as object;
}
