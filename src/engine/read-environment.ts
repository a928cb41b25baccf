import { openaiCompatibleModel } from '../extractors/openai-compatible-model.ts';
import type { GleanerOptions } from './gleaner-options.ts';

/** Options from environment variables, for programs that are configured that way; a `.env` file is not read. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): GleanerOptions {
  const baseUrl = environment['GLEANER_MODEL_URL'];
  const model = environment['GLEANER_MODEL'];
  const apiKey = environment['GLEANER_MODEL_KEY'];
  const allowPrivate = environment['GLEANER_ALLOW_PRIVATE'];
  const browser = environment['GLEANER_BROWSER'];
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
    ...(isSet(browser) ? { browser: { executablePath: browser } } : {}),
    ...(runMs === undefined ? {} : { limits: { runMs } }),
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

/** A number of milliseconds from the environment; `undefined` where the variable is not set. */
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
