import type { PipelineOutput } from './pipeline.ts';

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
