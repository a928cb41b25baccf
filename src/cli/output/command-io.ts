import type { Readable } from 'node:stream';

/** What a command may touch: given, so that tests need no process. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  /** Results, and nothing else. */
  readonly output: TextSink;
  /** Progress, notes and errors, for people. */
  readonly messages: TextSink;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface TextSink {
  write(content: string | Uint8Array): unknown;
  /** Whether a person is looking. */
  readonly isTTY?: boolean | undefined;
}
