/** Where a value stands: in the text that people see, or in what the page says about itself. */
export type EvidenceKind = 'text' | 'attribute' | 'structured-data' | 'meta';

/** Where one value of an answer was found in the page. */
export type Evidence =
  | {
      /** JSON Pointer of the value in the answer. */
      readonly path: string;
      readonly found: true;
      readonly kind: EvidenceKind;
      /** Path of the node in the cleaned page. */
      readonly node: string;
      /** Set when the value stands in an attribute. */
      readonly attribute?: string;
      /** Set for JSON-LD: JSON Pointer inside the script. */
      readonly pointer?: string;
      /** The line around the value, at most 200 characters. */
      readonly snippet: string;
    }
  | {
      readonly path: string;
      /** The page does not say this: the value was worked out, reworded or made up. */
      readonly found: false;
    };
