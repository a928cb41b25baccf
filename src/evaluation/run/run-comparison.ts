import { versions } from 'node:process';
import { readVersion } from '../../core/engine/read-version.ts';
import { checkNumbers } from '../../runtime/errors/option-checks.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';
import { builtInMetrics } from '../metrics/built-in-metrics.ts';
import type { Metric, Score, ScoredOutcome } from '../metrics/metric.ts';
import { type Pipeline, checkPrices } from '../pipelines/pipeline.ts';
import { toPipelines } from '../pipelines/to-pipelines.ts';
import { type DescribedCase, describeCase, toDigest } from '../result/describe-case.ts';
import {
  type CaseOutcome,
  type EarlierComparison,
  type EvaluationResult,
  type MetricDescription,
  findQualityMetric,
} from '../result/evaluation-result.ts';
import { type EarlierOutcomes, requireEarlier } from '../result/require-earlier.ts';
import { type ComparePipelinesInput, createProgress } from './comparison-input.ts';
import { createBudget } from './create-budget.ts';
import { type LoggedOutcome, type OutcomeLog, openOutcomeLog } from './open-outcome-log.ts';
import { type Task, runCases } from './run-cases.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import {
  type CompareFiguresInput,
  type CompareFiguresResult,
  compareFigures,
} from '../statistics/compare-figures.ts';

const numberRules = {
  concurrency: { unit: 'cases', least: 1, most: 1_000, mayBeInfinite: false },
  timeoutMs: { unit: 'milliseconds', least: 1, mayBeInfinite: false },
  seed: { unit: 'choice', least: 0, most: 2 ** 32 - 1, mayBeInfinite: false },
  draws: { unit: 'drawings', least: 100, most: 1_000_000, mayBeInfinite: false },
} as const;

/** `comparePipelines`, loaded. */
export async function runComparison(input: ComparePipelinesInput): Promise<EvaluationResult> {
  const { concurrency = 1, timeoutMs = 120_000, seed = 1, draws, prices, baseline } = input;
  checkNumbers('', { concurrency, timeoutMs, seed, draws }, numberRules);
  if (prices !== undefined) checkPrices(prices);
  const budget = createBudget(input.budget ?? {}, prices);
  const pipelines = toPipelines(input.pipelines);
  const reference = requireReference(pipelines, baseline);
  const startedAt = new Date().toISOString();
  const cases = await describeCases(input.cases);
  const earlier =
    typeof baseline === 'object' ? requireEarlier(baseline, cases, pipelines) : undefined;
  const measured = new Set<string>();
  const metrics =
    input.metrics ??
    builtInMetrics(input.cases, { prices, onWarning: (warning) => measured.add(warning) });
  checkMetrics(metrics);
  const signal = input.signal ?? new AbortController().signal;
  const log = input.outcomes === undefined ? undefined : await openOutcomeLog(input.outcomes);
  try {
    const plan = planTasks(pipelines, cases, log);
    const outcomes: CaseOutcome[] = [...plan.kept];
    const { tasks, kept } = plan;
    const progress = createProgress({ tasks, kept, concurrency, spent: budget.spent });
    input.onProgress?.(progress.describe());
    await runCases({
      tasks,
      concurrency,
      timeoutMs,
      clock: systemClock(),
      budget,
      signal,
      async onOutcome(outcome) {
        outcomes.push(outcome);
        await log?.append({ ...outcome, optionsDigest: plan.digestOf(outcome.pipeline) });
        progress.add(outcome);
        input.onProgress?.(progress.describe(outcome));
      },
    });
    if (outcomes.length === 0) signal.throwIfAborted();
    const scored = await scoreOutcomes(inOrder(outcomes, pipelines, cases), cases, metrics);
    const scoredEarlier = await scoreOutcomes(earlier?.outcomes ?? [], cases, metrics);
    return toResult({
      versions: { gleaner: readVersion(), node: versions.node },
      startedAt,
      seed,
      draws,
      name: input.name ?? 'cases',
      cases,
      pipelines,
      reference,
      metrics,
      outcomes: scored.outcomes,
      earlier: earlier && { ...earlier, outcomes: scoredEarlier.outcomes },
      warnings: [
        ...(earlier?.warnings ?? []),
        ...plan.warnings,
        ...budget.warnings,
        ...tellMissing(pipelines.length * cases.size - outcomes.length, signal),
        ...measured,
        ...scored.warnings,
      ],
    });
  } finally {
    await log?.close();
    await Promise.all(pipelines.map(async (pipeline) => pipeline.close?.()));
  }
}

