import { styleText } from 'node:util';
import type { CommandIo } from './command-io.ts';

/** A line that shows how far a command has come, on a terminal; elsewhere nothing is written. */
export interface ProgressLine {
  /** Shows the text in place of the one before. */
  show(text: string): void;
  /** Clears the line. */
  clear(): void;
}

const clearLine = '\r\u001B[K';

export function createProgressLine({ messages }: Pick<CommandIo, 'messages'>): ProgressLine {
  const isShown = messages.isTTY === true;
  return {
    show(text) {
      if (isShown) messages.write(`${clearLine}${text}`);
    },
    clear() {
      if (isShown) messages.write(clearLine);
    },
  };
}

const width = 24;

/** A bar of 24 characters, of which the share that is done is bright. */
export function drawBar(done: number, total: number): string {
  const filled = total === 0 ? width : Math.min(width, Math.round((done / total) * width));
  return `${'━'.repeat(filled)}${styleText('dim', '━'.repeat(width - filled))}`;
}
