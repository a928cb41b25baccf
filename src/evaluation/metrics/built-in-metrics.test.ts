import { describe, expect, test } from 'vitest';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { PipelineOutput } from '../pipelines/pipeline.ts';
import { builtInMetrics, type BuiltInMetricsOptions } from './built-in-metrics.ts';
import type { Score } from './metric.ts';

const base: EvaluationCase = {
  id: 'one',
  url: 'https://shop.example/1',
  prompt: 'The product.',
  expected: { name: 'Blue shirt', price: 100, tags: ['a', 'b'], offers: [{ seller: 'X' }] },
};

async function scoreAll(
  output: PipelineOutput | undefined,
  evaluationCase: EvaluationCase = base,
  options: BuiltInMetricsOptions = {},
): Promise<Record<string, Score>> {
  const outcome = { case: evaluationCase, output, latencyMs: 250 };
  const scores: Record<string, Score> = {};
  for (const metric of builtInMetrics([evaluationCase], options)) {
    const score = await metric.score(outcome);
    if (score !== undefined) scores[metric.name] = score;
  }
  return scores;
}

const answer = {
  name: 'blue skirt',
  price: 101,
  tags: ['b', 'c', 'A'],
  offers: [{ seller: 'x' }, { seller: 'Y' }],
};

test('the whole answer is measured in each kind', async () => {
  const scores = await scoreAll({ value: answer });
  // Right: two tags and a seller, of 5 expected and 7 given.
  expect(scores['f1']).toEqual({ kept: 6, total: 12 });
  expect(scores['precision']).toEqual({ kept: 3, total: 7 });
  expect(scores['recall']).toEqual({ kept: 3, total: 5 });
  expect(scores['recall (exact)']).toEqual({ kept: 1, total: 5 });
  expect(scores['recall (tolerance)']).toEqual({ kept: 4, total: 5 });
  expect(scores['recall (likeness)']?.kept).toBeCloseTo(3.9, 9);
  expect(scores['precision (likeness)']?.total).toBeCloseTo(7, 9);
  expect(scores['answers without fault']).toEqual({ kept: 0, total: 1 });
  expect(scores['record f1']).toEqual({ kept: 2, total: 3 });
  expect(scores['record precision']).toEqual({ kept: 1, total: 2 });
  expect(scores['record recall']).toEqual({ kept: 1, total: 1 });
});

test('each field is measured, in the kinds that can differ for it', async () => {
  const metrics = builtInMetrics([base]);
  const byField = Map.groupBy(metrics, ({ field }) => field);
  expect([...byField.keys()]).toEqual([undefined, 'name', 'price', 'tags', 'offers.seller']);
  expect(byField.get('price')?.map(({ name }) => name)).toEqual([
    'f1 of price',
    'precision of price',
    'recall of price',
    'f1 (exact) of price',
    'f1 (tolerance) of price',
  ]);
  expect(byField.get('name')?.map(({ name }) => name)).toContain('f1 (likeness) of name');
  const scores = await scoreAll({ value: answer });
  expect(scores['f1 of tags']).toEqual({ kept: 4, total: 5 });
  expect(scores['f1 of price']).toEqual({ kept: 0, total: 2 });
  expect(scores['f1 (tolerance) of price']).toEqual({ kept: 2, total: 2 });
  expect(scores['f1 of offers.seller']).toEqual({ kept: 2, total: 3 });
});

test('a right answer is right in every metric, also where it says that there is none', async () => {
  const expected = { name: 'a', discount: null, rows: [] };
  const scores = await scoreAll({ value: { name: 'a' } }, { ...base, expected });
  for (const name of ['f1', 'precision', 'recall', 'f1 of discount', 'answers without fault']) {
    const { kept = 0, total = 0 } = scores[name] ?? {};
    expect(kept).toBe(total);
    expect(total).toBeGreaterThan(0);
  }
});

test('a failed case has missed everything, took its time, and cost what is not known', async () => {
  const scores = await scoreAll(undefined, { ...base, schema: { type: 'object' } });
  expect(scores['f1']).toEqual({ kept: 0, total: 5 });
  expect(scores['precision']).toEqual({ kept: 0, total: 0 });
  expect(scores['record recall']).toEqual({ kept: 0, total: 1 });
  expect(scores['schema valid']).toEqual({ kept: 0, total: 1 });
  expect(scores['failed']).toEqual({ kept: 1, total: 1 });
  expect(scores['latency p95']).toEqual({ kept: 250, total: 1 });
  expect(scores).not.toHaveProperty('input tokens');
  expect(scores).not.toHaveProperty('repaired');
  const empty = await scoreAll(undefined, { ...base, expected: {} });
  expect(empty).not.toHaveProperty('f1');
  const faultless = builtInMetrics([base]).find(({ name }) => name === 'answers without fault');
  const failed = { case: { ...base, expected: {} }, output: undefined, latencyMs: 1 };
  expect(faultless?.score(failed)).toEqual({ kept: 0, total: 1 });
});

