import type { Page } from '../../../runtime/contracts/fetcher.ts';
import {
  type ErrorCode,
  GleanerError,
  isGleanerError,
} from '../../../runtime/errors/gleaner-error.ts';
import { APICallError } from '@ai-sdk/provider';
import { toShownUrl } from '../../../runtime/errors/shown-text.ts';

/** Milliseconds of the tape's own time, whole, since its beginning. */
export interface TapeTimes {
  readonly startMs: number;
  readonly endMs: number;
}

export interface TapeRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** How a call ended without an answer. */
export type TapeFailure =
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'gleaner';
      readonly code: ErrorCode;
      readonly message: string;
      /** Those of the code. */
      readonly details?: GleanerError['details'];
    }
  /** An `APICallError` of the AI SDK. */
  | {
      readonly kind: 'model';
      readonly message: string;
      /** Of the endpoint, without credentials and query; absent in older recordings. */
      readonly url?: string | undefined;
      readonly isRetryable: boolean;
      readonly statusCode?: number | undefined;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly kind: 'error'; readonly name: string; readonly message: string };

/** One HTTP exchange. `channel` says whose it is, e.g. `fetcher`; each has an order of its own. */
export interface ExchangeEntry extends TapeTimes {
  readonly type: 'exchange';
  readonly channel: string;
  readonly request: TapeRequest;
  /** The final response, its body decoded; `url` is where it came from after redirects. */
  readonly response?: Page | undefined;
  readonly failure?: TapeFailure | undefined;
}

/** A call of another part than HTTP, e.g. a model: JSON in, JSON and bytes out. */
export interface CallEntry extends TapeTimes {
  readonly type: 'call';
  readonly channel: string;
  readonly request: unknown;
  readonly answer?: unknown;
  /** What is too large for JSON, or none, e.g. a PDF. */
  readonly body?: Uint8Array | undefined;
  readonly failure?: TapeFailure | undefined;
}

/** An id that was made, in the order of its kind. */
interface IdEntry {
  readonly type: 'id';
  readonly kind: string;
  readonly id: string;
}

export type TapeEntry = ExchangeEntry | CallEntry | IdEntry;

/** What a model object says of itself: enough to stand in for it. */
export interface ModelIdentity {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
}

export interface TapeFacts {
  /** Wall clock at the beginning of its time, in milliseconds since 1970-01-01 UTC. */
  readonly startedAtMs: number;
  /** `Fetcher.name` of the fetcher that was recorded. */
  readonly fetcher: string;
  /** `Browser.name` of the browser that was recorded; absent without one. */
  readonly browser?: string | undefined;
  /** Absent without a model; `low` and `high` are alike where there was one. */
  readonly models?: { readonly low: ModelIdentity; readonly high: ModelIdentity } | undefined;
  /** Whether another program wrote the file. */
  readonly isForeign?: boolean | undefined;
}

/** Returns what is recorded of an error. Its cause and stack stay out: they name this machine. */
export function toTapeFailure(error: unknown, signal: AbortSignal): TapeFailure {
  if (signal.aborted) return { kind: 'aborted' };
  if (isGleanerError(error)) {
    const { code, message, details } = error;
    return { kind: 'gleaner', code, message, details };
  }
  if (APICallError.isInstance(error)) {
    const { message, isRetryable, statusCode, responseHeaders: headers } = error;
    const url = toShownUrl(error.url);
    return { kind: 'model', message, url, isRetryable, statusCode, headers };
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'error', name, message };
}

export function fromTapeFailure(failure: Exclude<TapeFailure, { kind: 'aborted' }>): Error {
  if (failure.kind === 'gleaner') {
    const { code, message, details } = failure;
    return new GleanerError(code, message, { details });
  }
  if (failure.kind === 'model') {
    const { message, url = 'cassette:', isRetryable, statusCode, headers } = failure;
    return new APICallError({
      message,
      url,
      requestBodyValues: undefined,
      isRetryable,
      ...(statusCode === undefined ? {} : { statusCode }),
      ...(headers === undefined ? {} : { responseHeaders: { ...headers } }),
    });
  }
  return Object.assign(new Error(failure.message), { name: failure.name });
}
