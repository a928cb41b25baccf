import { existsSync } from 'node:fs';
import { env } from 'node:process';
import type { ChromiumBrowserOptions } from '../../browsers/chromium-browser-options.ts';
import type { Browser } from '../../contracts/browser.ts';
import type { Clock } from '../../contracts/clock.ts';
import type { CreateId } from '../../contracts/create-id.ts';
import type { Fetcher } from '../../contracts/fetcher.ts';
import { createEgress, type EgressOptions } from '../../egress/create-egress.ts';
import type { ModelExtractorOptions } from '../../extractors/model-extractor.ts';
import { checkModel, type ModelObject } from '../../extractors/model/call/language-model.ts';
import { httpFetcher } from '../../fetchers/http-fetcher.ts';
import { createId } from '../../operations/create-id.ts';
import { systemClock } from '../../signals/system-clock.ts';
import type { ModelIdentity } from './file/tape-entry.ts';
import type { VolatileParts } from './match/to-exchange-key.ts';
import { createTapeBrowser } from './browser/create-tape-browser.ts';
import { createTapeFetcher } from './parts/create-tape-fetcher.ts';
import { createTapeModel } from './parts/create-tape-model.ts';
import { openTape } from './tape/open-tape.ts';

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
  const mode = resolveMode(file, options.mode ?? 'auto');
  const { egress, browser = 'chromium', chromium } = options;
  const real = options.fetcher ?? httpFetcher({ egress: createEgress(egress) });
  const given = toModels(options.model);
  const tape = openTape({
    file,
    mode,
    fetcher: real.name,
    browser: typeof browser === 'object' ? browser.name : undefined,
    models: given === undefined ? undefined : mapModels(given, toIdentity),
    clock: options.clock ?? systemClock(),
    secrets: options.secrets ?? [],
    volatile: { query: options.volatile?.query ?? [], body: options.volatile?.body ?? [] },
  });
  const identities = given === undefined ? tape.facts.models : mapModels(given, toIdentity);
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

interface Models<Model> {
  readonly low: Model;
  readonly high: Model;
}

function toModels(model: CassetteOptions['model']): Models<ModelObject> | undefined {
  if (model === undefined) return undefined;
  const models = typeof model === 'object' && 'low' in model ? model : { low: model, high: model };
  checkModel(models.low, 'model');
  checkModel(models.high, 'model');
  return models;
}

function mapModels<From, To>({ low, high }: Models<From>, map: (model: From) => To): Models<To> {
  return { low: map(low), high: map(high) };
}

function toIdentity({ specificationVersion, provider, modelId }: ModelObject): ModelIdentity {
  return { specificationVersion, provider, modelId };
}
