/** What a scripted model does with one call. The first member that is set decides, in the order they stand here. */
export interface ScriptedAnswer {
  /** Never answers; the call ends when the caller goes away. */
  readonly hang?: boolean;
  /** Breaks the connection in the middle of the answer. */
  readonly dieMidway?: boolean;
  /** Answers with an HTTP error instead of an answer, e.g. 500. */
  readonly status?: number;
  /** Sent with `status`, e.g. `retry-after`; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this as the whole HTTP body: an answer that is no chat completion. */
  readonly rawBody?: string;
  /** The model declines, in these words. */
  readonly refusal?: string;
  /** What the model says: text as it is, anything else as JSON. */
  readonly content?: unknown;
  /** @default 'stop' */
  readonly finishReason?: 'stop' | 'length' | 'content_filter';
  /** @default { inputTokens: 100, outputTokens: 20 } */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/**
 * The answers in order, or a function that decides each one (and may wait: that is how an answer is held back).
 * A call beyond the end of a list is answered with status 500, so that it is noticed.
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
