/** How a caller's pages are reached: the same for a page, for the pictures in it, and for all pages of a run. */
export interface PageAccess {
  /** The caller's own request headers, names in lower case. Never sent to another origin than that of the URL asked for. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether to send requests that look like an ordinary visitor's. */
  readonly stealth: boolean;
  /**
   * The caller's own proxy, used instead of the embedder's: `http://`, `https://` or `socks5://`, credentials in the URL.
   * Its address must be public.
   */
  readonly proxy?: string | undefined;
}

/** What a fetcher is given. One object is made for each call and passed on whole. */
export interface PageRequest extends PageAccess {
  /** Absolute http or https URL, already parsed once; the fetcher still guards where it connects. */
  readonly url: string;
  /** Aborts at the caller's wish or at the deadline. */
  readonly signal: AbortSignal;
  /**
   * The same object in all requests on the way to one page, where a page leads on to another by itself (a refresh): what a fetcher
   * keeps for its own redirects, cookies and their number, it may keep by this object. It holds nothing.
   */
  readonly chain?: object;
}

/** A fetched page, still in bytes: what they mean is decided by `page/`, the same way for every fetcher. */
export interface Page {
  /** Absolute URL of the response, after redirects: the base of the page's links. */
  readonly url: string;
  /** HTTP status of the response; an error status is still a page. */
  readonly status: number;
  /** Response headers, names in lower case, values of repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body (content encodings removed), within the size limits. The receiver owns it and may change or transfer it. */
  readonly body: Uint8Array;
  /** Whether the body is the page after its scripts have run in a browser. @default false */
  readonly isRendered?: boolean;
}

/** Turns a URL into a page. Implement it to plug in a proxy, a browser or an archive. */
export interface Fetcher {
  /** Short and stable; written to results and errors, e.g. `http` or `browser`. */
  readonly name: string;
  /** An HTTP error status is still a page: return it. Rejects with `signal.reason` once `request.signal` aborts. */
  fetch(request: PageRequest): Promise<Page>;
  /** Called only on a fetcher that the engine created itself. */
  close?(): Promise<void>;
}
