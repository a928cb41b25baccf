import { APICallError } from '@ai-sdk/provider';
import { GleanerError, isGleanerError } from '../../../errors/gleaner-error.ts';
import type { TapeFailure } from '../file/tape-entry.ts';

/** Returns what is recorded of an error. Its cause and stack stay out: they name this machine. */
export function toTapeFailure(error: unknown, signal: AbortSignal): TapeFailure {
  if (signal.aborted) return { kind: 'aborted' };
  if (isGleanerError(error)) {
    const { code, message, details } = error;
    return { kind: 'gleaner', code, message, details };
  }
  if (APICallError.isInstance(error)) {
    const { message, isRetryable, statusCode, responseHeaders: headers } = error;
    return { kind: 'model', message, isRetryable, statusCode, headers };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'error', name, message };
}

/** Returns the error that was recorded. */
export function fromTapeFailure(failure: Exclude<TapeFailure, { kind: 'aborted' }>): Error {
  if (failure.kind === 'gleaner') {
    const { code, message, details } = failure;
    // Code and details were recorded of one error.
    return new GleanerError(code, message, { details } as never);
  }
  if (failure.kind === 'model') {
    const { message, isRetryable, statusCode, headers } = failure;
    return new APICallError({
      message,
      url: 'cassette:',
      requestBodyValues: undefined,
      isRetryable,
      ...(statusCode === undefined ? {} : { statusCode }),
      ...(headers === undefined ? {} : { responseHeaders: { ...headers } }),
    });
  }
  return Object.assign(new Error(failure.message), { name: failure.name });
}
