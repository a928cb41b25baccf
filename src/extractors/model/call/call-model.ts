import {
  APICallError,
  LoadAPIKeyError,
  type LanguageModelV2,
  type LanguageModelV3,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
} from '@ai-sdk/provider';
import type { ModelCallUsage } from '../../../errors/model-call-usage.ts';
import { loadOptional } from '../../../errors/load-optional.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { ModelObject } from './language-model.ts';
import type { ProviderSchema } from '../prompt/to-provider-schema.ts';
import { GleanerError, isGleanerError } from '../../../errors/gleaner-error.ts';

/** One question to a model. */
export interface ModelCall {
  readonly model: ModelObject;
  readonly instructions: string;
  readonly prompt: string;
  /** What the provider is told about the answer's form. */
  readonly format: 'text' | ProviderSchema;
  readonly signal: AbortSignal;
}

/** What the model said. */
export interface ModelAnswer {
  readonly text: string;
  readonly usage: ModelCallUsage;
  /** Whether the answer ended because the model had no room left. */
  readonly cut: boolean;
  /** Whether the model, or a filter before it, declined to answer. */
  readonly refused: boolean;
  /** What the provider could not do as it was told. */
  readonly warnings: readonly string[];
}

/** Formats that the model's provider refused; from then on it is asked without them. */
export type FormatRefusals = WeakSet<ProviderSchema>;

/**
 * Asks a model once. Rejects with the signal's reason on abort and with a `GleanerError` when the model cannot be
 * reached or does not answer. A provider that refuses the response format is asked again without: the refused request
 * has reached no model.
 */
export async function callModel(call: ModelCall, refusals: FormatRefusals): Promise<ModelAnswer> {
  if (call.format === 'text' || refusals.has(call.format)) {
    return ask({ ...call, format: 'text' }).catch((error: unknown) => throwModelError(error, call));
  }
  try {
    return await ask(call);
  } catch (error) {
    if (!isRequestRefused(error) || call.signal.aborted) throwModelError(error, call);
    const answer = await ask({ ...call, format: 'text' }).catch(() => throwModelError(error, call));
    // Only now is it known that the format was at fault, and not, say, a page too long for the model.
    refusals.add(call.format);
    return answer;
  }
}

async function ask(call: ModelCall): Promise<ModelAnswer> {
  call.signal.throwIfAborted();
  // The import costs 135 ms, once; whoever extracts without a model never pays it.
  const { generateText, Output, wrapLanguageModel } = await loadOptional(
    'ai',
    'Asking a model',
    () => import('ai'),
  );
  const warnings: string[] = [];
  let text = '';
  const model = wrapLanguageModel({
    // The SDK's own name for what `ModelObject` describes.
    model: call.model as LanguageModelV2 | LanguageModelV3 | LanguageModelV4,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ doGenerate }) => {
        const result = await doGenerate();
        warnings.push(...result.warnings.map(describeWarning));
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
      // One request is one call: the caller decides about trying again.
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
  return {
    text,
    usage: {
      model: call.model.modelId,
      inputTokens: result.usage.inputTokens,
      outputTokens: result.usage.outputTokens,
    },
    cut: result.finishReason === 'length',
    refused: result.finishReason === 'content-filter',
    warnings,
  };
}

function throwModelError(error: unknown, call: ModelCall): never {
  call.signal.throwIfAborted();
  throw toModelError(error, call.model.modelId);
}

function toResponseFormat(
  format: ModelCall['format'],
): LanguageModelV4CallOptions['responseFormat'] {
  if (format === 'text') return { type: 'text' };
  if (format.schema === undefined) return { type: 'json' };
  return { type: 'json', name: 'answer', schema: format.schema };
}

/** Providers that know a strict mode use it unless told otherwise, and refuse schemas that do not fit it. */
function toProviderOptions(
  format: ModelCall['format'],
): Pick<LanguageModelV4CallOptions, 'providerOptions'> {
  if (format === 'text' || format.strict) return {};
  const options = { strictJsonSchema: false };
  return { providerOptions: { openai: options, azure: options, openaiCompatible: options } };
}

type Warning = Awaited<ReturnType<LanguageModelV4['doGenerate']>>['warnings'][number];

function describeWarning(warning: Warning): string {
  const what =
    warning.type === 'unsupported' || warning.type === 'compatibility'
      ? [warning.feature, warning.details]
      : [warning.message];
  return `The model's provider says: ${what.filter((part) => part !== undefined).join(': ')}`;
}

/** Answers that blame the request itself: sending it again cannot help. Source: RFC 9110, sections 15.5.1, .5, .14 and .21. */
const requestFaults: ReadonlySet<number> = new Set([400, 404, 413, 422]);

/** Codes of Node and undici for a connection that failed or broke. */
const networkCode =
  /^(?:UND_ERR_(?:SOCKET|CLOSED|DESTROYED|\w+_TIMEOUT)|ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|ERR_TLS|CERT_)/;

/** Deep enough for the AI SDK's and undici's wrapping, and a bound on cycles. */
const maxCauses = 8;

/**
 * What a failed model call means for the caller. The message names the model and the status alone: what the provider
 * wrote may repeat the key or the page, and stays in `cause`.
 */
function toModelError(error: unknown, modelId: string): GleanerError {
  // A package of the AI SDK that is not installed.
  if (isGleanerError(error)) return error;
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status !== undefined && status >= 400) {
    if (requestFaults.has(status)) {
      return toFailure(`its provider refused the request with status ${status}`, error, modelId);
    }
    return toUnavailable(`its provider answered with status ${status}`, error, modelId);
  }
  if (LoadAPIKeyError.isInstance(error)) {
    return toUnavailable('its provider has no API key', error, modelId);
  }
  // Without a status there was no answer; with 200 the connection may still have broken in the middle of it.
  if ((APICallError.isInstance(error) && status === undefined) || isConnectionFault(error)) {
    return toUnavailable(
      'its provider could not be reached, or the connection broke',
      error,
      modelId,
    );
  }
  return toFailure('its provider sent something that is no answer', error, modelId);
}

/** Whether the provider did not accept the request as such, e.g. because it knows no response schemas. */
function isRequestRefused(error: unknown): boolean {
  return APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
}

function toUnavailable(what: string, cause: unknown, modelId: string): GleanerError {
  return new GleanerError(
    'service_unavailable',
    `Could not ask the model "${modelId}": ${what}. Try again later, or check its configuration.`,
    { cause },
  );
}

function toFailure(what: string, cause: unknown, modelId: string): GleanerError {
  return new GleanerError('validation_failed', `Could not ask the model "${modelId}": ${what}.`, {
    cause,
    details: { reason: 'model_failed' },
  });
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
