import { readVersion } from '../../engine/read-version.ts';
import { toCount } from '../../errors/to-count.ts';
import { toDigest } from '../cases/to-digest.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import type { DescribedCase } from '../result/describe-case.ts';
import type { CaseOutcome } from '../result/evaluation-result.ts';
import type { LoggedOutcome, OutcomeLog } from './open-outcome-log.ts';
import type { Task } from './run-cases.ts';

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
