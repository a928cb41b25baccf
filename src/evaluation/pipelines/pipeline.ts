import type { Evidence } from '../../runtime/contracts/evidence.ts';
import type { ListCoverage } from '../../runtime/contracts/list-coverage.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';

/** One question to a model, and its answer, for the report. */
export interface ModelExchange {
  readonly prompt: string;
  readonly answer: string;
}

/** What a pipeline made of a case. Only `value` is needed; a metric whose figure is absent is not taken. */
export interface PipelineOutput {
  /** The answer: JSON, or a text. */
  readonly value: unknown;
  /** Name of the model that was asked, by which its price is found. */
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly creditsUsed?: number | undefined;
  /** Whether a second question was asked because the first answer broke the schema. */
  readonly wasRepaired?: boolean | undefined;
  /** Whether no model was asked. */
  readonly withoutModel?: boolean | undefined;
  /** Whether the page came from a cache. */
  readonly fromCache?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  readonly lists?: readonly ListCoverage[] | undefined;
  readonly exchanges?: readonly ModelExchange[] | undefined;
}

/** A way to answer cases. */
export interface Pipeline {
  readonly name: string;
  /** What tells it from others, as plain JSON: it is written to results, so without secrets. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether it gives this case the same answer whenever it is asked: every change of one is then a change of the pipeline. */
  isDeterministic(evaluationCase: EvaluationCase): boolean;
  /** Rejects where it has no answer: that is a result, too. Ends soon after `signal` aborts. */
  run(evaluationCase: EvaluationCase, signal: AbortSignal): Promise<PipelineOutput>;
  close?(): Promise<void>;
}

/** What a model's provider asks for a million tokens, in any one currency. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

/** By the provider's name of the model, as `PipelineOutput.model` gives it. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const million = 1_000_000;

/** Throws a `TypeError` that names the price that is no number from 0 on. */
export function checkPrices(prices: ModelPrices): void {
  for (const [model, { inputPerMillion, outputPerMillion }] of Object.entries(prices)) {
    for (const [name, price] of Object.entries({ inputPerMillion, outputPerMillion })) {
      if (Number.isFinite(price) && price >= 0) continue;
      throw new TypeError(
        `Expected \`prices["${model}"].${name}\` to be a number from 0 on: what a million tokens cost.`,
      );
    }
  }
}

/** Money for what a case took; 0 where no model was asked, `undefined` where the price or the tokens are unknown. */
export function findMoney(
  { model, inputTokens, outputTokens, withoutModel }: Partial<PipelineOutput>,
  prices: ModelPrices,
): number | undefined {
  if (withoutModel === true) return 0;
  const price = model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) {
    return undefined;
  }
  return (inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion) / million;
}

/** The sum; `undefined` where one is unknown, e.g. because a provider does not say what a call took. */
export function sumAmounts(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce<number | undefined>(
    (total, amount) => (total === undefined || amount === undefined ? undefined : total + amount),
    0,
  );
}
