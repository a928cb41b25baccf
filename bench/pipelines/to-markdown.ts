import type { EvaluationResult, Interval } from '../../src/evaluation/index.ts';
import { readCommit } from '../write-results.ts';

const shown = [
  'f1',
  'precision',
  'recall',
  'answers without fault',
  'input tokens',
  'latency p50',
  'latency p95',
  'failed',
] as const;

/** The figures of a comparison with the commit that was measured. */
export function toMarkdown(result: EvaluationResult, every: number): string {
  const { pipelines, comparisons, dataset, baseline, node, seed } = result;
  const metrics = shown.filter((name) =>
    pipelines.some(({ figures }) => Object.hasOwn(figures, name)),
  );
  const fields = result.metrics.filter(({ name, field }) => name === `f1 of ${field}`);
  const f1 = comparisons.filter(({ metric }) => metric === 'f1');
  return [
    '# Pipelines compared',
    '',
    `\`npm run bench:pipelines -- --every ${every} --save\`: ${dataset.cases} pages of ${dataset.sites} sites (products, news, recipes), Node ${node}, seed ${seed}. Ranges hold 95 of 100 drawings of the sites. Commit ${readCommit()}.`,
    '',
    'A stub stands in the model’s place: it answers with those of the expected values that stand in what it is sent, word for word. Its recall is a ceiling for any model that copies; its precision is 1 by construction. Tokens are characters divided by four. Latencies hold no model’s time.',
    '',
    ...toTable(
      ['', ...metrics],
      pipelines.map(({ name, figures }) => [
        name,
        ...metrics.map((metric) => toCell(figures[metric], metric)),
      ]),
    ),
    '',
    `## F1 by field`,
    '',
    ...toTable(
      ['', ...fields.map(({ field = '' }) => field)],
      pipelines.map(({ name, figures }) => [
        name,
        ...fields.map((metric) => toCell(figures[metric.name], metric.name)),
      ]),
    ),
    '',
    `## F1 against ${baseline}`,
    '',
    ...toTable(
      ['', 'difference', 'p, corrected', 'verdict', 'won', 'lost'],
      f1.map(({ pipeline, difference, adjustedP, verdict, won, lost }) => [
        pipeline,
        toCell(difference, 'f1'),
        adjustedP < 0.001 ? '< .001' : adjustedP.toFixed(3),
        verdict,
        String(won.length),
        String(lost.length),
      ]),
    ),
    '',
  ].join('\n');
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [toLine(head), `|${'---|'.repeat(head.length)}`, ...rows.map(toLine)];
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function toCell(figure: Interval | undefined, metric: string): string {
  if (figure === undefined) return '–';
  const digits = /tokens|latency/.test(metric) ? 0 : 3;
  const [value, low, high] = [figure.value, figure.low, figure.high].map((one) =>
    one.toFixed(digits),
  );
  return `${value} (${low}–${high})`;
}
