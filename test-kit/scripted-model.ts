import { APICallError } from '@ai-sdk/provider';
import { type ValueRule, checkMembers, checkValues } from '../src/runtime/errors/option-checks.ts';
import { splitPrompt } from '../src/extraction/model/build-prompt.ts';
import type { ModelObject } from '../src/extraction/model/language-model.ts';

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
    readonly unified: 'stop' | 'length' | 'content-filter' | 'other';
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

const finishReasons: ReadonlyMap<string, ScriptedModelResult['finishReason']['unified']> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
]);

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
 *
 * @throws TypeError for a script that is none, and for a misspelt member of an answer.
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

const noCacheTokens = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined } as const;

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
    finishReason: { unified: finishReasons.get(finish) ?? 'other', raw: finish },
    usage: {
      inputTokens: { total: usage.inputTokens, ...noCacheTokens },
      outputTokens: { total: usage.outputTokens, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

/** Rejects with the reason of the signal; never ends without one. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
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

/** Which calls an answer is for: every member that is given must be found, a text as it is written. */
export interface ScriptedQuestion {
  /** What the page says, as the model is shown it. */
  readonly page?: string | RegExp;
  /** What the instructions or the prompt say, the page apart. */
  readonly prompt?: string | RegExp;
}

/** What a scripted model does with one call. Of several members after `when` the first one, in this order, decides. */
export interface ScriptedAnswer {
  /** Answers every call of this kind, and no other. @default the next call that no other answer is for */
  readonly when?: ScriptedQuestion;
  /** Sends no response; the call ends when the caller aborts. */
  readonly hang?: boolean;
  /** Closes the connection in the middle of the response. */
  readonly dieMidway?: boolean;
  /** Responds with this HTTP error status, e.g. 500. */
  readonly status?: number;
  /** Response headers for `status`, e.g. `retry-after`; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The message of an error with `status`. @default one that names the status */
  readonly says?: string;
  /** Responds with this as the whole HTTP body, e.g. one that is not a chat completion. */
  readonly rawBody?: string;
  /** The model refuses, with this text. */
  readonly refusal?: string;
  /** The model's output: a string unchanged, any other value as JSON. */
  readonly content?: unknown;
  /** `stop`, `length`, `content_filter`, or any other word of a server. @default 'stop' */
  readonly finishReason?: string;
  /** @default { inputTokens: 100, outputTokens: 20 } */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/**
 * The answers in order, or a function that returns each one and may be asynchronous, to delay an answer. Answers with `when` are for
 * the calls that it describes, the first that fits, in any order and number. A call beyond the end of a list gets status 500.
 */
export type ModelScript<Request> =
  | readonly ScriptedAnswer[]
  | ((request: Request, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

const answerNames: Readonly<Record<keyof ScriptedAnswer, true>> = {
  when: true,
  hang: true,
  dieMidway: true,
  status: true,
  headers: true,
  says: true,
  rawBody: true,
  refusal: true,
  content: true,
  finishReason: true,
  usage: true,
};
const textOrPattern: ValueRule = {
  wanted: 'a text or a regular expression',
  isAllowed: (value) => typeof value === 'string' || value instanceof RegExp,
};
const questionRules: Readonly<Record<keyof ScriptedQuestion, ValueRule>> = {
  page: textOrPattern,
  prompt: textOrPattern,
};
const scriptRule: ValueRule = {
  wanted: 'a list of answers, or a function',
  isAllowed: (value) => typeof value === 'function' || Array.isArray(value),
  isRequired: true,
};

function checkScript<Request>(script: ModelScript<Request>): void {
  checkValues('', { script }, { script: scriptRule });
  if (typeof script === 'function') return;
  for (const answer of script) {
    checkMembers('An answer of the script', answer, Object.keys(answerNames));
    if (answer.when === undefined) continue;
    checkMembers('`when`', answer.when, Object.keys(questionRules));
    checkValues('when.', answer.when, questionRules);
  }
}

/** Creates a function that returns the script's answer to each call, in order; `text` is all that the model is told. */
export function createAnswerer<Request>(
  script: ModelScript<Request>,
): (request: Request, text: string) => Promise<ScriptedAnswer> {
  checkScript(script);
  let calls = 0;
  if (typeof script === 'function') return async (request) => script(request, calls++);
  const inOrder = script.filter(({ when }) => when === undefined);
  return async (_request, text) => {
    const own = script.find(({ when }) => when !== undefined && fits(when, text));
    return own ?? inOrder[calls++] ?? { status: 500 };
  };
}

function fits({ page, prompt }: ScriptedQuestion, text: string): boolean {
  const parts = splitPrompt(text);
  const rest = parts === undefined ? text : `${parts.request}\n${parts.closing}`;
  return isFound(page, parts?.page ?? '') && isFound(prompt, rest);
}

function isFound(wanted: string | RegExp | undefined, text: string): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) >= 0;
}

/** What the model says, as text. */
export function toAnswerText(answer: ScriptedAnswer): string {
  return typeof answer.content === 'string' ? answer.content : JSON.stringify(answer.content ?? {});
}

/** Tokens of an answer that does not say. */
export const defaultUsage = { inputTokens: 100, outputTokens: 20 } as const;
