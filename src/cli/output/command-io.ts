import type { Readable } from 'node:stream';
import { styleText } from 'node:util';

/** The environment and streams of a command; passed in, so that tests need no process. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  /** Results alone. */
  readonly output: TextSink;
  /** Progress, notes and errors, for people. */
  readonly messages: TextSink;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

interface TextSink {
  write(content: string | Uint8Array): unknown;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
}

/** A line that shows how far a command has come, on a terminal; elsewhere nothing is written. */
interface ProgressLine {
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

/** Resolves once the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
