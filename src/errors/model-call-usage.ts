/** Tokens that one model call used, as the provider reported them; `undefined` where it said nothing. */
export interface ModelCallUsage {
  /** The provider's name of the model. */
  readonly model: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}
