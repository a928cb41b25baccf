/** A call of the API that failed: `message` is the server's sentence for people. */
export class CallFailure extends Error {
  /** Of the `error` envelope, or `offline` where no answer came. */
  readonly code: string;
  /** What a report of the failure should name; absent without an answer. */
  readonly requestId: string | undefined;

  constructor(failure: {
    readonly code: string;
    readonly message: string;
    readonly requestId?: string | undefined;
  }) {
    super(failure.message);
    this.name = 'CallFailure';
    this.code = failure.code;
    this.requestId = failure.requestId;
  }
}
