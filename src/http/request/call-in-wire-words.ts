import { isGleanerError } from '../../errors/gleaner-error.ts';
import { toDoorError } from '../../errors/to-door-error.ts';
import type { Fields } from '../../operations/field.ts';
import { statusByCode } from '../response/to-wire-error.ts';
import { httpWords } from './http-words.ts';

/** Errors of a call in the names and with the advice of HTTP; those of the service itself stay as they are, for its log. */
export async function callInWireWords<Result>(
  fields: Fields,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isGleanerError(error) || statusByCode[error.code] >= 500) throw error;
    throw toDoorError(error, httpWords(fields));
  }
}
