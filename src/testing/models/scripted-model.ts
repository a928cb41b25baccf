import { APICallError } from '@ai-sdk/provider';
import type { ModelObject } from '../../extractors/model/call/language-model.ts';
import {
  createAnswerer,
  defaultUsage,
  toAnswerText,
  type ModelScript,
  type ScriptedAnswer,
} from './scripted-answer.ts';

/** One call of a scripted model: the members of the AI SDK's call options that Gleaner sets. */
export interface ScriptedModelCall {
  readonly prompt: readonly (
    | { readonly role: 'system'; readonly content: string }
    | {
        readonly role: 'user' | 'assistant' | 'tool';
        readonly content: readonly { readonly type: string; readonly text?: string }[];
      }
  )[];
  readonly responseFormat?:
    | { readonly type: 'text' }
    | { readonly type: 'json'; readonly name?: string; readonly schema?: object };
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly abortSignal?: AbortSignal;
}

/** A language model object of the AI SDK that responds by a script and keeps every call. */
export interface ScriptedModel extends ModelObject {
  readonly specificationVersion: 'v4';
  readonly supportedUrls: Record<string, RegExp[]>;
  /** Every call so far, as the model received it. */
  readonly calls: readonly ScriptedModelCall[];
  doGenerate(call: ScriptedModelCall): Promise<ScriptedModelResult>;
  /** Rejects: Gleaner does not stream. */
  doStream(call: ScriptedModelCall): Promise<never>;
}

/** The AI SDK's result of one call, as far as a script decides it. */
export interface ScriptedModelResult {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly finishReason: {
    readonly unified: 'stop' | 'length' | 'content-filter';
    readonly raw: string;
  };
  readonly usage: {
    readonly inputTokens: {
      readonly total: number;
      readonly noCache: undefined;
      readonly cacheRead: undefined;
      readonly cacheWrite: undefined;
    };
    readonly outputTokens: {
      readonly total: number;
      readonly text: undefined;
      readonly reasoning: undefined;
    };
  };
  readonly warnings: never[];
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
 *
 * @example
 * ```ts
 * // By page and by what is asked, in any order.
 * const model = scriptedModel([
 *   { when: { page: 'Brass lamp', prompt: /price/i }, content: { price: 5 } },
 *   { when: { page: 'Oak chair' }, content: { price: 80 } },
 * ]);
 * ```
 */
export function scriptedModel(script: ModelScript<ScriptedModelCall>): ScriptedModel {
  const calls: ScriptedModelCall[] = [];
  const answer = createAnswerer(script);
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      calls.push(options);
      return toResult(await answer(options, toText(options)), options);
    },
    async doStream() {
      throw new TypeError('A scripted model does not stream: call doGenerate.');
    },
  };
}

function toText({ prompt }: ScriptedModelCall): string {
  return prompt
    .flatMap(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text = '' }) => text),
    )
    .join('\n');
}

async function toResult(
  answer: ScriptedAnswer,
  { abortSignal }: ScriptedModelCall,
): Promise<ScriptedModelResult> {
  if (answer.hang === true) return untilAborted(abortSignal);
  if (answer.dieMidway === true) throw toCallError('The connection broke', undefined);
  if (answer.status !== undefined) {
    throw toCallError('The script says so', answer.status, answer.headers);
  }
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

function toCallError(
  message: string,
  statusCode: number | undefined,
  responseHeaders: Readonly<Record<string, string>> = {},
): APICallError {
  return new APICallError({
    message,
    url: 'scripted:',
    requestBodyValues: undefined,
    responseHeaders,
    ...(statusCode === undefined ? {} : { statusCode }),
  });
}