function requireReference(
  pipelines: readonly Pipeline[],
  baseline: ComparePipelinesInput['baseline'],
): string {
  const names = pipelines.map(({ name }) => name);
  const [first = ''] = names;
  if (typeof baseline !== 'string') return first;
  if (names.includes(baseline)) return baseline;
  throw new TypeError(
    `Expected \`baseline\` to be the name of a pipeline (${names.join(', ')}) or an earlier result, got "${baseline}".`,
  );
}

function checkMetrics(metrics: readonly Metric[]): void {
  const names = new Set<string>();
  for (const { name } of metrics) {
    if (names.has(name)) {
      throw new TypeError(`Expected the names of metrics to be unique, got "${name}" twice.`);
    }
    names.add(name);
  }
}

/** By pipeline and then by case, however they came. */
function inOrder(
  outcomes: readonly CaseOutcome[],
  pipelines: readonly Pipeline[],
  cases: ReadonlyMap<string, DescribedCase>,
): readonly CaseOutcome[] {
  const byKey = new Map(outcomes.map((outcome) => [toKey(outcome), outcome]));
  return pipelines.flatMap(({ name }) =>
    [...cases.keys()].flatMap((id) => byKey.get(toKey({ pipeline: name, case: id })) ?? []),
  );
}

function tellMissing(missing: number, signal: AbortSignal): readonly string[] {
  if (missing === 0) return [];
  const why = signal.aborted ? 'the comparison was stopped' : 'the budget had no room for them';
  return [`${toCount(missing, 'outcome')} are missing: ${why}. Figures are of those there are.`];
}

/**
 * Cases by id, in their order.
 *
 * @throws TypeError where there is none, one has no page, or two have one id.
 */
export async function describeCases(
  cases: readonly EvaluationCase[],
): Promise<ReadonlyMap<string, DescribedCase>> {
  if (cases.length === 0) throw new TypeError('Expected `cases` to hold at least one case.');
  const described = new Map<string, DescribedCase>();
  for (const evaluationCase of cases) {
    const { id } = evaluationCase;
    if (described.has(id)) {
      throw new TypeError(`Expected the ids of cases to be unique, got "${id}" twice.`);
    }
    described.set(id, await describeCase(evaluationCase));
  }
  return described;
}

export interface ScoredOutcomes {
  readonly outcomes: readonly CaseOutcome[];
  /** For people: metrics that threw or gave no score. */
  readonly warnings: readonly string[];
}

/** The same outcomes with the score of each metric. A metric that throws is not taken for that case, which a warning reports. */
export async function scoreOutcomes(
  outcomes: readonly CaseOutcome[],
  cases: ReadonlyMap<string, DescribedCase>,
  metrics: readonly Metric[],
): Promise<ScoredOutcomes> {
  const faults = new Map<string, { count: number; readonly first: string }>();
  const scored: CaseOutcome[] = [];
  for (const outcome of outcomes) {
    const described = cases.get(outcome.case);
    if (described === undefined) continue;
    const taken = toScoredOutcome(described.case, outcome);
    const scores: Record<string, Score> = {};
    for (const metric of metrics) {
      try {
        const score = await metric.score(taken);
        if (score !== undefined) scores[metric.name] = checkScore(score);
      } catch (error) {
        const first = error instanceof Error ? error.message : String(error);
        const fault = faults.get(metric.name) ?? { count: 0, first };
        fault.count += 1;
        faults.set(metric.name, fault);
      }
    }
    scored.push({ ...outcome, scores });
  }
  const warnings = [...faults].map(
    ([name, { count, first }]) =>
      `The metric "${name}" could not be taken of ${toCount(count, 'outcome')}: ${first}`,
  );
  return { outcomes: scored, warnings };
}

/** What a metric of one's own returned; a share of nothing is none. */
function checkScore(score: unknown): Score {
  const { kept, total } = Object(score) as Partial<Score>;
  if (
    kept !== undefined &&
    total !== undefined &&
    Number.isFinite(kept) &&
    Number.isFinite(total)
  ) {
    if (total > 0 || (total === 0 && kept === 0)) return { kept, total };
  }
  throw new TypeError(
    'Expected a score of two finite numbers, `kept` and `total`, the latter above 0 where anything is kept, or `undefined` for none.',
  );
}

