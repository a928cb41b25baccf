import { addAll } from '../../runtime/collections.ts';
import {
  APICallError,
  type LanguageModelV2,
  type LanguageModelV3,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  LoadAPIKeyError,
} from '@ai-sdk/provider';
import type { Clock } from '../../runtime/contracts/clock.ts';
import {
  GleanerError,
  type ModelCallUsage,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { advice, toMissingPackage } from '../../runtime/errors/advice.ts';
import { loadOnce, raceSignal } from '../../runtime/signals/waiting.ts';
import type { ProviderSchema } from './to-provider-schema.ts';
import type { ModelObject } from './language-model.ts';
import { toShownUrl } from '../../runtime/errors/shown-text.ts';
import pLimit from 'p-limit';
import { parseRetryAfter } from '../../network/egress/create-egress.ts';

export interface ModelCall {
  readonly model: ModelObject;
  readonly instructions: string;
  readonly prompt: string;
  /** The response format that is requested of the provider. */
  readonly format: 'text' | ProviderSchema;
  readonly maxRetries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

interface ModelAnswer {
  readonly text: string;
  readonly usage: ModelCallUsage;
  /** Whether the answer ended because the model had no room left. */
  readonly cut: boolean;
  /** Whether the model, or a filter before it, declined to answer. */
  readonly refused: boolean;
  readonly warnings: readonly string[];
}

/** The import costs 135 ms, once; extracting without a model does not need it. */
const loadSdk = loadOnce(async () => {
  try {
    return await import('ai');
  } catch (cause) {
    throw toMissingPackage('ai', 'Asking a model', cause);
  }
});

/** Response formats that the model's provider refused; later calls do not use them. */
export type FormatRefusals = WeakSet<ProviderSchema>;

/** Rejects with `signal.reason` or a `GleanerError`. A refused response format is left out, since it reached no model. */
export async function callModel(call: ModelCall, refusals: FormatRefusals): Promise<ModelAnswer> {
  try {
    const { format } = call;
    if (format === 'text' || refusals.has(format)) return await retry({ ...call, format: 'text' });
    try {
      return await retry(call);
    } catch (error) {
      if (!isRequestRefused(error) || call.signal.aborted) throw error;
      const answer = await retry({ ...call, format: 'text' });
      // Only now is it known that the format was at fault, and not, say, a page too long for the model.
      refusals.add(format);
      return answer;
    }
  } catch (error) {
    call.signal.throwIfAborted();
    throw toModelError(error, call.model.modelId, call.clock.nowMs());
  }
}

function retry(call: ModelCall): Promise<ModelAnswer> {
  return retryCall(() => ask(call), call);
}

/** Whether the provider did not accept the request as such, e.g. because it knows no response schemas. */
function isRequestRefused(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
}

async function ask(call: ModelCall): Promise<ModelAnswer> {
  call.signal.throwIfAborted();
  const { generateText, Output, wrapLanguageModel } = await loadSdk();
  const warnings: string[] = [];
  let text = '';
  const model = wrapLanguageModel({
    // The SDK's own name for what `ModelObject` describes.
    model: call.model as LanguageModelV2 | LanguageModelV3 | LanguageModelV4,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ doGenerate }) => {
        const result = await doGenerate();
        addAll(warnings, result.warnings.map(describeWarning));
        // Handed to the caller with the result; the AI SDK would print them to the process's standard error.
        return { ...result, warnings: [] };
      },
    },
  });
  const result = await raceSignal(
    generateText({
      model,
      instructions: call.instructions,
      prompt: call.prompt,
      // `retryCall` decides: the AI SDK passes over waits beyond a minute and tries again after two seconds.
      maxRetries: 0,
      abortSignal: call.signal,
      output: {
        ...Output.text(),
        responseFormat: Promise.resolve(toResponseFormat(call.format)),
        // Reading is ours, and lenient: the AI SDK would reject what is not strict JSON.
        parseCompleteOutput: async (complete) => (text = complete.text),
      },
      ...toProviderOptions(call.format),
    }),
    call.signal,
  );
  const { inputTokens, outputTokens } = result.usage;
  return {
    text,
    usage: { model: call.model.modelId, inputTokens, outputTokens },
    cut: result.finishReason === 'length',
    refused: result.finishReason === 'content-filter',
    warnings,
  };
}

