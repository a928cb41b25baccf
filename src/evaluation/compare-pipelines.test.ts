import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stubFetcher } from '../../test/support/stub-fetcher.ts';
import { createGleaner, structureExtractor } from '../index.ts';
import { cassette } from '../../test-kit/index.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { comparePipelines } from './compare-pipelines.ts';
import type { EvaluationCase } from './cases/evaluation-case.ts';
import type { Metric } from './metrics/metric.ts';

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['price'],
};

function makeCase(index: number, price = index): EvaluationCase {
  const html = `<!doctype html><title>Lamp ${index}</title><h1>Lamp ${index}</h1><p>Price: <b>£${price}.50</b></p>`;
  return {
    id: `lamp-${index}`,
    site: `shop-${index % 7}.example`,
    url: `https://shop-${index % 7}.example/lamps/${index}`,
    body: new TextEncoder().encode(html),
    prompt: 'The name and the price',
    schema,
    expected: { name: `Lamp ${index}`, price: price + 0.5 },
  };
}

const cases = Array.from({ length: 8 }, (_, index) => makeCase(index + 1));

/** Whether the price is right. */
const price: Metric = {
  name: 'price',
  unit: 'share',
  better: 'higher',
  score: ({ case: { expected }, output }) => ({
    kept: priceOf(output?.value) === priceOf(expected) ? 1 : 0,
    total: 1,
  }),
};

function priceOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'price' in value ? value.price : undefined;
}

test('engines and functions answer the pages of cases, and are measured', async () => {
  const result = await comparePipelines({
    cases,
    metrics: [price],
    pipelines: {
      structure: {},
      blind: () => ({ price: 1.5 }),
    },
  });
  expect(result).toMatchObject({
    version: 1,
    baseline: 'structure',
    dataset: { cases: 8, sites: 7 },
    pipelines: [
      { name: 'structure', failed: 0, figures: { price: { value: 1, cases: 8 } } },
      { name: 'blind', failed: 0, figures: { price: { value: 1 / 8, cases: 8 } } },
    ],
  });
  expect(result.comparisons).toMatchObject([
    { pipeline: 'blind', metric: 'price', verdict: 'worse', won: [], lost: { length: 7 } },
  ]);
  const [first] = result.outcomes;
  expect(first).toMatchObject({
    pipeline: 'structure',
    case: 'lamp-1',
    value: { price: 1.5 },
    creditsUsed: 5,
    withoutModel: true,
    wasRepaired: false,
    fromCache: false,
    inputTokens: 0,
    scores: { price: { kept: 1, total: 1 } },
  });
  expect(first?.evidence?.find(({ path }) => path === '/price')?.status).toBe('normalised');
  expect(first?.latencyMs).toBeGreaterThan(0);
});

test('an engine’s model calls are kept with their tokens, and a repair is told', async () => {
  const model = scriptedModel((_call, index) => ({
    content: index === 0 ? { name: 'Lamp 1' } : { name: 'Lamp 1', price: 1.5 },
    usage: { inputTokens: 50, outputTokens: 5 },
  }));
  const definition = { gleaner: { model }, prompt: 'Shop page. {prompt}' };
  const result = await comparePipelines({
    cases: cases.slice(0, 1),
    metrics: [price],
    pipelines: { model: definition },
  });
  const [outcome] = result.outcomes;
  expect(outcome).toMatchObject({
    value: { price: 1.5 },
    model: 'scripted',
    inputTokens: 100,
    outputTokens: 10,
    wasRepaired: true,
    withoutModel: false,
  });
  expect(outcome?.exchanges).toHaveLength(2);
  expect(outcome?.exchanges?.[0]?.prompt).toContain('Request: Shop page. The name and the price');
  expect(outcome?.exchanges?.[0]?.answer).toBe('{"name":"Lamp 1"}');
  expect(result.pipelines[0]?.options).toMatchObject({ model: 'scripted/scripted' });
});

test('a pipeline without repair fails where the first answer breaks the schema, and its tokens count', async () => {
  const model = scriptedModel(() => ({
    content: { name: 'Lamp 1' },
    usage: { inputTokens: 50, outputTokens: 5 },
  }));
  const result = await comparePipelines({
    cases: cases.slice(0, 1),
    metrics: [price],
    pipelines: { model: { gleaner: { model }, repair: false } },
  });
  expect(model.calls).toHaveLength(1);
  expect(result.outcomes[0]).toMatchObject({
    error: { code: 'schema_mismatch' },
    inputTokens: 50,
    outputTokens: 5,
    scores: { price: { kept: 0, total: 1 } },
  });
});

test('a pipeline that throws, hangs, or answers with garbage or too much gives outcomes with errors', async () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  const result = await comparePipelines({
    cases: cases.slice(0, 2),
    metrics: [price],
    timeoutMs: 50,
    pipelines: {
      right: ({ expected }) => expected,
      throws: () => {
        throw new RangeError('No lamp here');
      },
      hangs: () => new Promise(() => undefined),
      nothing: () => undefined,
      loops: () => loop,
      function: () => ({ price: () => 1 }),
      huge: () => 'x'.repeat(9.5 * 1_024 * 1_024),
      tokens: () => ({ value: {}, inputTokens: Number.NaN }),
      negative: () => ({ value: {}, inputTokens: -1 }),
    },
  });
  const errors = new Map(
    result.outcomes.map(({ pipeline, error }) => [pipeline, error?.message ?? '']),
  );
  expect(Object.fromEntries(errors)).toMatchObject({
    right: '',
    throws: 'No lamp here',
    hangs: expect.stringContaining('given up after 50 ms'),
    nothing: 'The pipeline answered with nothing.',
    loops: expect.stringContaining('holds itself'),
    function: expect.stringContaining('/value/price is a function'),
    huge: 'The pipeline answered with 10 MB; at most 8 MB are kept.',
    tokens: expect.stringContaining('NaN'),
    negative: expect.stringContaining('`inputTokens`'),
  });
  expect(result.pipelines.map(({ failed }) => failed)).toEqual([0, 2, 2, 2, 2, 2, 2, 2, 2]);
  expect(result.pipelines[0]?.figures['price']?.value).toBe(1);
  expect(result.pipelines[1]?.figures['price']?.value).toBe(0);
});

