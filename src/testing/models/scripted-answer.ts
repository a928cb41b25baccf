/** What a scripted model does with one call. Of several members the first one, in this order, decides. */
export interface ScriptedAnswer {
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
 * The answers in order, or a function that returns each one and may be asynchronous, to delay an answer. A call beyond the end
 * of a list gets status 500.
 */
export type ModelScript<Request> =
  | readonly ScriptedAnswer[]
  | ((request: Request, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** The script's answer to the call with this index. */
export async function findScriptedAnswer<Request>(
  script: ModelScript<Request>,
  request: Request,
  index: number,
): Promise<ScriptedAnswer> {
  if (typeof script === 'function') return script(request, index);
  return script[index] ?? { status: 500 };
}

/** What the model says, as text. */
export function toAnswerText(answer: ScriptedAnswer): string {
  return typeof answer.content === 'string' ? answer.content : JSON.stringify(answer.content ?? {});
}

/** Tokens of an answer that does not say. */
export const defaultUsage = { inputTokens: 100, outputTokens: 20 } as const;
