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
  /** Why the answer may lack its end, as a sentence; `undefined` where the model ended it. */
  readonly cut: string | undefined;
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

/**
 * What a model's provider takes in place of a response format that it refused; later calls begin there. A failure that may
 * pass is remembered from its second time on.
 */
export type FormatRefusals = WeakMap<ProviderSchema, FormatRefusal>;

interface FormatRefusal {
  readonly taken: ModelCall['format'];
  readonly times: number;
}

/** Rejects with `signal.reason` or a `GleanerError`. A refused response format makes way for the next that asks for less. */
export async function callModel(call: ModelCall, refusals: FormatRefusals): Promise<ModelAnswer> {
  const { format } = call;
  try {
    if (format === 'text') return await retry(call);
    const known = refusals.get(format);
    const first = known !== undefined && known.times >= timesUntilSure ? known.taken : format;
    return await callInTurn(call, first, (taken, isSure) => {
      const times = isSure ? timesUntilSure : (known?.times ?? 0) + 1;
      refusals.set(format, { taken, times });
    });
  } catch (error) {
    call.signal.throwIfAborted();
    throw toModelError(error, call.model.modelId, call.clock.nowMs());
  }
}

/** One failure of a server may have any reason. */
const timesUntilSure = 2;

async function callInTurn(
  call: ModelCall,
  first: ModelCall['format'],
  remember: (taken: ModelCall['format'], isSure: boolean) => void,
): Promise<ModelAnswer> {
  let isSure = true;
  for (let format = first; ;) {
    try {
      const answer = await retry({ ...call, format });
      // Only now is it known that the format was at fault, and not, say, a page too long for the model.
      if (format !== first) remember(format, isSure);
      return answer;
    } catch (error) {
      const next = format === 'text' ? undefined : findNextFormat(error, format);
      if (next === undefined || call.signal.aborted) throw error;
      isSure &&= next.isSure;
      format = next.format;
    }
  }
}

/** Statuses of servers that do not know a format: OpenAI's, vLLM's, Ollama's and llama.cpp's. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 405, 415, 422, 501]);
/** Words by which a refusal means the format, also with a status that means something else by itself. */
const formatWords =
  /schema|response[_ .]?format|json[_ ]|structured|grammar|strict|additionalProperties|output_config|responseSchema/i;

/** What to ask for after a refusal: the schema without strictness, then any JSON, then nothing; the schema stays in the prompt. */
function findNextFormat(
  error: unknown,
  format: ProviderSchema,
): { readonly format: ModelCall['format']; readonly isSure: boolean } | undefined {
  const { status, words } = readCallError(error);
  if (status === undefined || passingStatuses.has(status)) return undefined;
  if (unpaidWords.test(words) || keyWords.test(words)) return undefined;
  const isNamed = formatWords.test(words);
  // A server that fails while it makes a grammar of the schema says 500; one that is down says nothing, or 502 and more.
  const isRefused = refusingStatuses.has(status) || (status === 404 && isNamed);
  const mayRefuse = status === 500 && words.trim() !== '';
  if (!isRefused && !mayRefuse) return undefined;
  const less = isNamed ? (format.less ?? 'text') : 'text';
  return { format: less, isSure: isRefused };
}

function retry(call: ModelCall): Promise<ModelAnswer> {
  return retryCall(() => ask(call), call);
}

async function ask(call: ModelCall): Promise<ModelAnswer> {
  call.signal.throwIfAborted();
  const { generateText, Output, wrapLanguageModel } = await loadSdk();
  const warnings: string[] = [];
  let text: string | undefined;
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
  checkFinish(call, result);
  return {
    // What ended with a call of a tool is not handed to `parseCompleteOutput`.
    text: text ?? result.text,
    usage: { model: call.model.modelId, inputTokens, outputTokens },
    cut: describeCut(result),
    refused: result.finishReason === 'content-filter',
    warnings,
  };
}

interface Finish {
  readonly finishReason: string;
  /** The provider's own word. */
  readonly rawFinishReason?: string | undefined;
}

/** Words of gateways and servers for an answer that they lost in its middle. */
const brokenFinish = /error|fail|abort|cancel|interrupt|disconnect|time_?out/i;
/** Words for an end that the model chose, beside those that the AI SDK knows. */
const plainFinish = /^(?:stop|end|eos|complete|done|finish|success|normal)/i;

/** Throws for an answer that broke off on its way. */
function checkFinish({ model }: ModelCall, { finishReason, rawFinishReason = '' }: Finish): void {
  if (finishReason !== 'error' && !brokenFinish.test(rawFinishReason)) return;
  throw toUnavailable(`"${model.modelId}": its provider broke the answer off`, undefined);
}

const plainReasons: ReadonlySet<string> = new Set(['stop', 'tool-calls', 'content-filter']);

function describeCut({ finishReason, rawFinishReason = '' }: Finish): string | undefined {
  if (finishReason === 'length') return cutAnswer;
  if (plainReasons.has(finishReason) || plainFinish.test(rawFinishReason)) return undefined;
  return 'The answer ended without a reason that is known: its end may be missing.';
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
  return {
    providerOptions: {
      openai: options,
      azure: options,
      groq: options,
      openaiCompatible: options,
    },
  };
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
  const { isCall, status, url, words } = readCallError(error);
  if (status !== undefined && status >= 400) return toStatusError(error, status, model, nowMs);
  const where = url === undefined ? '' : ` at ${toShownUrl(url)}`;
  // Without a status there was no answer; with 200 the connection may still have broken in the middle of it.
  if (isCall && status === undefined) {
    return toUnavailable(`${model}${where}: its provider could not be reached`, error);
  }
  if (isConnectionFault(error)) {
    return toUnavailable(`${model}${where}: the connection to its provider broke`, error);
  }
  if (words.trimStart().startsWith('<')) {
    const what = `${model}${where}: a web page came in place of an answer`;
    return toFailure(`${what}; the address may be another than the provider's`, error);
  }
  return toFailure(`${model}: its provider sent something that is no answer`, error);
}

