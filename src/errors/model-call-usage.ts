/** Tokens of one model call as its provider reported them; `undefined` where it reported none. */
export interface ModelCallUsage {
  /** The provider's name of the model. */
  readonly model: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}
