import {
  APICallError,
  type LanguageModelV2,
  type LanguageModelV3,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
} from '@ai-sdk/provider';
import type { ModelCallUsage } from '../../../errors/error-codes.ts';
import { loadOptional } from '../../../errors/load-optional.ts';
import { loadOnce } from '../../../signals/load-once.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { ProviderSchema } from '../prompt/to-provider-schema.ts';
import type { ModelObject } from './language-model.ts';
import { retryCall } from './retry-call.ts';
import { toModelError } from './to-model-error.ts';

/** One question to a model. */
export interface ModelCall {
  readonly model: ModelObject;
  readonly instructions: string;
  readonly prompt: string;
  /** The response format that is requested of the provider. */
  readonly format: 'text' | ProviderSchema;
  /** How often a call that may succeed later is made again; see `retryCall`. */
  readonly maxRetries: number;
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
  /** What the provider could not do as asked. */
  readonly warnings: readonly string[];
}

/** The import costs 135 ms, once; extracting without a model does not need it. */
const loadSdk = loadOnce(() => loadOptional('ai', 'Asking a model', () => import('ai')));

/** Response formats that the model's provider refused; later calls do not use them. */
export type FormatRefusals = WeakSet<ProviderSchema>;

/**
 * Asks a model. Rejects with the signal's reason on abort and with a `GleanerError` when the model cannot be reached or
 * does not answer. A provider that refuses the response format is asked again without: the refused request has reached
 * no model. When that fails too, its failure counts.
 */
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
    throw toModelError(error, call.model.modelId);
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
  const what =
    warning.type === 'unsupported' || warning.type === 'compatibility'
      ? [warning.feature, warning.details]
      : [warning.message];
  return `The model's provider says: ${what.filter((part) => part !== undefined).join(': ')}`;
}
