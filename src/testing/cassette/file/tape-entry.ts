import type { Page } from '../../../contracts/fetcher.ts';
import type { ErrorCode } from '../../../errors/error-codes.ts';

/** Milliseconds of the tape's own time, whole, since its beginning. */
export interface TapeTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** An HTTP request as it is recorded and looked up. */
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
  /** Its signal aborted first. */
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'gleaner';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details?: unknown;
    }
  /** An `APICallError` of the AI SDK. */
  | {
      readonly kind: 'model';
      readonly message: string;
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
export interface IdEntry {
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

/** The members of one URL or body that differ from one recording to the next. */
export interface FoundVolatile {
  /** Origin and path, without query. */
  readonly url: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
}

/** What a tape knows beside its entries. */
export interface TapeFacts {
  /** Wall clock at the beginning of its time, in milliseconds since 1970-01-01 UTC. */
  readonly startedAtMs: number;
  /** `Fetcher.name` of the fetcher that was recorded. */
  readonly fetcher: string;
  /** `Browser.name` of the browser that was recorded; absent without one. */
  readonly browser?: string | undefined;
  /** Absent without a model; `low` and `high` are alike where there was one. */
  readonly models?: { readonly low: ModelIdentity; readonly high: ModelIdentity } | undefined;
  readonly volatile: readonly FoundVolatile[];
  /** Whether another program wrote the file. */
  readonly isForeign?: boolean | undefined;
}
