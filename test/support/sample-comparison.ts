import { createGleaner, type Evidence } from '../../src/index.ts';
import type {
  CaseOutcome,
  Comparison,
  EvaluationCase,
  EvaluationResult,
  Interval,
  MetricDescription,
  Score,
} from '../../src/evaluation/index.ts';

export interface SampleComparison {
  readonly result: EvaluationResult;
  readonly cases: readonly EvaluationCase[];
}

/** How a sample pipeline errs: shares of values that are missing, made up or reworded, and what an answer costs. */
interface SamplePipeline {
  readonly name: string;
  readonly missing: number;
  readonly madeUp: number;
  readonly tokens: number;
  readonly latencyMs: number;
}

const samplePipelines: readonly SamplePipeline[] = [
  { name: 'structure', missing: 0.22, madeUp: 0, tokens: 0, latencyMs: 14 },
  { name: 'structure + main content', missing: 0.2, madeUp: 0, tokens: 0, latencyMs: 19 },
  { name: 'model, 2k tokens', missing: 0.07, madeUp: 0.03, tokens: 2_140, latencyMs: 840 },
  {
    name: 'Readability + Turndown + model',
    missing: 0.16,
    madeUp: 0.07,
    tokens: 3_460,
    latencyMs: 1_210,
  },
  { name: 'cheerio, JSON-LD only', missing: 0.55, madeUp: 0, tokens: 0, latencyMs: 4 },
];

const fields = ['name', 'price', 'availability', 'rating', 'brand'];

const metrics: readonly MetricDescription[] = [
  { name: 'f1', unit: 'share', better: 'higher', aggregate: 'ratio' },
  { name: 'unsupported values', unit: 'share', better: 'lower', aggregate: 'ratio' },
  { name: 'input tokens', unit: 'tokens', better: 'lower', aggregate: 'ratio' },
  { name: 'latency p50', unit: 'ms', better: 'lower', aggregate: 'p50' },
  ...fields.map((field) => ({
    name: `f1 of ${field}`,
    unit: 'share' as const,
    better: 'higher' as const,
    aggregate: 'ratio' as const,
    field,
  })),
];

/** A comparison of five pipelines over shop pages, three a site: made by hand, its evidence by the engine. */
export async function makeSampleComparison(count: number): Promise<SampleComparison> {
  const random = createRandom(7);
  const cases = Array.from({ length: count }, (_, index) => toCase(index));
  const outcomes: CaseOutcome[] = [];
  for (const [index, each] of cases.entries()) {
    for (const pipeline of samplePipelines) {
      const isFailed = pipeline.tokens > 3_000 && index % 17 === 5;
      outcomes.push(isFailed ? toFailure(each, pipeline) : await toOutcome(each, pipeline, random));
    }
  }
  return { result: toResult(cases, outcomes), cases };
}

function toCase(index: number): EvaluationCase {
  const site = `shop-${Math.floor(index / 3) + 1}.example`;
  const expected = {
    name: `Harbour lamp No. ${index + 1}`,
    price: 20 + ((index * 37) % 400) / 4,
    availability: index % 4 === 0 ? 'sold out' : 'in stock',
    rating: 3 + (index % 20) / 10,
    brand: ['Alder', 'Birch & Sons', 'Cedar'][index % 3],
  };
  const body = `<!doctype html><html lang="en"><head><title>${expected.name}</title><style>h1{color:red}</style></head><body>
<header><nav><a href="/">Home</a> <a href="/lamps">Lamps</a></nav></header>
<main><h1>${expected.name}</h1><img src="https://cdn.example/lamp.jpg" alt="A brass lamp on a quay">
<p>By <b>${expected.brand?.replace('&', '&amp;')}</b>, made of brass and oak for rough weather.</p>
<table><tr><th>Price</th><td>£${expected.price.toFixed(2)}</td></tr><tr><th>Availability</th><td>${expected.availability}</td></tr>
<tr><th>Rating</th><td>${expected.rating} of 5</td></tr></table>
<p>${'Each lamp is turned by hand, and no two are alike. '.repeat(6)}</p></main><footer>Open daily</footer></body></html>`;
  return {
    id: `lamp-${String(index + 1).padStart(3, '0')}`,
    site,
    url: `https://${site}/lamps/${index + 1}`,
    body: Buffer.from(body),
    prompt: 'The product with its price, availability, rating and brand',
    expected,
  };
}

function toFailure({ id }: EvaluationCase, pipeline: SamplePipeline): CaseOutcome {
  const score = { kept: 0, total: 2 };
  return {
    pipeline: pipeline.name,
    case: id,
    digest: id,
    error: { code: 'validation_failed', message: 'The model gave no JSON, twice.' },
    latencyMs: pipeline.latencyMs * 2,
    warnings: [],
    scores: {
      f1: { kept: 0, total: 1 },
      ...Object.fromEntries(fields.map((field) => [`f1 of ${field}`, score])),
    },
  };
}

