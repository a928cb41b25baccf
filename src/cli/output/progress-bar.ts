import { styleText } from 'node:util';
import type { RunProgress } from '../../index.ts';
import type { CommandIo } from './command-io.ts';

/** A line that shows how far a run has come, on a terminal; elsewhere nothing is written. */
export interface ProgressBar {
  show(progress: RunProgress): void;
  /** Takes the line away. */
  clear(): void;
}

const width = 24;
const clearLine = '\r\u001B[K';

/** Draws at most one line, over and over. */
export function createProgressBar({ messages }: CommandIo): ProgressBar {
  const isShown = messages.isTTY === true;
  return {
    show(progress) {
      if (isShown) messages.write(`${clearLine}${draw(progress)}`);
    },
    clear() {
      if (isShown) messages.write(clearLine);
    },
  };
}

function draw({ pages, items, maxPages, step }: RunProgress): string {
  const done = Math.min(width, Math.round((pages / maxPages) * width));
  const bar = `${'━'.repeat(done)}${styleText('dim', '━'.repeat(width - done))}`;
  const doing = step === undefined ? '' : styleText('dim', ` · ${step.type}`);
  return `${bar} page ${pages} of at most ${maxPages} · ${items} items${doing}`;
}