interface CallError {
  readonly isCall: boolean;
  readonly status: number | undefined;
  readonly isRetryable: boolean;
  readonly url: string | undefined;
  readonly headers: APICallError['responseHeaders'];
  /** What the provider wrote. */
  readonly words: string;
}

/** What the error of a call says: the AI SDK's own, or one of its gateway, which is of another class with the same members. */
function readCallError(error: unknown): CallError {
  const isCall = APICallError.isInstance(error);
  if (isCall) {
    const { statusCode, isRetryable, url, responseHeaders, responseBody = '' } = error;
    const words = responseBody;
    return { isCall, status: statusCode, isRetryable, url, headers: responseHeaders, words };
  }
  const isLike = error instanceof Error && 'statusCode' in error;
  const status = isLike && typeof error.statusCode === 'number' ? error.statusCode : undefined;
  const inner = isLike && APICallError.isInstance(error.cause) ? error.cause : undefined;
  return {
    isCall: false,
    status,
    isRetryable: isLike && 'isRetryable' in error && error.isRetryable === true,
    url: undefined,
    headers: inner?.responseHeaders,
    words: isLike ? `${error.message} ${inner?.responseBody ?? ''}` : '',
  };
}

/** OpenAI's code, with 429, and Anthropic's words, with 400, for an account without money, which waiting does not mend. */
const unpaidWords =
  /insufficient_quota|credit balance is too low|insufficient (?:credits|balance)/i;
/** Google's words, with 400, for a key that is none. */
const keyWords = /API_KEY_INVALID|API key (?:not valid|not found|expired|is invalid)/i;

function toStatusError(error: unknown, status: number, model: string, nowMs: number): GleanerError {
  const said = quote(error);
  const { words } = readCallError(error);
  if (status === 402 || (status < 500 && unpaidWords.test(words))) {
    const what = `its provider asks for payment with status ${status}${said}`;
    return toSetupFault(`${model}: ${what}. Look into the account there.`, error);
  }
  if (status === 401 || (status === 400 && keyWords.test(words))) {
    // Without its words, which repeat the key.
    const what = `its provider refused the API key with status ${status}`;
    return toSetupFault(`${model}: ${what}. ${advice.checkModelKey}`, error);
  }
  if (status === 403) {
    const what = `its provider refused access, or the API key, with status ${status}${said}`;
    return toSetupFault(`${model}: ${what}. ${advice.checkModelKey}`, error);
  }
  if (status === 404) {
    const { url } = readCallError(error);
    const endpoint = url === undefined ? 'its provider' : `the endpoint ${toShownUrl(url)}`;
    const what = `${endpoint} does not know it, or is none (status ${status}${said})`;
    return toSetupFault(`${model}: ${what}. ${advice.checkModelName}`, error);
  }
  if (status < 500 && !passingStatuses.has(status)) {
    const what = `its provider refused the request with status ${status}`;
    return toFailure(`${model}: ${what}${quote(error)}`, error);
  }
  const delayMs = findAskedDelay(error, nowMs);
  const what = `its provider answered with status ${status}${said}`;
  return toUnavailable(`${model}: ${what}`, error, delayMs);
}

/** Longest part of a provider's words that a message shows. */
const maxQuoted = 200;
/** Keys and the like, which some providers repeat. */
const keyLike =
  /\S*\d\S{15,}|(?<![\w-])(?:(?=[\w-]{16})[a-z_-]*\d[\w-]*|[\w-]{32,})|\b(?:sk|pk|key)-\S+/gi;

const saidInBody = /"(?:message|detail|msg|error)"\s*:\s*"((?:[^"\\]|\\.){1,1000})"/;
const bareStatus =
  /^(?:bad request|unauthorized|payment required|forbidden|not found|too many requests|internal server error|bad gateway|service unavailable|gateway timeout)$/i;

function quote(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Where the AI SDK does not know the form of the error, its message is the status alone, or empty.
  const inBody = saidInBody.exec(readCallError(error).words)?.[1] ?? '';
  const plain = error.message.trim();
  const said = plain === '' || bareStatus.test(plain) ? inBody || plain : plain;
  const words = said.replaceAll(/\s+/g, ' ').replaceAll(keyLike, '[redacted]').trim();
  return words === '' ? '' : `: "${words.slice(0, maxQuoted)}"`;
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
    if (answer.cut !== undefined) warnings.add(answer.cut);
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
  const { isRetryable, words } = readCallError(error);
  if (!isRetryable || unpaidWords.test(words)) return undefined;
  const asked = findAskedDelay(error, clock.nowMs());
  const delayMs = asked ?? firstDelayMs * 2 ** retries;
  return delayMs > maxDelayMs ? undefined : delayMs;
}

/** Google asks for it in the body. Source: google.rpc.RetryInfo. */
const retryDelay = /"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d{1,9})?)s"/;

/** How long the provider asks to wait from `nowMs`, if it does; OpenAI's `retry-after-ms` is more precise than `retry-after`. */
export function findAskedDelay(error: unknown, nowMs: number): number | undefined {
  const { headers = {}, words } = readCallError(error);
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = headers;
  const delayMs = Number(milliseconds ?? Number.NaN);
  if (Number.isFinite(delayMs)) return Math.max(0, delayMs);
  const seconds = retryDelay.exec(words)?.[1];
  return (
    parseRetryAfter(after, nowMs) ?? (seconds === undefined ? undefined : Number(seconds) * 1_000)
  );
}
