/** How a caller's pages are reached: the same for a page, for the pictures in it, and for all pages of a run. */
export interface PageAccess {
  /** The caller's own request headers, names in lower case. Never sent to another origin than that of the URL asked for. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the caller paid for looking like an ordinary visitor. */
  readonly stealth: boolean;
  /**
   * The caller's own proxy, in place of the embedder's: `http://`, `https://` or `socks5://`, with credentials where it
   * wants some. Must be a public one.
   */
  readonly proxy?: string | undefined;
}

/** What a fetcher is asked for. Made once a call, and passed on whole: what is left out on the way is lost. */
export interface PageRequest extends PageAccess {
  /** Absolute http or https URL, already parsed once; the fetcher still guards where it connects. */
  readonly url: string;
  /** Aborts at the caller's wish or at the deadline. */
  readonly signal: AbortSignal;
}

/** A fetched page, still in bytes: what they mean is decided by `page/`, the same way for every fetcher. */
export interface Page {
  /** Absolute URL that answered, after redirects: the base of the page's links. */
  readonly url: string;
  /** HTTP status of the response; an error status is still a page. */
  readonly status: number;
  /** Response headers, names in lower case, values of repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body (content encodings removed), within the limits. It is the receiver's own, who may change or transfer it. */
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
