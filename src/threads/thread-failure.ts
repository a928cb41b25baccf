/**
 * Why a job gave no result: its thread did not start (`start`), took more memory (`memory`) or time (`time`) than it
 * may, or ended by itself (`end`); the work threw (`work`); the pool was closed (`closed`).
 */
export type ThreadFailureKind = 'start' | 'memory' | 'time' | 'end' | 'work' | 'closed';

export interface ThreadFailureOptions {
  /** Name of the error that the work threw. */
  readonly thrownName?: string;
  /** The stage that the job last reported. */
  readonly stage?: string | undefined;
  readonly cause?: unknown;
}

/** The rejection of a job that failed. Callers of a pool turn it into an error in the words of their own task. */
export class ThreadFailure extends Error {
  readonly kind: ThreadFailureKind;
  readonly thrownName: string | undefined;
  readonly stage: string | undefined;

  constructor(kind: ThreadFailureKind, message: string, options: ThreadFailureOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ThreadFailure';
    this.kind = kind;
    this.thrownName = options.thrownName;
    this.stage = options.stage;
  }
}
