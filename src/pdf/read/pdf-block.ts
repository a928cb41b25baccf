/** Text with its link, if any. */
export interface PdfSpan {
  readonly text: string;
  readonly link: string | undefined;
}

export interface PdfCell {
  readonly spans: readonly PdfSpan[];
  readonly isHeader: boolean;
}

/** A piece of a PDF's content, in reading order. */
export type PdfBlock =
  | {
      readonly kind: 'heading';
      /** 1 to 6 if the file states it; `undefined` when it is found by comparing font sizes. */
      readonly level: number | undefined;
      readonly size: number;
      readonly spans: readonly PdfSpan[];
      readonly page: number;
    }
  | {
      readonly kind: 'text';
      readonly spans: readonly PdfSpan[];
      readonly page: number;
      /** Whether it may continue in the next column or on the next page. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'code'; readonly text: string; readonly page: number }
  | {
      readonly kind: 'item';
      readonly isOrdered: boolean;
      /** The number of an ordered item, where it is one. */
      readonly number: number | undefined;
      readonly depth: number;
      readonly spans: readonly PdfSpan[];
      readonly page: number;
    }
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly PdfCell[])[];
      readonly page: number;
    };

/** Text drawn by one operation. Coordinates are points from the top left corner of the page as displayed. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly isMono: boolean;
  readonly link: string | undefined;
  /** The marked content that it is part of, in a tagged file. */
  readonly mark: string | undefined;
}

/** An element of a tagged file's structure on one page. */
export interface PdfTag {
  readonly role: string;
  readonly children: readonly (PdfTag | { readonly mark: string })[];
}

/** A page as the file draws it. */
export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly PdfItem[];
  readonly tags: PdfTag | undefined;
}
