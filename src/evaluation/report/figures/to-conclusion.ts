import type { EvaluationResult, MetricDescription } from '../../result/evaluation-result.ts';
import {
  toDifferenceRangeText,
  toDifferenceText,
  toFigureText,
  toMetricText,
  toProbabilityText,
  toRangeText,
} from './to-figure-text.ts';
import type { RankedPipeline, Ranking } from './rank-pipelines.ts';

/** What a comparison comes to, in words: which is better, by how much, at what cost, and whether that is sure. */
export interface Conclusion {
  /** One clause without a full stop. */
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** Puts a ranking in words. A difference that is not shown is said to be none. */
export function toConclusion(result: EvaluationResult, ranking: Ranking): Conclusion {
  const { best, leader, baseline, metrics } = ranking;
  const { quality } = metrics;
  if (quality === undefined || leader === undefined) {
    return {
      headline: 'Nothing was scored',
      sentences: [
        'No case has an expected answer that a metric could be taken of; costs and times stand below.',
      ],
    };
  }
  if (result.pipelines.length === 1 || baseline === undefined) {
    const figure = leader.figures[quality.name];
    const range =
      figure === undefined ? '' : ` (95 % interval ${toRangeText(figure, quality.unit)})`;
    return {
      headline: `“${leader.name}” scores ${toScore(leader, quality)}`,
      sentences: [
        `${quality.name} over ${countCases(result)}${range}.`,
        ...describePrice(leader, undefined, ranking),
      ],
    };
  }
  if (best !== undefined) {
    return {
      headline: `“${best.name}” answers better than “${baseline.name}”`,
      sentences: [
        describeDifference(best, baseline, quality, true),
        ...describePrice(best, baseline, ranking),
      ],
    };
  }
  const isBaseline = leader.name === baseline.name;
  return {
    headline: `No pipeline is shown to answer better than “${baseline.name}”`,
    sentences: isBaseline
      ? [
          `It scores highest: ${quality.name} ${toScore(baseline, quality)} over ${countCases(result)}.`,
        ]
      : [
          describeDifference(leader, baseline, quality, false),
          ...describePrice(leader, baseline, ranking),
        ],
  };
}

function describeDifference(
  pipeline: RankedPipeline,
  baseline: RankedPipeline,
  { name, unit }: MetricDescription,
  isShown: boolean,
): string {
  const { difference } = pipeline;
  const scores = `“${pipeline.name}” scores ${name} ${toScore(pipeline, { name, unit })} against ${toScore(baseline, { name, unit })} of “${baseline.name}”`;
  if (difference === undefined) return `${scores}; the two were not compared.`;
  const { difference: interval, adjustedP } = difference;
  const points = unit === 'share' ? ' points' : '';
  const size = `${toDifferenceText(interval.value, unit)}${points}, 95 % interval ${toDifferenceRangeText(interval, unit)}, adjusted p ${toProbabilityText(adjustedP)}`;
  return `${scores} (${size})${isShown ? '.' : ': that may be chance.'}`;
}

function describePrice(
  pipeline: RankedPipeline,
  baseline: RankedPipeline | undefined,
  { metrics }: Ranking,
): readonly string[] {
  const parts = [metrics.cost, metrics.latency].flatMap((metric) => {
    if (metric === undefined) return [];
    const own = pipeline.figures[metric.name];
    if (own === undefined) return [];
    const other = baseline?.figures[metric.name];
    const beside = other === undefined ? '' : ` (baseline ${toMetricText(other.value, metric)})`;
    return [`${metric.name} ${toMetricText(own.value, metric)}${beside}`];
  });
  return parts.length === 0 ? [] : [`Its price for a case: ${parts.join('; ')}.`];
}

function toScore(
  { figures }: RankedPipeline,
  { name, unit }: Pick<MetricDescription, 'name' | 'unit'>,
): string {
  const figure = figures[name];
  return figure === undefined ? 'nothing' : toFigureText(figure.value, unit);
}

function countCases({ dataset }: EvaluationResult): string {
  return `${dataset.cases} case${dataset.cases === 1 ? '' : 's'} of ${dataset.sites} site${dataset.sites === 1 ? '' : 's'}`;
}