test('a case with a cassette is answered from it, page and model, and fails where another question is asked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'gleaner-taped-'));
  const file = path.join(folder, 'cassette.har');
  const [lamp] = cases;
  if (lamp === undefined) throw new Error('There are no cases.');
  const { url, prompt, body = new Uint8Array(), expected } = lamp;
  try {
    {
      const fetcher = stubFetcher({ body });
      const model = scriptedModel(() => ({ content: expected }));
      await using tape = cassette(file, { mode: 'record', fetcher, model });
      await using gleaner = createGleaner({ ...tape.parts });
      await gleaner.extract({ url, prompt, schema });
    }
    const { body: _page, ...taped } = lamp;
    const result = await comparePipelines({
      cases: [{ ...taped, cassette: file }],
      metrics: [price],
      pipelines: {
        taped: {},
        structure: { gleaner: { extractor: structureExtractor() } },
        other: { prompt: 'Another question. {prompt}' },
      },
    });
    expect(result.outcomes).toMatchObject([
      { value: expected, withoutModel: false, inputTokens: 100, exchanges: { length: 1 } },
      { value: { price: 1.5 }, withoutModel: true },
      { error: { message: expect.stringContaining('Another question') } },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('where the signal aborts before there is any outcome, the comparison rejects with its reason', async () => {
  const reason = new Error('stop');
  const input = { cases, metrics: [price], pipelines: { structure: {} } };
  await expect(comparePipelines({ ...input, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

test('cases, pipelines and options that cannot be used are refused by name', async () => {
  const input = { cases, metrics: [price], pipelines: { structure: {} } };
  const [lamp] = cases;
  const refusals: readonly (readonly [object, string])[] = [
    [{ cases: [] }, 'at least one case'],
    [{ cases: [lamp, lamp] }, 'ids of cases to be unique, got "lamp-1" twice'],
    [{ cases: [{ ...lamp, body: undefined }] }, 'to have a `body` or a `cassette`'],
    [{ pipelines: {} }, 'Expected `pipelines` to name at least one'],
    [{ pipelines: { mine: 7 } }, 'Expected the pipeline "mine" to be a function'],
    [{ pipelines: { mine: { parseMode: 'speed' } } }, 'has no option "parseMode"; there are '],
    [
      { pipelines: { mine: { call: { detailLevel: 'hig' } } } },
      'The pipeline "mine" has a `call` that cannot be used: /detailLevel',
    ],
    [{ metrics: [price, price] }, 'names of metrics to be unique, got "price" twice'],
    [{ concurrency: 0 }, '`concurrency`'],
    [{ baseline: 'other' }, '`baseline` to be the name of a pipeline (structure)'],
    [{ prices: { small: { inputPerMillion: -1, outputPerMillion: 1 } } }, 'prices["small"]'],
  ];
  for (const [part, expected] of refusals) {
    await expect(comparePipelines({ ...input, ...part })).rejects.toThrow(expected);
  }
});

test('a metric that throws is told, and the others are taken', async () => {
  const broken: Metric = {
    name: 'broken',
    unit: 'share',
    better: 'higher',
    score: () => {
      throw new Error('No such field');
    },
  };
  const pipelines = { right: ({ expected }: EvaluationCase) => expected };
  const { warnings, pipelines: figures } = await comparePipelines({
    cases,
    metrics: [broken, price],
    pipelines,
  });
  expect(warnings).toContain('The metric "broken" could not be taken of 8 outcomes: No such field');
  expect(Object.keys(figures[0]?.figures ?? {})).toEqual(['price']);
});

test.each([
  ['null', null],
  ['a number', 1],
  ['a share of nothing', { kept: 1, total: 0 }],
  ['a share of less than nothing', { kept: 1, total: -1 }],
])('a metric that gives %s for a score is told', async (_what, score) => {
  const odd: Metric = { ...price, name: 'odd', score: () => score as never };
  const { warnings, pipelines } = await comparePipelines({
    cases: cases.slice(0, 2),
    metrics: [odd],
    pipelines: { right: ({ expected }: EvaluationCase) => expected },
  });
  expect(warnings.join('\n')).toContain('"odd" could not be taken of 2 outcomes: Expected a score');
  expect(pipelines[0]?.figures).toEqual({});
});

test('a pipeline that changes its case changes neither that of others nor the caller’s', async () => {
  const own = cases.slice(0, 2);
  const before = structuredClone(own);
  const { pipelines } = await comparePipelines({
    cases: own,
    metrics: [price],
    pipelines: {
      spoiling(evaluationCase: EvaluationCase) {
        Object.assign(evaluationCase.expected as object, { price: -1 });
        Object.assign(evaluationCase.schema as object, { required: ['nothing'] });
        return { price: -1 };
      },
      right: ({ expected }: EvaluationCase) => expected,
    },
  });
  expect(own).toEqual(before);
  expect(pipelines.map(({ figures }) => figures['price']?.value)).toEqual([0, 1]);
});
