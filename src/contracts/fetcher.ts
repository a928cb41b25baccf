/** What a fetcher is asked for. */
export interface PageRequest {
  /** Absolute http or https URL, already parsed once; the fetcher still guards where it connects. */
  readonly url: string;
  /** The caller's own request headers, names in lower case. Never sent to another origin than the URL's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the caller paid for looking like an ordinary visitor. */
  readonly stealth: boolean;
  /** The caller's own proxy for this request, in place of the embedder's: `http://`, `https://` or `socks5://`. Must be a public one. */
  readonly proxy?: string | undefined;
  /** Aborts at the caller's wish or at the deadline. */
  readonly signal: AbortSignal;
}

/** A fetched page, still in bytes: what they mean is decided by `page/`, the same way for every fetcher. */
export interface Page {
  /** Absolute URL that answered, after redirects: the base of the page's links. */
  readonly url: string;
  /** HTTP status of the answer; an error status is still a page. */
  readonly status: number;
  /** Response headers, names in lower case, values of repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body (content encodings removed), within the limits. */
  readonly body: Uint8Array;
  /** Whether the page's scripts have run, and the body is what they made of it. @default false */
  readonly isRendered?: boolean;
}

/** Turns a URL into a page. Implement it to plug in a proxy, a browser or an archive. */
export interface Fetcher {
  /** Short and stable; written to results and errors, e.g. `http` or `browser`. */
  readonly name: string;
  /** An HTTP error status is still a page: return it. Rejects with `signal.reason` once `request.signal` aborts. */
  fetch(request: PageRequest): Promise<Page>;
  /** Called only on fetchers the engine created itself; a part you passed in stays yours. */
  close?(): Promise<void>;
}
