/** Where a value stands: in visible text, an attribute, structured data (JSON-LD, microdata, RDFa) or a meta tag. */
export type EvidenceKind = 'text' | 'attribute' | 'structured-data' | 'meta';

/** A place on a page. */
export interface EvidencePlace {
  readonly kind: EvidenceKind;
  /** Path of the node in the cleaned page: the text, or the smallest element around a value that spans several texts. */
  readonly node: string;
  /** The attribute's name; set when the value stands in an attribute. */
  readonly attribute?: string;
  /** JSON Pointer inside the JSON-LD script; set for JSON-LD only. */
  readonly pointer?: string;
  /** Offset of the value's first character in the text of the node, attribute or pointer, white space collapsed. */
  readonly start?: number;
  /** Offset after the value's last character. */
  readonly end?: number;
  /** The first 16 hex digits of the SHA-256 of the text of the node, attribute or pointer. */
  readonly digest?: string;
  /** The line around the value, at most 200 characters. */
  readonly snippet: string;
}

/**
 * How one value of a result stands on the page:
 * - `supported`: as it is
 * - `normalised`: in another form of the same meaning; `rule` names the difference, e.g. `number` for "1.299,00" as 1299
 * - `inferred`: worked out by a named rule; with the place that it was worked out from, where that is known
 * - `unsupported`: not at all: it was computed, reworded or made up
 */
export type Evidence = {
  /** JSON Pointer of the value in the result, e.g. `/items/0/price`. */
  readonly path: string;
  /**
   * `sure` where at most `maxWrong` of such values were wrong on pages of sites that were not used to set the level; `unsure` without
   * that proof, as all values of a model are.
   */
  readonly confidence: Confidence;
  /** What else the page states for the field, the likeliest first; absent where it states nothing else, and where the value is sure. */
  readonly rivals?: readonly Rival[];
} & (
  | ({ readonly status: 'supported' } & EvidencePlace)
  | ({ readonly status: 'normalised'; readonly rule: string } & EvidencePlace)
  | ({ readonly status: 'inferred'; readonly rule: string } & Partial<EvidencePlace>)
  | { readonly status: 'unsupported' }
);

/** How a value stands on the page, without how far it can be relied on. */
export type CitedEvidence = Evidence extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'confidence' | 'rivals'>
    : never
  : never;

/** Share of wrong values among those that are called sure, where no other is asked for. */
export const usualMaxWrong = 0.005;

/** How far a value can be relied on. */
export type Confidence = 'sure' | 'unsure';

/** Another value that a page states for a field, and where. */
export type Rival = { readonly value: unknown } & EvidencePlace;

/** How a value stands on a page. */
export type EvidenceStatus = Evidence['status'];

/** Names that a value was worked out from the page's address, which stands at no place of the page. */
export const pageAddressRule = 'page address';

/** A value that an extractor worked out instead of reading it. */
export interface InferredValue {
  /** JSON Pointer of the value. */
  readonly path: string;
  /** What it was worked out by, in a few words, e.g. `sum`. */
  readonly rule: string;
}
