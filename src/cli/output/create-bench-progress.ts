import { styleText } from 'node:util';
import type { EvaluationProgress } from '../../evaluation/index.ts';
import { toCount } from '../../errors/to-count.ts';
import type { CommandIo } from './command-io.ts';
import { createProgressLine, drawBar } from './create-progress-line.ts';

/** How far a comparison has come: a bar on a terminal, elsewhere a line for each tenth. */
export interface BenchProgress {
  show(progress: EvaluationProgress): void;
  /** Clears the bar. */
  clear(): void;
}

const tenths = 10;

export function createBenchProgress(io: Pick<CommandIo, 'messages'>): BenchProgress {
  const line = createProgressLine(io);
  let told = -1;
  return {
    show(progress) {
      const { done, total } = progress;
      if (io.messages.isTTY === true) {
        const latest =
          progress.case === undefined ? '' : ` · ${progress.pipeline}: ${progress.case}`;
        line.show(
          `${drawBar(done, total)} ${describe(progress)}${styleText('dim', latest.slice(0, 60))}`,
        );
        return;
      }
      const tenth = Math.floor((done / total) * tenths);
      if (tenth === told) return;
      told = tenth;
      io.messages.write(`${describe(progress)}\n`);
    },
    clear: () => line.clear(),
  };
}

function describe({ done, total, failed, remainingMs, spent }: EvaluationProgress): string {
  return [
    `${done} of ${toCount(total, 'outcome')}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(spent.tokens === 0 ? [] : [toCount(spent.tokens, 'token')]),
    ...(spent.money === 0 ? [] : [`${spent.money.toFixed(4)} spent`]),
    ...(remainingMs === undefined || done === total ? [] : [`${toRemaining(remainingMs)} left`]),
  ].join(' · ');
}

/** An estimate, in whole seconds or minutes. */
function toRemaining(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}
