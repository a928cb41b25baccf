import type { Page, PageRequest } from './fetcher.ts';
import type { ReplayReport, ReplayRequest } from './recipe/replay.ts';

/** A cleaned document to print. The browser runs none of its scripts and loads nothing for it. */
export interface PrintRequest {
  /** A whole HTML document or a fragment. Only pictures given as `data:` URIs are shown. */
  readonly html: string;
  /** Absolute URL of the document: the base of its links. The browser never connects to it. */
  readonly url: string;
  /** @default the URL */
  readonly title?: string | undefined;
  /** BCP 47, e.g. `de-CH`, for screen readers. */
  readonly language?: string | undefined;
  /** Aborts at the caller's wish or at the deadline. */
  readonly signal: AbortSignal;
}

/** One of the browsers elsewhere that a `Browser` works in, as this process sees it. */
export interface BrowserEndpoint {
  /** Name and port, without credentials or path. */
  readonly host: string;
  /** `down` from a failure until it answers again; `untried` before the first use. */
  readonly state: 'untried' | 'up' | 'down';
  /** Contexts that this process has open in it. */
  readonly contextsOpen: number;
  /** What went wrong, while it is down. */
  readonly problem?: string;
}

/** A browser for the engine. Implement it to plug in one that runs elsewhere. */
export interface Browser {
  /** Short and stable; written to warnings and errors, e.g. `chromium`. */
  readonly name: string;
  /** Whether the engine hands it PDFs to print. @default true */
  readonly prints?: boolean;
  /**
   * Resolves to a tagged PDF file of numbered A4 pages; the same request gives the same bytes. Nothing in the HTML makes
   * the browser connect anywhere. Rejects with `signal.reason` once the signal aborts, and with `service_unavailable` when
   * the browser is missing or broke; the next call then starts a new one.
   */
  printPdf(request: PrintRequest): Promise<Uint8Array>;
  /**
   * Replays a recipe in a browser context of its own, page by page. Rejects with `signal.reason` once the signal aborts
   * (the context is closed within 2 s), with `validation_failed` when a step cannot be done on the page, with
   * `service_unavailable` when the browser is missing or broke, and with the error of a callback unchanged.
   */
  replay(request: ReplayRequest): Promise<ReplayReport>;
  /**
   * Resolves to the page at a URL after its scripts have run, in UTF-8; a response that is not HTML comes as it was sent.
   * Fulfils the contract of a fetcher too: connections are guarded, and the caller's headers go to their origin only.
   * Rejects with `service_unavailable` when the browser is missing or broke; the next call then starts a new one.
   */
  renderPage(request: PageRequest): Promise<Page>;
  /** The state of the browsers that it works in elsewhere; empty for one on this machine. Asks none of them. */
  listEndpoints?(): readonly BrowserEndpoint[];
  /** Ends the browser and all work in it. The engine calls this only on a browser that it created itself. */
  close?(): Promise<void>;
}
