import {
  type Comparison,
  type EvaluationResult,
  type MetricDescription,
  type PipelineFigures,
  findQualityMetric,
} from '../result/evaluation-result.ts';

/** A pipeline as the report names it. */
export interface RankedPipeline extends PipelineFigures {
  /** Its place in the result, from 1. */
  readonly number: number;
  readonly kind: 'best' | 'baseline' | 'other';
  /** Its difference from the baseline in quality. */
  readonly difference: Comparison | undefined;
}

/** The pipelines with what the report says of them first. */
export interface Ranking {
  readonly metrics: MainMetrics;
  /** In the result's order. */
  readonly pipelines: readonly RankedPipeline[];
  readonly baseline: RankedPipeline | undefined;
  /** The pipeline of the highest quality among those shown to be better than the baseline; `undefined` where none is. */
  readonly best: RankedPipeline | undefined;
  /** The pipeline of the highest quality, shown or not; `undefined` where nothing was scored. */
  readonly leader: RankedPipeline | undefined;
}

/** Ranks the pipelines of a result. A figure alone makes no pipeline the best: the difference has to be shown. */
export function rankPipelines(result: EvaluationResult): Ranking {
  const metrics = toMainMetrics(result);
  const { quality } = metrics;
  const differenceOf = (name: string): Comparison | undefined =>
    result.comparisons.find(
      ({ pipeline, metric }) => pipeline === name && metric === quality?.name,
    );
  const isShown = ({ name }: PipelineFigures): boolean => differenceOf(name)?.verdict === 'better';
  const valueOf = ({ figures }: PipelineFigures): number =>
    quality === undefined ? -Infinity : (figures[quality.name]?.value ?? -Infinity);
  const byQuality = result.pipelines.toSorted((one, other) => valueOf(other) - valueOf(one));
  const best = byQuality.find(isShown)?.name;
  const pipelines = result.pipelines.map((pipeline, index): RankedPipeline => {
    const { name } = pipeline;
    const kind = name === best ? 'best' : name === result.baseline ? 'baseline' : 'other';
    return { ...pipeline, number: index + 1, kind, difference: differenceOf(name) };
  });
  const named = (name: string | undefined): RankedPipeline | undefined =>
    pipelines.find((pipeline) => pipeline.name === name);
  const [leader] = byQuality;
  return {
    metrics,
    pipelines,
    baseline: named(result.baseline),
    best: named(best),
    leader: leader === undefined || valueOf(leader) === -Infinity ? undefined : named(leader.name),
  };
}

/** The metrics that the report puts first; `undefined` where the result has none of the kind. */
interface MainMetrics {
  /** How good answers are. */
  readonly quality: MetricDescription | undefined;
  /** What they cost: money, else credits, else tokens, whichever most pipelines have and in which they differ. */
  readonly cost: MetricDescription | undefined;
  readonly latency: MetricDescription | undefined;
}

/** Finds what stands for quality, cost and latency: the first of its kind in the result's order, for the whole answer. */
function toMainMetrics(result: EvaluationResult): MainMetrics {
  const whole = result.metrics.filter(({ field }) => field === undefined);
  const costs = (['money', 'credits', 'tokens'] as const).flatMap((unit) =>
    whole.filter((metric) => metric.unit === unit && metric.better === 'lower'),
  );
  // One that few pipelines have, or all have in the same amount, tells nothing apart.
  const isDistinctive = ({ name }: MetricDescription): boolean => {
    const values = result.pipelines.flatMap(({ figures }) => figures[name]?.value ?? []);
    return values.length * 2 > result.pipelines.length && new Set(values).size > 1;
  };
  return {
    quality: findQualityMetric(result.metrics),
    cost: result.pipelines.length === 1 ? costs[0] : costs.find(isDistinctive),
    latency: whole.find(({ unit }) => unit === 'ms'),
  };
}
