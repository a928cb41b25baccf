import type { Page, PageRequest } from './fetcher.ts';

import type { ReplayReport, ReplayRequest } from './replay.ts';

/** What is printed: a document that has been cleaned; a browser runs none of its scripts and loads nothing for it. */
export interface PrintRequest {
  /** A whole document or a part of one. Pictures are shown where they stand in the HTML as `data:` URIs. */
  readonly html: string;
  /** Where the document comes from: the base of its links. Never connected to. */
  readonly url: string;
  /** @default the URL */
  readonly title?: string | undefined;
  /** BCP 47, for screen readers. */
  readonly language?: string | undefined;
  /** Aborts at the caller's wish or at the deadline. */
  readonly signal: AbortSignal;
}

/** A browser for the engine. Implement it to plug in one that runs elsewhere. */
export interface Browser {
  /** Short and stable; written to warnings and errors, e.g. `chromium`. */
  readonly name: string;
  /**
   * A4 pages with numbers, tagged, the same bytes for the same request. Whatever the HTML asks for, nothing is connected
   * to. Rejects with `signal.reason` once it aborts, and with `service_unavailable` when there is no browser or it broke;
   * the next call then works with a new one.
   */
  printPdf(request: PrintRequest): Promise<Uint8Array>;
  /**
   * Replays a recipe in a context of its own, page by page. Rejects with `signal.reason` once it aborts (the context is
   * closed within 2 s), with `validation_failed` when the pages do not let it go on, with `service_unavailable` when the
   * browser broke, and with the error of a callback as it is.
   */
  replay(request: ReplayRequest): Promise<ReplayReport>;
  /**
   * The page at a URL as it stands once its scripts have done their work, in UTF-8; what is no HTML comes as it was sent.
   * Keeps every promise of a fetcher: where it connects is guarded, the caller's headers stay with their origin. Rejects
   * with `service_unavailable` when there is no browser or it broke; the next call then works with a new one.
   */
  renderPage(request: PageRequest): Promise<Page>;
  /** Ends the browser and what works in it. Called only on browsers the engine created itself; a part you passed in stays yours. */
  close?(): Promise<void>;
}
