import type { IncomingHttpHeaders } from 'node:http';

/** What a route of the fixture site is asked. */
export interface FixtureRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Fields of a POST form, empty otherwise. */
  readonly form: URLSearchParams;
  readonly origin: string;
  readonly otherOrigin: string;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
}

/** What a route answers; status 200 and an empty body when left out. */
export interface FixtureAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<string>;
}

/** One page of the fixture site that no stored file can give. */
export type FixtureRoute = (request: FixtureRequest) => FixtureAnswer | Promise<FixtureAnswer>;
