import type { AnyNode, Document, Element } from 'domhandler';

/** The node that a piece of content was read from, so that it can be shown, highlighted and found again. */
export interface ContentSource {
  readonly node: AnyNode;
  /** The attribute's name, e.g. `content`; set when the text is an attribute's value. */
  readonly attribute?: string;
  /** JSON Pointer inside the script's JSON; set for JSON-LD only. */
  readonly pointer?: string;
}

/** A text value of structured data. */
export interface StructuredText {
  readonly kind: 'text';
  readonly text: string;
  readonly source: ContentSource;
}

/** One entity that a page describes in JSON-LD, microdata or RDFa: one form for all three syntaxes. */
export interface StructuredEntity {
  readonly kind: 'entity';
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa';
  /** Names without the vocabulary's address: `Product`, not `https://schema.org/Product`. */
  readonly types: readonly string[];
  /** The value of `@id`, `itemid` or `resource`, as written. */
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

/** Structured data and meta tags of a page. */
export interface StructuredData {
  /** Top-level entities in page order; `@graph` is flattened, and `@id` references inside one page are followed. */
  readonly entities: readonly StructuredEntity[];
  /** The JSON-LD documents as parsed. */
  readonly jsonLd: readonly unknown[];
  readonly metaTags: readonly MetaTag[];
}

/** A page after parsing and cleaning: its visible tree, its structured data and what it says about itself. */
export interface PageReading {
  /** Absolute URL: the base that relative links were resolved against (`<base href>` respected). */
  readonly url: string;
  /** Text of `<title>`, white space collapsed; empty when absent. */
  readonly title: string;
  /** The `<title>`, which is not in `document`. */
  readonly titleElement: Element | undefined;
  /** `lang` of the root element, as written; `undefined` when absent. */
  readonly language: string | undefined;
  /** The tree without scripts, styles, comments and hidden content; its depth and size are within the limits. */
  readonly document: Document;
  /** Every `<script>` that holds data (JSON-LD, JSON, state assignments), in page order; they are not in `document`. */
  readonly dataScripts: readonly Element[];
  /** Every `<meta>`, in page order; they are not in `document`. */
  readonly metaElements: readonly Element[];
  /** Every `<link>`, in page order; they are not in `document`. */
  readonly linkElements: readonly Element[];
  /** Parsed when it is first read. */
  readonly structuredData: StructuredData;
  /** Sentences for people: what was flattened, cut or dropped because of a limit. */
  readonly warnings: readonly string[];
}
