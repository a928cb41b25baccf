import type { FoundVolatile, ModelIdentity, TapeFailure } from './tape-entry.ts';

/** The version of the members of our own; a file of a newer one is refused. */
export const cassetteVersion = 1;

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** Bytes in a HAR: as text, as base64, or in a file beside it, named by its hash. */
export interface HarContent {
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
  /** Name in the folder of bodies: SHA-256 of the bytes in hex, and an extension. */
  readonly _gleanerFile?: string;
}

export interface HarEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly postData?: {
      readonly mimeType: string;
      readonly text: string;
      readonly _gleanerEncoding?: 'base64';
    };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarHeader[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** What HAR has no place for; present on entries of a cassette. */
  readonly _gleaner?: {
    /** Where the response came from, where that is not the URL of the request. */
    readonly url?: string;
    readonly isRendered?: boolean;
    readonly failure?: TapeFailure;
  };
}

/** A call of another part than HTTP. */
export interface HarCall {
  readonly channel: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: unknown;
  readonly answer?: unknown;
  readonly content?: HarContent;
  readonly failure?: TapeFailure;
}

/** HAR 1.2. Members that begin with `_` are our own, which HAR permits. Source: http://www.softwareishard.com/blog/har-12-spec/ */
export interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string };
    readonly pages: readonly {
      readonly startedDateTime: string;
      readonly id: string;
      readonly title: string;
      readonly pageTimings: Readonly<Record<string, never>>;
    }[];
    readonly entries: readonly HarEntry[];
    readonly _gleanerVersion: number;
    readonly _gleaner: {
      readonly startedDateTime: string;
      readonly fetcher: string;
      readonly browser?: string;
      readonly models?: { readonly low: ModelIdentity; readonly high: ModelIdentity };
      readonly ids: Readonly<Record<string, readonly string[]>>;
      readonly volatile: readonly FoundVolatile[];
      readonly calls: readonly HarCall[];
    };
  };
}