function toResponseFormat(
  format: ModelCall['format'],
): LanguageModelV4CallOptions['responseFormat'] {
  if (format === 'text') return { type: 'text' };
  if (format.schema === undefined) return { type: 'json' };
  return { type: 'json', name: 'answer', schema: format.schema };
}

/** Providers with a strict mode use it by default, and refuse schemas that do not fit it. */
function toProviderOptions(
  format: ModelCall['format'],
): Pick<LanguageModelV4CallOptions, 'providerOptions'> {
  if (format === 'text' || format.strict) return {};
  const options = { strictJsonSchema: false };
  return { providerOptions: { openai: options, azure: options, openaiCompatible: options } };
}

type Warning = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['warnings'][number];

function describeWarning(warning: Warning): string {
  const what = 'feature' in warning ? [warning.feature, warning.details] : [warning.message];
  return `The model's provider says: ${what.filter((part) => part !== undefined).join(': ')}`;
}

/** Answers below 500 that may be others later. Source: RFC 9110, sections 15.5.9 and .10; RFC 6585, section 4; RFC 8470, section 5.2. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Codes of Node and undici for a connection that failed or broke. */
const networkCode =
  /^(?:UND_ERR_(?:SOCKET|CLOSED|DESTROYED|\w+_TIMEOUT)|ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|ERR_TLS|CERT_)/;

/** A day: who asks for more need not be asked at all. */
const maxRetryAfterSeconds = 86_400;

/** Deep enough for the AI SDK's and undici's wrapping, and a bound on cycles. */
const maxCauses = 8;

/**
 * `service_unavailable` may succeed later, `internal_error` needs its setup mended, else `validation_failed`; what the provider
 * wrote stays in `cause`.
 */
function toModelError(error: unknown, modelId: string, nowMs: number): GleanerError {
  // A package of the AI SDK that is not installed.
  if (isGleanerError(error)) return error;
  const model = `"${modelId}"`;
  if (LoadAPIKeyError.isInstance(error)) {
    return toSetupFault(`${model}: its provider has no API key. ${advice.checkModelKey}`, error);
  }
  const isCall = APICallError.isInstance(error);
  const status = isCall ? error.statusCode : undefined;
  if (isCall && status !== undefined && status >= 400)
    return toStatusError(error, status, model, nowMs);
  const where = isCall ? ` at ${toShownUrl(error.url)}` : '';
  // Without a status there was no answer; with 200 the connection may still have broken in the middle of it.
  if (isCall && status === undefined) {
    return toUnavailable(`${model}${where}: its provider could not be reached`, error);
  }
  if (isConnectionFault(error)) {
    return toUnavailable(`${model}${where}: the connection to its provider broke`, error);
  }
  return toFailure(`${model}: its provider sent something that is no answer`, error);
}

function toStatusError(
  error: APICallError,
  status: number,
  model: string,
  nowMs: number,
): GleanerError {
  if (status === 401 || status === 403) {
    const what = `its provider refused the API key with status ${status}`;
    return toSetupFault(`${model}: ${what}. ${advice.checkModelKey}`, error);
  }
  if (status === 402) {
    const what = `its provider asks for payment with status ${status}`;
    return toSetupFault(`${model}: ${what}. Look into the account there.`, error);
  }
  if (status === 404) {
    const what = `the endpoint ${toShownUrl(error.url)} does not know it, or is none (status ${status})`;
    return toSetupFault(`${model}: ${what}. ${advice.checkModelName}`, error);
  }
  if (status < 500 && !passingStatuses.has(status)) {
    return toFailure(`${model}: its provider refused the request with status ${status}`, error);
  }
  const delayMs = findAskedDelay(error, nowMs);
  return toUnavailable(`${model}: its provider answered with status ${status}`, error, delayMs);
}

function toSetupFault(what: string, cause: unknown): GleanerError {
  return new GleanerError('internal_error', `Could not ask the model ${what}`, { cause });
}

function toUnavailable(what: string, cause: unknown, delayMs?: number): GleanerError {
  const seconds = Math.min(maxRetryAfterSeconds, Math.ceil((delayMs ?? 0) / 1_000));
  const details = delayMs === undefined ? undefined : { retryAfterSeconds: seconds };
  const message = `Could not ask the model ${what}. ${advice.checkModel}`;
  return new GleanerError('service_unavailable', message, { details, cause });
}

