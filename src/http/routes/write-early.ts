import { GleanerError } from '../../errors/gleaner-error.ts';

/** A call's result before it is charged. */
export type Uncharged<Result> = Result extends unknown ? Omit<Result, 'creditsRemaining'> : never;

/** The data of a paid call as JSON. */
export interface EarlyData<Result> {
  /** For the call: writes the data before the call is charged, so that a result that cannot be sent costs nothing. */
  readonly option: { beforeCharge(result: Result): void };
  /** Returns what was written; writes it now for a result that an idempotency key gave again. */
  of(result: Result): string;
}

/** Writes the data that `toData` makes of a call's result. Throws `validation_failed` for data that JSON cannot hold. */
export function writeEarly<Result>(toData: (result: Result) => object): EarlyData<Result> {
  let written: string | undefined;
  return {
    option: {
      beforeCharge(result) {
        written = toJson(toData(result));
      },
    },
    of: (result) => written ?? toJson(toData(result)),
  };
}

function toJson(data: object): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    throw new GleanerError(
      'validation_failed',
      'The result is too large or too deeply nested to be sent as JSON: ask for less of the page.',
      { details: { reason: 'page_too_large' }, cause },
    );
  }
}