test('where nothing is known to be right, only costs and forms are measured', async () => {
  const unknown = { ...base, expected: undefined };
  const names = builtInMetrics([unknown]).map(({ name }) => name);
  expect(names).not.toContain('f1');
  expect(names).toContain('latency p50');
  // Beside one that has an answer, such a case has no score.
  const [f1] = builtInMetrics([base, unknown]);
  expect(f1?.name).toBe('f1');
  expect(f1?.score({ case: unknown, output: { value: {} }, latencyMs: 1 })).toBeUndefined();
});

describe('schemas', () => {
  const schema = {
    type: 'object',
    properties: { price: { type: 'number', minimum: 0 } },
    required: ['price'],
  };

  test.each([
    [{ price: 3 }, 1],
    [{ price: -3 }, 0],
    [{}, 0],
    ['3', 0],
  ])('%j is valid: %d', async (value, kept) => {
    const scores = await scoreAll({ value }, { ...base, schema });
    expect(scores['schema valid']).toEqual({ kept, total: 1 });
  });

  test('a schema that cannot be used is an error, not an invalid answer', async () => {
    const broken = { ...base, schema: { type: 'wrong' } };
    await expect(scoreAll({ value: {} }, broken)).rejects.toThrow(/schema/i);
  });
});

test('what a pipeline tells of an answer becomes figures', async () => {
  const place = { kind: 'text', node: '/html', snippet: '' } as const;
  const scores = await scoreAll(
    {
      value: answer,
      model: 'small',
      inputTokens: 2_000,
      outputTokens: 500,
      creditsUsed: 5,
      wasRepaired: true,
      withoutModel: false,
      fromCache: true,
      evidence: [
        { path: '/name', status: 'supported', confidence: 'unsure', ...place },
        { path: '/price', status: 'unsupported', confidence: 'unsure' },
      ],
      lists: [
        { path: '/tags', returned: 3, shown: 4, skipped: [] },
        { path: '/offers', returned: 2, shown: 1, skipped: [] },
      ],
    },
    base,
    { prices: { small: { inputPerMillion: 1, outputPerMillion: 4 } } },
  );
  expect(scores).toMatchObject({
    'unsupported values': { kept: 1, total: 2 },
    completeness: { kept: 5, total: 6 },
    repaired: { kept: 1, total: 1 },
    'without model': { kept: 0, total: 1 },
    'from cache': { kept: 1, total: 1 },
    'input tokens': { kept: 2_000, total: 1 },
    'output tokens': { kept: 500, total: 1 },
    credits: { kept: 5, total: 1 },
    money: { kept: 0.004, total: 1 },
    failed: { kept: 0, total: 1 },
  });
});

test('lists that are too long to be matched in the best way are told, once for a case', async () => {
  const expected = Array.from({ length: 400 }, (_, at) => at);
  const value = expected.map((number) => number + 0.5);
  const warnings: string[] = [];
  await scoreAll(
    { value },
    { ...base, expected },
    {
      onWarning: (warning) => warnings.push(warning),
    },
  );
  expect(warnings).toEqual([
    'Lists of the case "one" are too long to be matched in the best way: equal items are, and others with the best of the nearest, so that its figures may be a little low.',
  ]);
});

test('beyond a hundred fields the rest is told to count in the whole alone', () => {
  const expected = Object.fromEntries(Array.from({ length: 103 }, (_, at) => [`field${at}`, at]));
  const warnings: string[] = [];
  const metrics = builtInMetrics([{ ...base, expected }], {
    onWarning: (warning) => warnings.push(warning),
  });
  expect(new Set(metrics.map(({ field }) => field)).size).toBe(101);
  expect(warnings).toEqual([
    'The expected answers name 103 fields; the first 100 have metrics of their own, and the others count in those of the whole answer.',
  ]);
});

test.each([-1, Number.NaN])('a tolerance of %d is refused', (tolerance) => {
  expect(() => builtInMetrics([base], { tolerance })).toThrow(
    new TypeError('Expected `tolerance` to be a number from 0 on, e.g. 0.01 for 1 %.'),
  );
});