function toFailure(what: string, cause: unknown): GleanerError {
  const details = { reason: 'model_failed' } as const;
  const message = `Could not ask the model ${what}.`;
  return new GleanerError('validation_failed', message, { details, cause });
}

function isConnectionFault(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth += 1) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && networkCode.test(code)) return true;
    current = current.cause;
  }
  return false;
}

type Question = Pick<ModelCall, 'instructions' | 'prompt' | 'format'>;

/** Few enough for the rate limits of a provider's smallest plan and for a server on one machine. */
const askedAtOnce = 4;

const cutAnswer = 'The answer was cut because the model had no room left: its end may be missing.';

export interface ModelSessionOptions extends Pick<
  ModelCall,
  'model' | 'maxRetries' | 'clock' | 'signal'
> {
  readonly refusals: FormatRefusals;
}

/** The calls of one request, the tokens they used and warnings about them. */
export interface ModelSession {
  /** The answer to each question, in their order. Rejects with `model_refused` when the model declines one. */
  ask(questions: readonly Question[]): Promise<readonly string[]>;
  readonly usage: readonly ModelCallUsage[];
  /** Each once: the parts of a page may bring the same warning. */
  readonly warnings: ReadonlySet<string>;
  warn(warning: string): void;
}

/** A session of one request, without calls so far. */
export function createModelSession(options: ModelSessionOptions): ModelSession {
  const { model, refusals, maxRetries, clock, signal } = options;
  const usage: ModelCallUsage[] = [];
  const warnings = new Set<string>();

  async function askOnce(question: Question, ownSignal: AbortSignal): Promise<string> {
    const answer = await callModel(
      { ...question, model, maxRetries, clock, signal: ownSignal },
      refusals,
    );
    usage.push(answer.usage);
    for (const warning of answer.warnings) warnings.add(warning);
    if (answer.refused) {
      const message = `The model "${model.modelId}" declined to answer.`;
      const details = { reason: 'model_refused', usage: [...usage] } as const;
      throw new GleanerError('validation_failed', message, { details });
    }
    if (answer.cut) warnings.add(cutAnswer);
    return answer.text;
  }

  return {
    async ask(questions): Promise<readonly string[]> {
      const [only, ...others] = questions;
      // Most pages are one question, which needs no queue and no way to stop others.
      if (only !== undefined && others.length === 0) return [await askOnce(only, signal)];
      const stop = new AbortController();
      const either = AbortSignal.any([signal, stop.signal]);
      try {
        return await pLimit(askedAtOnce).map(questions, (question) => askOnce(question, either));
      } catch (error) {
        // One part is missing, so the others would be paid for in vain.
        stop.abort(error);
        throw error;
      }
    },
    usage,
    warnings,
    warn: (warning) => void warnings.add(warning),
  };
}

/** Before the first retry; doubled before each further one. */
const firstDelayMs = 500;
/** A provider that asks for more will not answer within a call: 120 s at most, with the page still to be read. */
const maxDelayMs = 60_000;

/** Repeats transient failures (408, 409, 429, 5xx, no connection) after `retry-after`, else after 0.5, 1, 2, … s. */
export async function retryCall<Result>(
  call: () => Promise<Result>,
  { maxRetries, clock, signal }: Pick<ModelCall, 'maxRetries' | 'clock' | 'signal'>,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call();
    } catch (error) {
      const delayMs = retries < maxRetries ? findDelay(error, retries, clock) : undefined;
      if (delayMs === undefined) throw error;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(delayMs, resolve);
      await raceSignal(promise, signal).finally(cancel);
    }
  }
}

/** Milliseconds to wait before the next try; `undefined` where trying again cannot help in time. */
function findDelay(error: unknown, retries: number, clock: Clock): number | undefined {
  if (!APICallError.isInstance(error) || !error.isRetryable) return undefined;
  const asked = findAskedDelay(error, clock.nowMs());
  const delayMs = asked ?? firstDelayMs * 2 ** retries;
  return delayMs > maxDelayMs ? undefined : delayMs;
}

/** How long the provider asks to wait from `nowMs`, if it does; OpenAI's `retry-after-ms` is more precise than `retry-after`. */
export function findAskedDelay(
  { responseHeaders = {} }: APICallError,
  nowMs: number,
): number | undefined {
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = responseHeaders;
  const delayMs = Number(milliseconds ?? Number.NaN);
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : parseRetryAfter(after, nowMs);
}
