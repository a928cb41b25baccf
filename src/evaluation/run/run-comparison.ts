import { versions } from 'node:process';
import { readVersion } from '../../engine/read-version.ts';
import { checkNumbers } from '../../errors/check-numbers.ts';
import { toCount } from '../../errors/to-count.ts';
import { systemClock } from '../../signals/system-clock.ts';
import { builtInMetrics } from '../metrics/built-in-metrics.ts';
import type { Metric } from '../metrics/metric.ts';
import { checkPrices } from '../pipelines/model-prices.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { toPipelines } from '../pipelines/to-pipelines.ts';
import type { DescribedCase } from '../result/describe-case.ts';
import type { CaseOutcome, EvaluationResult } from '../result/evaluation-result.ts';
import { scoreOutcomes } from '../result/score-outcomes.ts';
import { requireEarlier } from '../result/require-earlier.ts';
import { toResult } from './to-result.ts';
import type { ComparePipelinesInput } from './comparison-input.ts';
import { createBudget } from './create-budget.ts';
import { createProgress } from './create-progress.ts';
import { describeCases } from './describe-cases.ts';
import { openOutcomeLog } from './open-outcome-log.ts';
import { planTasks, toKey } from './plan-tasks.ts';
import { runCases } from './run-cases.ts';

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
