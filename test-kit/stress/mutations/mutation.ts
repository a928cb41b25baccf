/** What a redesign is done with; made in the page by `createKit`. */
export interface Kit {
  readonly document: Document;
  /** The elements whose fate is measured; a redesign may aim at them, as real ones do. */
  readonly targets: () => Element[];
  /** The elements of items, which hold the targets that are fields. */
  readonly rows: () => Element[];
  /** Elements of the page and of its open shadow roots; of what came later, once that is redesigned. */
  readonly all: (css: string) => Element[];
  readonly random: () => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  readonly shuffle: <Value>(values: readonly Value[]) => Value[];
  /** Puts `now` in the place of `before`; what was a target stays one. */
  readonly swap: (before: Element, now: Element) => void;
  readonly retag: (element: Element, tag: string) => Element;
  readonly wrap: (element: Element, html: string) => void;
  /** The texts that a redesign may reword: where data are to stay, those that no item is read from. */
  readonly texts: () => Text[];
  readonly word: (seed: string) => string;
  /** Adds a copy of a row with other data beside it; what was a target in it is one in the copy. */
  readonly addRow: (row: Element) => void;
}

/** One way to redesign a page. It runs in the page and takes nothing from module scope. */
export interface Mutation {
  readonly name: string;
  /** Of `rows` items come or go, and what is right is read from the page. */
  readonly kind: MutationKind;
  /** Whether it redesigns the page as a whole, and not each part of it: done once, and not to what scripts add later. */
  readonly isWhole: boolean;
  readonly apply: Redesign;
}

type Redesign = (kit: Kit) => void;
type WholeRedesign = Pick<Mutation, 'apply' | 'isWhole'>;

export function whole(apply: Redesign): WholeRedesign {
  return { apply, isWhole: true };
}

/** The mutations of a kind, by their names. */
export function toMutations(
  kind: MutationKind,
  table: Readonly<Record<string, Redesign | WholeRedesign>>,
): readonly Mutation[] {
  return Object.entries(table).map(([name, given]) => ({
    name,
    kind,
    ...(typeof given === 'function' ? { apply: given, isWhole: false } : given),
  }));
}

/** What a mutation changes, as reports group them. */
export type MutationKind =
  | 'classes'
  | 'attributes'
  | 'wrappers'
  | 'tags'
  | 'order'
  | 'layout'
  | 'texts'
  | 'language'
  | 'decoys'
  | 'rows'
  | 'combined';
