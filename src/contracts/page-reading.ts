import type { AnyNode, Document, Element } from 'domhandler';

/** The way back: the node that a piece of content was read from, so that it can be shown, highlighted and found again. */
export interface ContentSource {
  readonly node: AnyNode;
  /** Set when the text is an attribute's value, e.g. `content` or `datetime`. */
  readonly attribute?: string;
  /** Set for JSON-LD: JSON Pointer inside the script's document. */
  readonly pointer?: string;
}

/** A leaf of structured data, as text. */
export interface StructuredText {
  readonly kind: 'text';
  readonly text: string;
  readonly source: ContentSource;
}

/** One thing that a page describes in JSON-LD, microdata or RDFa: the three syntaxes in one form. */
export interface StructuredEntity {
  readonly kind: 'entity';
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa';
  /** Names without the vocabulary's address: `Product`, not `https://schema.org/Product`. */
  readonly types: readonly string[];
  /** `@id`, `itemid` or `resource`, as written. */
  readonly id: string | undefined;
  /** Values by property, in the page's order; names without the vocabulary's address. */
  readonly properties: ReadonlyMap<string, readonly (StructuredText | StructuredEntity)[]>;
  readonly source: ContentSource;
}

/** A `<meta>` tag by name, property, http-equiv or itemprop, in lower case. */
export interface MetaTag {
  readonly name: string;
  readonly content: string;
  readonly source: ContentSource;
}

/** What a page says about itself beside its text. */
export interface StructuredData {
  /** Top-level entities in page order; `@graph` is flattened, and `@id` references inside one page are followed. */
  readonly entities: readonly StructuredEntity[];
  /** The JSON-LD documents as parsed, for callers who want them whole. */
  readonly jsonLd: readonly unknown[];
  readonly metaTags: readonly MetaTag[];
}

/** A page that has been parsed and cleaned: what people can see, and what the page says about itself. */
export interface PageReading {
  /** Absolute URL: the base that relative links were resolved against (`<base href>` respected). */
  readonly url: string;
  /** Text of `<title>`, white space collapsed; empty when absent. */
  readonly title: string;
  /** `lang` of the root element, as written; `undefined` when absent. */
  readonly language: string | undefined;
  /** The tree without scripts, styles, comments and what people cannot see; its depth and size are within the limits. */
  readonly document: Document;
  /** Every `<script>` that holds data (JSON-LD, JSON, state assignments), in page order; they are not in `document`. */
  readonly dataScripts: readonly Element[];
  /** Every `<meta>`, in page order; they are not in `document`. */
  readonly metaElements: readonly Element[];
  /** Every `<link>`, in page order; they are not in `document`. */
  readonly linkElements: readonly Element[];
  /** Read on first use. */
  readonly structuredData: StructuredData;
  /** For people: what was flattened, cut or dropped because of a limit. */
  readonly warnings: readonly string[];
}

/** What of a page is shown: its tree or a part of it, and what goes with that in every form. */
export type ShownPage = Pick<PageReading, 'document' | 'language' | 'title' | 'url'>;
