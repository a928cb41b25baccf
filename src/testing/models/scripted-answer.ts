import { splitPrompt } from './split-prompt.ts';

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
  /** Responds with this as the whole HTTP body, e.g. one that is not a chat completion. */
  readonly rawBody?: string;
  /** The model refuses, with this text. */
  readonly refusal?: string;
  /** The model's output: a string unchanged, any other value as JSON. */
  readonly content?: unknown;
  /** @default 'stop' */
  readonly finishReason?: 'stop' | 'length' | 'content_filter';
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

/** Creates a function that returns the script's answer to each call, in order; `text` is all that the model is told. */
export function createAnswerer<Request>(
  script: ModelScript<Request>,
): (request: Request, text: string) => Promise<ScriptedAnswer> {
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
