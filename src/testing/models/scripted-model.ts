import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import {
  defaultUsage,
  findScriptedAnswer,
  toAnswerText,
  type ModelScript,
  type ScriptedAnswer,
} from './scripted-answer.ts';

/** A language model of the AI SDK that remembers what it was asked. */
export interface ScriptedModel extends LanguageModelV4 {
  /** Every call so far, as the model received it. */
  readonly calls: readonly LanguageModelV4CallOptions[];
}

const finishReasons = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
} as const;

/**
 * A language model for tests without any network: it answers as the script says.
 *
 * @example
 * ```ts
 * const model = scriptedModel([{ content: { title: 'A Light in the Attic' } }]);
 * const { result } = await createGleaner({ model }).extract({ html, url, prompt: 'the title' });
 * ```
 */
export function scriptedModel(script: ModelScript<LanguageModelV4CallOptions>): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      calls.push(options);
      return toResult(await findScriptedAnswer(script, options, calls.length - 1), options);
    },
    async doStream() {
      throw new TypeError('A scripted model does not stream: call doGenerate.');
    },
  };
}

async function toResult(
  answer: ScriptedAnswer,
  { abortSignal }: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  if (answer.hang === true) return untilAborted(abortSignal);
  if (answer.dieMidway === true) throw toCallError('The connection broke', undefined);
  if (answer.status !== undefined) throw toCallError('The script says so', answer.status);
  if (answer.rawBody !== undefined) throw toCallError('Invalid JSON response', 200);
  const usage = answer.usage ?? defaultUsage;
  const finish = answer.refusal === undefined ? (answer.finishReason ?? 'stop') : 'content_filter';
  return {
    content: [{ type: 'text', text: answer.refusal ?? toAnswerText(answer) }],
    finishReason: { unified: finishReasons[finish], raw: finish },
    usage: {
      inputTokens: {
        total: usage.inputTokens,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: usage.outputTokens, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const rejectNow = (): void => reject(signal?.reason);
    if (signal?.aborted === true) rejectNow();
    else signal?.addEventListener('abort', rejectNow, { once: true });
  });
}

function toCallError(message: string, statusCode: number | undefined): APICallError {
  return new APICallError({
    message,
    url: 'scripted:',
    requestBodyValues: undefined,
    ...(statusCode === undefined ? {} : { statusCode }),
  });
}
