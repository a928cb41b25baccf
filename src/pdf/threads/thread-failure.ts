/** Why a thread gave no result: it did not start, took too much, took too long, ended by itself, or the work threw. */
export type ThreadFailureKind = 'start' | 'memory' | 'time' | 'end' | 'work';

/** A job that came to nothing; never leaves `pdf/`. */
export class ThreadFailure extends Error {
  readonly kind: ThreadFailureKind;
  /** Name of the error that the work threw. */
  readonly thrownName: string | undefined;

  constructor(kind: ThreadFailureKind, message: string, thrownName?: string) {
    super(message);
    this.kind = kind;
    this.thrownName = thrownName;
  }
}
