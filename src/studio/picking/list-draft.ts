import type {
  ProposedSelector,
  RankedSelector,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import type { FieldType } from '../../runtime/contracts/extractor.ts';
import type { OperationName, PageOperations } from '../../browser/in-page/page-operations.ts';

/** A field of a draft, as a person may change it. */
export interface DraftField {
  readonly name: string;
  readonly type: FieldType;
  /** Best first, in the Recorder's syntax, searched in the item. */
  readonly selectors: readonly ProposedSelector[];
  /** The attribute that is read; `undefined`: the text, or what the type implies. */
  readonly attribute: string | undefined;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** Texts of the first items as the page has them, at most 200 characters each. */
  readonly samples: readonly string[];
  /** Whether a person added it, so that it stays when the items change. */
  readonly isAdded: boolean;
}

/** Blocks of one kind in or beside a list. */
export interface DraftKind {
  /** Tag and classes, as in a selector. */
  readonly label: string;
  /** Marks of its elements in the page. */
  readonly marks: readonly number[];
  readonly isIncluded: boolean;
}

/** A list that was found around an element, with its fields: plain data that can be kept and sent. */
export interface ListDraft {
  /** The kinds of blocks, that of the element first; `undefined`: the page is one item. */
  readonly kinds: readonly DraftKind[] | undefined;
  /** Selectors of the items, best first; empty where the page is one item, or where none leads to exactly them. */
  readonly selectors: readonly RankedSelector[];
  readonly fields: readonly DraftField[];
  /** Fields that a person dropped, which do not come back when the items change. */
  readonly dropped: readonly DraftField[];
  /** How many items each of the other lists around the same element has, in order of likelihood. */
  readonly others: readonly number[];
}

/** The parameters of a `paginate` step as they stand in a recipe's file. */
export type PaginateParameters =
  | { readonly next: readonly ProposedSelector[] }
  | { readonly loadMore: readonly ProposedSelector[] }
  | { readonly scroll: true }
  | { readonly urlTemplate: string };

/** How a field stands in the rows. */
export interface FieldColumn {
  readonly name: string;
  /** Rows that have a value. */
  readonly filled: number;
  /** Indexes of the rows that have none, the first 100. */
  readonly missing: readonly number[];
  /** Rows with a text that cannot be read as the field's type. */
  readonly unreadable: number;
}

/** A row of a table, by the names of its fields. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns the marks of the items of a draft; `undefined` where the page is one item. */
export function listMarks({ kinds }: ListDraft): readonly number[] | undefined {
  return kinds?.flatMap(({ marks, isIncluded }) => (isIncluded ? marks : []));
}

/** Whether two fields read the same value: they share a selector and the attribute. */
export function isSameField(
  one: Pick<DraftField, 'selectors' | 'attribute' | 'type'>,
  other: Pick<DraftField, 'selectors' | 'attribute' | 'type'>,
): boolean {
  const own = new Set(one.selectors.map((selector) => JSON.stringify(selector)));
  const isAddress = (one.type === 'url') === (other.type === 'url');
  return (
    isAddress &&
    one.attribute === other.attribute &&
    other.selectors.some((selector) => own.has(JSON.stringify(selector)))
  );
}

/** Calls one of our operations in the page, or the frame, that a person looks at. */
export type AskPage = <Name extends OperationName>(
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
) => Promise<ReturnType<PageOperations[Name]>>;

/** Gives a field another name; throws a `RangeError` where it is taken, empty or longer than 100 characters. */
export function renameField(draft: ListDraft, name: string, to: string): ListDraft {
  const tidy = to.trim();
  if (tidy === '' || tidy.length > 100 || tidy === '__proto__') {
    throw new RangeError('The name of a field has 1 to 100 characters.');
  }
  if (tidy !== name && draft.fields.some((field) => field.name === tidy)) {
    throw new RangeError(`There is a field "${tidy}" already; choose another name.`);
  }
  return change(draft, name, { name: tidy });
}

/** Reads a field as another type; throws a `RangeError` where the draft has no such field, as all edits do. */
export function retypeField(draft: ListDraft, name: string, type: FieldType): ListDraft {
  return change(draft, name, { type });
}

/** Says whether items may lack a field. */
export function setFieldOptional(draft: ListDraft, name: string, isOptional: boolean): ListDraft {
  return change(draft, name, { isOptional });
}

/** Replaces the selectors of a field; throws a `RangeError` where there is none. */
export function setFieldSelectors(
  draft: ListDraft,
  name: string,
  selectors: readonly ProposedSelector[],
): ListDraft {
  if (selectors.length === 0) throw new RangeError(`The field "${name}" needs a selector.`);
  return change(draft, name, { selectors });
}

/** Takes a field out; it does not come back when the items change. */
export function dropField(draft: ListDraft, name: string): ListDraft {
  const gone = requireField(draft, name);
  return {
    ...draft,
    fields: draft.fields.filter((field) => field !== gone),
    dropped: [...draft.dropped, gone],
  };
}

function change(draft: ListDraft, name: string, to: Partial<DraftField>): ListDraft {
  const changed = requireField(draft, name);
  return {
    ...draft,
    fields: draft.fields.map((field) => (field === changed ? { ...field, ...to } : field)),
  };
}

function requireField({ fields }: ListDraft, name: string): DraftField {
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new RangeError(`The draft has no field "${name}".`);
  return found;
}
