import type { Readable } from 'node:stream';

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

export interface TextSink {
  write(content: string | Uint8Array): unknown;
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
}