async function toOutcome(
  evaluationCase: EvaluationCase,
  pipeline: SamplePipeline,
  random: () => number,
): Promise<CaseOutcome> {
  const { id, url, body, prompt } = evaluationCase;
  const expected = evaluationCase.expected as Readonly<Record<string, unknown>>;
  const value = Object.fromEntries(
    Object.entries(expected).flatMap(([name, right]) => {
      if (random() < pipeline.missing) return [];
      if (random() < pipeline.madeUp)
        return [[name, typeof right === 'number' ? right + 1_000 : 'Driftwood']];
      return [[name, right]];
    }),
  );
  await using gleaner = createGleaner({
    browser: false,
    extractor: { name: 'sample', extract: async () => ({ value, usage: [], warnings: [] }) },
  });
  const { evidence } = await gleaner.extract({
    html: Buffer.from(body ?? []).toString(),
    url,
    prompt,
    include: ['evidence'],
  });
  const tokens = Math.round(pipeline.tokens * (0.8 + random() * 0.4));
  return {
    pipeline: pipeline.name,
    case: id,
    digest: id,
    value,
    latencyMs: pipeline.latencyMs * (0.8 + random() * 0.5),
    inputTokens: tokens,
    outputTokens: tokens === 0 ? 0 : 60,
    creditsUsed: 5,
    withoutModel: tokens === 0,
    warnings: tokens > 3_000 ? ['About 900 tokens of the page’s text were not read.'] : [],
    evidence: evidence as readonly Evidence[],
    ...(tokens === 0
      ? {}
      : {
          exchanges: [
            {
              prompt: `${prompt}\n\n<<<PAGE\n${'Harbour lamp '.repeat(40)}\n>>>`,
              answer: JSON.stringify(value),
            },
          ],
        }),
    scores: toScores(expected, value, evidence as readonly Evidence[], tokens, pipeline.latencyMs),
  };
}

function toScores(
  expected: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  evidence: readonly Evidence[],
  tokens: number,
  latencyMs: number,
): Readonly<Record<string, Score>> {
  const byField = fields.map(
    (field) =>
      [
        `f1 of ${field}`,
        { kept: value[field] === expected[field] ? 2 : 0, total: field in value ? 2 : 1 },
      ] as const,
  );
  const kept = byField.reduce((sum, [, score]) => sum + score.kept, 0);
  const unsupported = evidence.filter(({ status }) => status === 'unsupported').length;
  return {
    f1: { kept: kept / (fields.length + Object.keys(value).length), total: 1 },
    'unsupported values': { kept: unsupported, total: Math.max(evidence.length, 1) },
    'input tokens': { kept: tokens, total: 1 },
    'latency p50': { kept: latencyMs, total: 1 },
    ...Object.fromEntries(byField),
  };
}

function toResult(
  cases: readonly EvaluationCase[],
  outcomes: readonly CaseOutcome[],
): EvaluationResult {
  const [first] = samplePipelines;
  const baseline = first?.name ?? '';
  const shareOf = (pipeline: string, metric: string, id: string): number | undefined => {
    const score = outcomes.find((each) => each.pipeline === pipeline && each.case === id)?.scores[
      metric
    ];
    return score === undefined ? undefined : score.kept / score.total;
  };
  return {
    version: 1,
    gleaner: '0.1.0',
    node: '24.21.0',
    startedAt: '2026-11-22T10:00:00.000Z',
    seed: 1,
    dataset: {
      name: 'Lamp shops',
      digest: 'ab'.repeat(32),
      cases: cases.length,
      sites: Math.ceil(cases.length / 3),
    },
    baseline,
    metrics,
    pipelines: samplePipelines.map(({ name, tokens }) => ({
      name,
      options: { extractor: tokens === 0 ? 'structure' : 'model', budgetTokens: tokens },
      failed: outcomes.filter(({ pipeline, error }) => pipeline === name && error !== undefined)
        .length,
      figures: Object.fromEntries(
        metrics.map((metric) => [
          metric.name,
          {
            ...toInterval(cases.flatMap(({ id }) => shareOf(name, metric.name, id) ?? [])),
            cases: cases.length,
          },
        ]),
      ),
    })),
    comparisons: samplePipelines
      .slice(1)
      .flatMap(({ name }) =>
        metrics.map((metric) =>
          toComparison(
            name,
            metric,
            cases,
            (pipeline, id) => shareOf(pipeline, metric.name, id),
            baseline,
          ),
        ),
      ),
    cases: cases.map(({ id, site = id, url, prompt, expected }) => ({
      id,
      site,
      url,
      prompt,
      expected,
      digest: id,
    })),
    outcomes,
    warnings: ['“model, 2k tokens” gives no prices: money was not measured.'],
  };
}

function toComparison(
  pipeline: string,
  { name, better }: MetricDescription,
  cases: readonly EvaluationCase[],
  shareOf: (pipeline: string, id: string) => number | undefined,
  baseline: string,
): Comparison {
  const differences = cases.flatMap(({ id }) => {
    const [own, other] = [shareOf(pipeline, id), shareOf(baseline, id)];
    return own === undefined || other === undefined
      ? []
      : [{ id, by: (own - other) * (better === 'higher' ? 1 : -1) }];
  });
  const sign = better === 'higher' ? 1 : -1;
  const difference = toInterval(differences.map(({ by }) => by * sign));
  const isShown = difference.low > 0 || difference.high < 0;
  const isBetter = difference.value * sign > 0;
  return {
    pipeline,
    metric: name,
    difference,
    p: isShown ? 0.0004 : 0.31,
    adjustedP: isShown ? 0.0041 : 1,
    verdict: isShown ? (isBetter ? 'better' : 'worse') : 'no difference shown',
    won: differences.filter(({ by }) => by > 0).map(({ id }) => id),
    lost: differences.filter(({ by }) => by < 0).map(({ id }) => id),
  };
}

function toInterval(values: readonly number[]): Interval {
  const value = values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1);
  const spread =
    values.reduce((sum, each) => sum + (each - value) ** 2, 0) / Math.max(values.length - 1, 1);
  const half = 2.2 * Math.sqrt(spread / Math.max(values.length, 1));
  return { value, low: value - half, high: value + half };
}

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