/** What there is to do, and what there is already. */
export interface Plan {
  readonly tasks: readonly Task[];
  readonly kept: readonly CaseOutcome[];
  readonly warnings: readonly string[];
  digestOf(pipeline: string): string;
}

/** Failures that may be gone by now: these cases are run again. */
const passing: ReadonlySet<string> = new Set(['service_unavailable', 'rate_limited']);

/** What is left to do: of each case a turn of each pipeline, beginning with another one each time. */
export function planTasks(
  pipelines: readonly Pipeline[],
  cases: ReadonlyMap<string, DescribedCase>,
  log: OutcomeLog | undefined,
): Plan {
  const gleaner = readVersion();
  const digests = new Map(
    pipelines.map(({ name, options }) => [name, toDigest({ gleaner, options })]),
  );
  const logged = new Map((log?.kept ?? []).map((outcome) => [toKey(outcome), outcome]));
  const tasks: Task[] = [];
  const kept: CaseOutcome[] = [];
  let outdated = 0;
  for (const [index, described] of [...cases.values()].entries()) {
    const turn = index % pipelines.length;
    for (const pipeline of [...pipelines.slice(turn), ...pipelines.slice(0, turn)]) {
      const { id: caseId, digest } = described.description;
      const known = logged.get(toKey({ pipeline: pipeline.name, case: caseId }));
      if (known !== undefined && holds(known, digest, digests.get(pipeline.name))) {
        const { optionsDigest: _kept, ...outcome } = known;
        kept.push(outcome);
      } else {
        if (known !== undefined) outdated += 1;
        tasks.push({ pipeline, described });
      }
    }
  }
  return {
    tasks,
    kept,
    warnings:
      outdated === 0
        ? []
        : [
            `${toCount(outdated, 'outcome')} of the file were not taken, and their cases run again: the case, the pipeline’s options or Gleaner had changed, or a service could not be reached then.`,
          ],
    digestOf: (pipeline) => digests.get(pipeline) ?? '',
  };
}

function holds(known: LoggedOutcome, digest: string, optionsDigest: string | undefined): boolean {
  return (
    known.digest === digest &&
    known.optionsDigest === optionsDigest &&
    !(known.error !== undefined && passing.has(known.error.code))
  );
}

/** What an outcome is of, as one text. */
export function toKey({ pipeline, case: id }: Pick<CaseOutcome, 'pipeline' | 'case'>): string {
  return JSON.stringify([pipeline, id]);
}

export interface ToResultInput extends Pick<EvaluationResult, 'startedAt' | 'seed' | 'warnings'> {
  readonly versions: { readonly gleaner: string; readonly node: string };
  readonly draws: number | undefined;
  /** Name of the data set. */
  readonly name: string;
  readonly cases: ReadonlyMap<string, DescribedCase>;
  readonly pipelines: readonly Pipeline[];
  /** Name of the pipeline that the others are compared with. */
  readonly reference: string;
  readonly metrics: readonly Metric[];
  /** Scored. */
  readonly outcomes: readonly CaseOutcome[];
  /** Scored by the same metrics. */
  readonly earlier: EarlierOutcomes | undefined;
}

/** The result of a comparison: its outcomes with the figures that follow from them. */
export function toResult(input: ToResultInput): EvaluationResult {
  const { versions, startedAt, seed, draws, name, pipelines, reference, metrics, outcomes } = input;
  const cases = [...input.cases.values()].map(({ description }) => description);
  const compared = compareFamilies({ metrics, cases, outcomes, baseline: reference, seed, draws });
  const since = input.earlier === undefined ? undefined : compareEarlier(input, input.earlier);
  return {
    version: 1,
    ...versions,
    startedAt,
    seed,
    dataset: {
      name,
      digest: toDigest(cases.map(({ id, digest }) => [id, digest])),
      cases: cases.length,
      sites: new Set(cases.map(({ site }) => site)).size,
    },
    baseline: reference,
    metrics: metrics.map(describeMetric),
    pipelines: pipelines.map((pipeline) => ({
      name: pipeline.name,
      options: pipeline.options,
      isDeterministic: [...input.cases.values()].every((each) =>
        pipeline.isDeterministic(each.case),
      ),
      failed: outcomes.filter(
        (outcome) => outcome.pipeline === pipeline.name && outcome.error !== undefined,
      ).length,
      figures: compared.figures.get(pipeline.name) ?? {},
    })),
    comparisons: compared.comparisons,
    ...(since === undefined ? {} : { earlier: since.earlier }),
    cases,
    outcomes,
    warnings: [...new Set([...input.warnings, ...compared.warnings, ...(since?.warnings ?? [])])],
  };
}

