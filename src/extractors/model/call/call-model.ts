import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelCallUsage } from '../../../errors/model-call-usage.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import type { ModelObject } from './language-model.ts';
import type { ProviderSchema } from '../prompt/to-provider-schema.ts';
import { isRequestRefused, toModelError } from './to-model-error.ts';

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
  const { generateText, Output, wrapLanguageModel } = await import('ai');
  const warnings: string[] = [];
  let text = '';
  const model = wrapLanguageModel({
    model: call.model,
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
