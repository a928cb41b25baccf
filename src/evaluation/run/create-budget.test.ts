import { expect, test } from 'vitest';
import { comparePipelines } from '../compare-pipelines.ts';
import type { PipelineDefinition } from '../pipelines/to-pipelines.ts';
import type { EvaluationBudget } from './create-budget.ts';

const cases = Array.from({ length: 20 }, (_, index) => ({
  id: `case-${index}`,
  url: 'https://shop.example/',
  body: new TextEncoder().encode(`<p>${index}</p>`),
  prompt: 'The number',
  expected: index,
}));
const prices = { small: { inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 } };

function spending(inputTokens: number, model = 'small'): PipelineDefinition {
  return ({ expected }) =>
    new Promise((resolve) => {
      setImmediate(() => resolve({ value: expected, inputTokens, outputTokens: 0, model }));
    });
}

async function compare(
  pipelines: Readonly<Record<string, PipelineDefinition>>,
  budget: EvaluationBudget,
) {
  const spent: number[] = [];
  const result = await comparePipelines({
    cases,
    pipelines,
    metrics: [],
    budget,
    prices,
    concurrency: 4,
    onProgress: (progress) => spent.push(progress.spent.tokens),
  });
  const counts = Map.groupBy(result.outcomes, ({ pipeline }) => pipeline);
  return {
    spent: spent.at(-1),
    counts: Object.fromEntries([...counts].map(([name, own]) => [name, own.length])),
    warnings: result.warnings,
  };
}

test('a budget of tokens is kept, several cases at once', async () => {
  const { spent, counts, warnings } = await compare({ asks: spending(30) }, { tokens: 200 });
  expect(spent).toBe(180);
  expect(counts).toEqual({ asks: 6 });
  expect(warnings).toEqual([
    'The budget ended the cases of "asks" early.',
    expect.stringContaining('14 outcomes are missing: the budget had no room for them.'),
  ]);
});

test('a budget of money is kept, and pipelines that spend nothing go on', async () => {
  const { counts } = await compare({ asks: spending(2), free: () => 1 }, { money: 9 });
  expect(counts).toEqual({ asks: 4, free: 20 });
});

test('a model without a price ends its pipeline where money is limited', async () => {
  const { counts, warnings } = await compare({ asks: spending(2, 'large') }, { money: 9 });
  expect(counts).toEqual({ asks: 1 });
  expect(warnings[0]).toContain('names no price for the model "large"');
});

test('a budget that is no amount, and one of money without prices, are refused', async () => {
  await expect(compare({ asks: spending(1) }, { tokens: -1 })).rejects.toThrow('`budget.tokens`');
  const pipelines = { asks: spending(1) };
  await expect(
    comparePipelines({ cases, pipelines, metrics: [], budget: { money: 1 } }),
  ).rejects.toThrow('needs `prices`');
});
