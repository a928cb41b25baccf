/** How a value of a concept is read, compared and chosen. */
export type ValueKind =
  | 'title'
  | 'text'
  | 'body'
  | 'money'
  | 'currency'
  | 'code'
  | 'availability'
  | 'date'
  | 'persons'
  | 'organization'
  | 'duration'
  | 'yield'
  | 'number'
  | 'count'
  | 'url'
  | 'image'
  | 'language'
  | 'keywords'
  | 'ingredients'
  | 'steps';

/** The meaning of a field and its names on pages. Holds general knowledge of the web, nothing about single sites. */
export interface Concept {
  readonly name: string;
  readonly kind: ValueKind;
  /** Names of properties, run together in lower case. */
  readonly names: readonly string[];
  /** Paths in structured data, best first: `offers.price`. Their last segments count as names too. */
  readonly keys: readonly string[];
  /** Names of meta tags, best first. */
  readonly metas: readonly string[];
  /** Visible labels, folded, in the languages in which we know them. Matched whole. */
  readonly labels: readonly string[];
  /** Words of class names that mark the value; each entry's words must all be there. */
  readonly tokens: readonly string[];
}

/** A concept from one line of each kind; lists are separated by `|`. */
export function toConcept(
  name: string,
  kind: ValueKind,
  parts: {
    readonly names?: string;
    readonly keys?: string;
    readonly metas?: string;
    readonly labels?: string;
    readonly tokens?: string;
  },
): Concept {
  return {
    name,
    kind,
    names: splitList(parts.names),
    keys: splitList(parts.keys),
    metas: splitList(parts.metas),
    labels: splitList(parts.labels),
    tokens: splitList(parts.tokens),
  };
}

/** The parts of a list that `|` separates; none for `undefined`. */
export function splitList(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split('|').map((part) => part.trim());
}
