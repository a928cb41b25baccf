import { styleText } from 'node:util';
import { toCount } from '../../errors/to-count.ts';
import type { LostSelector } from '../../studio/trial/list-lost-selectors.ts';
import type { TrialResult, TrialStep } from '../../studio/trial/trial-event.ts';
import type { CommandIo } from './command-io.ts';
import { toPlainLine } from './to-plain-line.ts';

export interface PrintedTrial {
  readonly result: TrialResult;
  readonly lost: readonly LostSelector[];
  readonly files: readonly { readonly file: string }[];
}

/** Prints a trial: a line for each step and for each of its selectors on `output`, the rest on `messages`. */
export function printTrial({ result, lost, files }: PrintedTrial, io: CommandIo): void {
  const { steps, warnings, drift, pages, itemsExtracted, durationMs } = result;
  for (const step of steps) printStep(step, io);
  for (const { file } of files) io.messages.write(`Kept: ${file}\n`);
  for (const warning of warnings) io.messages.write(`Note: ${toPlainLine(warning)}\n`);
  for (const explanation of drift?.explanations ?? []) {
    io.messages.write(`Drift: ${toPlainLine(explanation)}\n`);
  }
  for (const { place, selector } of lost) {
    io.messages.write(`Found nothing: ${place}: ${toPlainLine(selector)}\n`);
  }
  const moved = drift === undefined ? '' : ` · ${drift.mode} · drift ${drift.drift}`;
  io.messages.write(
    `${toCount(pages.length, 'page')} · ${toCount(itemsExtracted, 'item')} · ${(durationMs / 1_000).toFixed(1)} s${moved}\n`,
  );
}

const words: Readonly<Record<TrialStep['outcome'], string>> = {
  done: 'done',
  left_out: 'left out',
  failed: 'failed',
  not_reached: 'not reached',
};

/** `/steps/5/parameters/steps/0` is 6.1. */
function printStep(step: TrialStep, io: CommandIo): void {
  const numbers = [...step.path.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
  const time = step.outcome === 'not_reached' ? '' : `  ${step.durationMs} ms`;
  io.output.write(
    `${numbers.join('.').padEnd(5)} ${step.type.padEnd(14)} ${words[step.outcome]}${time}\n`,
  );
  for (const { path, selectors } of step.targets) {
    const name = /\/fields\/([^/]+)\/selectors$/.exec(path)?.[1] ?? '';
    for (const { selector, count } of selectors) {
      const written = toPlainLine([selector].flat().join(' >> '));
      const line = `      ${String(count).padStart(4)} × ${name === '' ? '' : `${name}: `}${written}`;
      io.output.write(`${count === 0 ? mark(line, io) : line}\n`);
    }
  }
  for (const { description, selectors } of step.nearest) {
    const [first] = selectors;
    const instead = first === undefined ? '' : ` · ${[first].flat().join(' >> ')}`;
    io.output.write(`      would do: ${toPlainLine(description + instead)}\n`);
  }
}

function mark(line: string, { output }: CommandIo): string {
  return output.isTTY === true ? styleText('red', line) : line;
}
