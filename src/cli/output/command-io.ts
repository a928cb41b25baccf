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

/** The same streams; texts of pages, services and people that are written to a terminal give it no orders. */
export function guardTerminals(io: CommandIo): CommandIo {
  return { ...io, output: guard(io.output), messages: guard(io.messages) };
}

function guard(sink: TextSink): TextSink {
  // A file or another program gets every byte as it is.
  if (sink.isTTY !== true) return sink;
  return {
    isTTY: true,
    write: (content) =>
      sink.write(typeof content === 'string' ? content.replaceAll(orders, '\uFFFD') : content),
  };
}

/** Controls other than tabs, line ends, and the styles and the cleared line that commands write themselves. */
const orders = /(?!\u001B\[(?:\d{0,3}m|K))[\p{Cc}--[\t\n\r]]/gv;

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
