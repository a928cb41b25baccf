/** The kind of file that a URL served: markup, or a format of documents. */
export type ContentType = 'html' | 'pdf';

export type DocumentFormat = Exclude<ContentType, 'html'>;

/** Reads one format of documents that are no markup. A new format is a module, a line in `documentReaders` and its test. */
export interface DocumentReader {
  /** What results name as their content type. */
  readonly format: DocumentFormat;
  /** By the MIME type that the bytes were sniffed to have, without parameters. */
  recognises(essence: string): boolean;
  /** The document as an HTML page. Files may be hostile: it is read on a thread that can be ended. */
  read(
    bytes: Uint8Array,
    options: { readonly signal: AbortSignal },
  ): Promise<{
    readonly html: string;
    /** The same without markup. */
    readonly text: string;
    readonly warnings: readonly string[];
  }>;
  /** What to say of a document in which there is no text. */
  readonly withoutText: string;
}
