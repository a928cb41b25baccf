import type { CaseOutcome, EvaluationCase, EvaluationResult } from '../../src/evaluation/index.ts';
import type { SampleComparison } from './sample-comparison.ts';

/** The same comparison with a text of the list in every place where a page, a model or a data set has a say. */
export function fillWithTexts(
  { result, cases }: SampleComparison,
  texts: readonly string[],
): SampleComparison {
  let last = -1;
  const next = (): string => texts[(last += 1) % texts.length] ?? '';
  const name = next();
  const names = new Map<string, string>();
  const renamed = (original: string): string => {
    const known = names.get(original) ?? next();
    names.set(original, known);
    return known;
  };
  const body = Buffer.from(
    `<!doctype html><title>${next()}</title><body>${texts.join('<p>')}</body>`,
  );
  const filledCases = cases.map((each): EvaluationCase => {
    const id = renamed(each.id);
    return {
      ...each,
      id,
      url: `https://x.invalid/?${next()}`,
      body,
      prompt: next(),
      expected: { [next()]: next(), list: texts },
    };
  });
  const filled: EvaluationResult = {
    ...result,
    gleaner: next(),
    node: next(),
    startedAt: next(),
    dataset: { ...result.dataset, name, digest: next() },
    baseline: renamed(result.baseline),
    metrics: result.metrics.map((metric) => ({
      ...metric,
      name: renamed(metric.name),
      ...(metric.field === undefined ? {} : { field: next() }),
    })),
    pipelines: result.pipelines.map((pipeline) => ({
      ...pipeline,
      name: renamed(pipeline.name),
      options: { [next()]: next() },
      figures: renameKeys(pipeline.figures, renamed),
    })),
    comparisons: result.comparisons.map((comparison) => ({
      ...comparison,
      pipeline: renamed(comparison.pipeline),
      metric: renamed(comparison.metric),
      won: comparison.won.map(renamed),
      lost: comparison.lost.map(renamed),
    })),
    cases: result.cases.map((each, index) => {
      const { id = '', url = '', prompt = '', expected } = filledCases[index] ?? {};
      return { ...each, id, url, prompt, expected, site: next() };
    }),
    outcomes: result.outcomes.map((outcome): CaseOutcome => ({
      ...outcome,
      pipeline: renamed(outcome.pipeline),
      case: renamed(outcome.case),
      value: { [next()]: next(), list: texts.toReversed() },
      ...(outcome.error === undefined ? {} : { error: { code: next(), message: next() } }),
      warnings: [next()],
      exchanges: [{ prompt: next(), answer: next() }],
      evidence: [
        {
          path: '/list/0',
          status: 'supported',
          confidence: 'sure',
          kind: 'meta',
          node: next(),
          snippet: next(),
        },
        {
          path: '/list/1',
          status: 'normalised',
          confidence: 'unsure',
          rule: next(),
          kind: 'text',
          node: next(),
          snippet: next(),
        },
        { path: '/list/2', status: 'unsupported', confidence: 'unsure' },
      ],
      scores: renameKeys(outcome.scores, renamed),
    })),
    warnings: texts,
  };
  return { result: filled, cases: filledCases };
}

function renameKeys<Value>(
  record: Readonly<Record<string, Value>>,
  renamed: (name: string) => string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [renamed(key), value]));
}