function describeMetric({ name, unit, better, aggregate, field }: Metric): MetricDescription {
  return {
    name,
    unit,
    better,
    aggregate: aggregate ?? 'ratio',
    ...(field === undefined ? {} : { field }),
  };
}

/** No name of a pipeline begins with it: names are shown to people. */
const earlierMark = '\u0000';

/** Each pipeline against itself in the earlier result, over the cases that both have. */
function compareEarlier(
  { metrics, outcomes, seed, draws, ...input }: ToResultInput,
  earlier: EarlierOutcomes,
): { readonly earlier: EarlierComparison; readonly warnings: readonly string[] } {
  const isShared = ({ pipeline, case: id }: CaseOutcome): boolean =>
    earlier.pipelines.includes(pipeline) && earlier.cases.has(id);
  const cases = [...input.cases.values()].map(({ description }) => description);
  const { comparisons, warnings } = compareFamilies({
    // What the machine did on another day is no noise of the sites, and would pass for a difference.
    metrics: metrics.filter(({ unit }) => unit !== 'ms'),
    cases: cases.filter(({ id }) => earlier.cases.has(id)),
    outcomes: [
      ...outcomes.filter(isShared),
      ...earlier.outcomes.map((outcome) => ({
        ...outcome,
        pipeline: `${earlierMark}${outcome.pipeline}`,
      })),
    ],
    baseline: new Map(earlier.pipelines.map((name) => [name, `${earlierMark}${name}`])),
    seed,
    draws,
  });
  const quality = findQualityMetric(metrics)?.name;
  const changes = comparisons
    .filter(({ metric }) => metric === quality)
    .map(({ pipeline, metric, won, lost }) => ({ pipeline, metric, won, lost }));
  const { startedAt, gleaner, cases: shared } = earlier;
  return { earlier: { startedAt, gleaner, cases: shared.size, comparisons, changes }, warnings };
}

/**
 * The metrics of the whole answer are one family of comparisons and those of fields another: corrected together, the many
 * fields of a schema would hide what is shown of the whole.
 */
function compareFamilies({
  draws,
  ...given
}: Omit<CompareFiguresInput, 'metrics' | 'draws'> & {
  readonly metrics: readonly Metric[];
  readonly draws: number | undefined;
}): CompareFiguresResult {
  const input = { ...given, ...(draws === undefined ? {} : { draws }) };
  const whole = compareFigures({ ...input, metrics: input.metrics.filter(isWhole) });
  const fields = compareFigures({
    ...input,
    metrics: input.metrics.filter((metric) => !isWhole(metric)),
  });
  return {
    figures: new Map(
      [...whole.figures].map(([name, figures]) => [
        name,
        { ...figures, ...fields.figures.get(name) },
      ]),
    ),
    comparisons: [...whole.comparisons, ...fields.comparisons],
    warnings: whole.warnings,
  };
}

function isWhole({ field }: Metric): boolean {
  return field === undefined;
}

/** An outcome as metrics take it: also one that was kept, or stands in an earlier result, so that all are measured alike. */
export function toScoredOutcome(
  evaluationCase: EvaluationCase,
  outcome: Omit<CaseOutcome, 'scores'>,
): ScoredOutcome {
  const { error, latencyMs, value, warnings } = outcome;
  const { model, inputTokens, outputTokens, creditsUsed, wasRepaired, withoutModel, fromCache } =
    outcome;
  const { evidence, lists, exchanges } = outcome;
  return {
    case: evaluationCase,
    latencyMs,
    output:
      error === undefined
        ? {
            value,
            model,
            inputTokens,
            outputTokens,
            creditsUsed,
            wasRepaired,
            withoutModel,
            fromCache,
            warnings,
            evidence,
            lists,
            exchanges,
          }
        : undefined,
  };
}
