import { versions } from 'node:process';
import { readVersion } from '../../engine/read-version.ts';
import { checkNumbers } from '../../errors/check-numbers.ts';
import { toCount } from '../../errors/to-count.ts';
import { systemClock } from '../../signals/system-clock.ts';
import { toDigest } from '../cases/to-digest.ts';
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
import { openOutcomeLog, type LoggedOutcome, type OutcomeLog } from './open-outcome-log.ts';
import { runCases, type Task } from './run-cases.ts';

const numberRules = {
  concurrency: { unit: 'cases', least: 1, most: 1_000, mayBeInfinite: false },
  timeoutMs: { unit: 'milliseconds', least: 1, mayBeInfinite: false },
  seed: { unit: 'choice', least: 0, most: 2 ** 32 - 1, mayBeInfinite: false },
} as const;

/** `comparePipelines`, loaded. */
export async function runComparison(input: ComparePipelinesInput): Promise<EvaluationResult> {
  const { concurrency = 1, timeoutMs = 120_000, seed = 1, prices, baseline } = input;
  checkNumbers('', { concurrency, timeoutMs, seed }, numberRules);
  if (prices !== undefined) checkPrices(prices);
  const budget = createBudget(input.budget ?? {}, prices);
  const pipelines = toPipelines(input.pipelines);
  const reference = requireReference(pipelines, baseline);
  const startedAt = new Date().toISOString();
  const cases = await describeCases(input.cases);
  const earlier =
    typeof baseline === 'object' ? requireEarlier(baseline, cases, pipelines) : undefined;
  const { metrics } = input;
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

interface Plan {
  readonly tasks: readonly Task[];
  readonly kept: readonly CaseOutcome[];
  readonly warnings: readonly string[];
  digestOf(pipeline: string): string;
}

/** Failures that may be gone by now: these cases are run again. */
const passing: ReadonlySet<string> = new Set(['service_unavailable', 'rate_limited']);

/** What is left to do: of each case a turn of each pipeline, beginning with another one each time. */
function planTasks(
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

function toKey({ pipeline, case: id }: Pick<CaseOutcome, 'pipeline' | 'case'>): string {
  return JSON.stringify([pipeline, id]);
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
