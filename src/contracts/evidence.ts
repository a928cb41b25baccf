/** Where a value stands: in visible text, an attribute, structured data (JSON-LD, microdata, RDFa) or a meta tag. */
export type EvidenceKind = 'text' | 'attribute' | 'structured-data' | 'meta';

/** Where one value of a result was found on the page, or that it was not found. */
export type Evidence =
  | {
      /** JSON Pointer of the value in the result, e.g. `/items/0/price`. */
      readonly path: string;
      readonly found: true;
      readonly kind: EvidenceKind;
      /** Path of the node in the cleaned page. */
      readonly node: string;
      /** The attribute's name; set when the value stands in an attribute. */
      readonly attribute?: string;
      /** JSON Pointer inside the JSON-LD script; set for JSON-LD only. */
      readonly pointer?: string;
      /** The line around the value, at most 200 characters. */
      readonly snippet: string;
    }
  | {
      readonly path: string;
      /** The page does not contain the value: it was computed, reworded or made up. */
      readonly found: false;
    };
