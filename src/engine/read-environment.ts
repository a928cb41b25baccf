import { openaiCompatibleModel } from '../extractors/openai-compatible-model.ts';
import type { GleanerOptions } from './gleaner-options.ts';

/**
 * Returns the options that the `GLEANER_…` variables of an environment set, e.g. of `process.env`. Reads no `.env` file.
 *
 * @throws TypeError that names the variable that cannot be used.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): GleanerOptions {
  const baseUrl = environment['GLEANER_MODEL_URL'];
  const model = environment['GLEANER_MODEL'];
  const apiKey = environment['GLEANER_MODEL_KEY'];
  const allowPrivate = environment['GLEANER_ALLOW_PRIVATE'];
  const browser = environment['GLEANER_BROWSER'];
  const cdpUrl = environment['GLEANER_CDP_URL'];
  const playwrightUrl = environment['GLEANER_PLAYWRIGHT_URL'];
  const uploads = environment['GLEANER_UPLOADS'];
  const downloads = environment['GLEANER_DOWNLOADS'];
  const runMs = readMilliseconds(environment, 'GLEANER_RUN_TIMEOUT_MS');
  if (isSet(baseUrl) !== isSet(model)) {
    throw new TypeError(
      'GLEANER_MODEL_URL and GLEANER_MODEL go together: set both (an OpenAI-compatible endpoint and its model’s name), or neither.',
    );
  }
  return {
    ...(isSet(baseUrl) && isSet(model)
      ? { model: openaiCompatibleModel({ baseUrl, model, apiKey }) }
      : {}),
    ...(isSet(browser) || isSet(cdpUrl) || isSet(playwrightUrl)
      ? {
          browser: {
            ...(isSet(browser) ? { executablePath: browser } : {}),
            ...(isSet(cdpUrl) ? { cdpUrl: toUrls(cdpUrl) } : {}),
            ...(isSet(playwrightUrl) ? { playwrightUrl: toUrls(playwrightUrl) } : {}),
          },
        }
      : {}),
    ...(runMs === undefined ? {} : { limits: { runMs } }),
    ...(isSet(uploads) || isSet(downloads)
      ? {
          files: {
            ...(isSet(uploads) ? { uploads } : {}),
            ...(isSet(downloads) ? { downloads } : {}),
          },
        }
      : {}),
    ...(isSet(allowPrivate) ? { egress: { allowPrivate: toList(allowPrivate) } } : {}),
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function toList(value: string): readonly string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** URLs apart by white space, or by a comma before the scheme of the next one: their queries may hold commas. */
function toUrls(value: string): readonly string[] {
  return value.trim().split(/\s+|,\s*(?=[a-z]+:\/\/)/i);
}

/** Returns the milliseconds in a variable, or `undefined` where it is not set; throws a `TypeError` unless it is a whole number above 0. */
export function readMilliseconds(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): number | undefined {
  const value = environment[name];
  if (!isSet(value)) return undefined;
  const milliseconds = Number(value);
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
  throw new TypeError(`${name} must be a whole number of milliseconds above 0, got "${value}".`);
}
