import type { ProposedSelector } from '../../contracts/recipe/proposed-selector.ts';
import type { PickedField } from '../../browsers/in-page/picking/create-field-lister.ts';
import type { MarkedList, PickPoint } from '../../browsers/in-page/picking/create-picker.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { parseSelector } from '../../recipe/parse/parse-selector.ts';
import type { AskPage } from './ask-page.ts';
import { guessType, type TypeContext } from './guess-type.ts';
import {
  type DraftField,
  type DraftKind,
  isSameField,
  type ListDraft,
  listMarks,
} from './list-draft.ts';
import { nameField } from './name-field.ts';

/** What was pointed at, and which of the lists around it is meant: 0 is the likeliest. */
export interface ProposeListInput {
  readonly at: PickPoint;
  /** @default 0 */
  readonly choice?: number | undefined;
}

/**
 * Proposes the list around an element with its fields, the next likely one where no selector leads to exactly its items;
 * `undefined` where nothing around the element is repeated. Rejects with `validation_failed` where more than 5,000 blocks are.
 */
export async function proposeList(
  ask: AskPage,
  { at, choice = 0 }: ProposeListInput,
): Promise<ListDraft | undefined> {
  const { lists, isTooLong } = await ask('pick', at);
  if (isTooLong) {
    throw new GleanerError(
      'validation_failed',
      'More than 5,000 blocks stand beside one another there, which is too long a list to be picked by a click; point at one of a shorter list, or write the selectors of the items into an extract step.',
      { details: { reason: 'no_items' } },
    );
  }
  for (const list of lists.slice(choice)) {
    const kinds = toKinds(list);
    const others = lists.filter((other) => other !== list).map(({ items }) => items.length);
    const draft = await refresh(ask, { kinds, selectors: [], fields: [], dropped: [], others });
    if (draft.selectors.length > 0) return draft;
  }
  return undefined;
}

/** Proposes the fields of a page that is one item. */
export function proposePage(ask: AskPage): Promise<ListDraft> {
  return refresh(ask, { kinds: undefined, selectors: [], fields: [], dropped: [], others: [] });
}

/** Includes or leaves out a kind of blocks, by its place in `kinds`; selectors and fields are found anew. */
export async function includeKind(
  ask: AskPage,
  draft: ListDraft,
  index: number,
  isIncluded: boolean,
): Promise<ListDraft> {
  const { kinds } = draft;
  if (kinds?.[index] === undefined) throw new RangeError(`The draft has no kind ${index}.`);
  const changed = kinds.map((kind, at) => (at === index ? { ...kind, isIncluded } : kind));
  if (changed.every((kind) => !kind.isIncluded)) {
    throw new RangeError('A list needs at least one kind of blocks.');
  }
  return refresh(ask, { ...draft, kinds: changed });
}

/** Most selectors of items that a person may write. */
const maxWritten = 10;

/**
 * Takes the items that written selectors lead to, in place of those that were found: the matches of the first that has any,
 * with the blocks beside them as further kinds and the fields found anew. Throws a `RangeError` where there is no selector,
 * where one cannot be read, and where none matches.
 */
export async function setItemSelectors(
  ask: AskPage,
  draft: ListDraft,
  selectors: readonly ProposedSelector[],
): Promise<ListDraft> {
  if (selectors.length === 0 || selectors.length > maxWritten) {
    throw new RangeError(`The items need 1 to ${maxWritten} selectors.`);
  }
  const parts = selectors.map((written) => {
    const { selector, problem } = parseSelector(written);
    if (problem === undefined) return selector.parts;
    throw new RangeError(`The selector ${JSON.stringify(written)} of the items ${problem}.`);
  });
  const { counts, list } = await ask('match', { selectors: parts });
  if (list.items.length === 0) {
    throw new RangeError(
      `${selectors.length === 1 ? 'The selector matches' : 'The selectors match'} nothing on this page: ${selectors.map((one) => JSON.stringify(one)).join(', ')}.`,
    );
  }
  const fresh = await refresh(ask, { ...draft, kinds: toKinds(list) });
  const written = selectors.map((selector, at) => ({ selector, count: counts[at] ?? 0 }));
  return { ...fresh, selectors: written };
}

function toKinds({ items, misses }: MarkedList): readonly DraftKind[] {
  return [
    { label: 'item', marks: items, isIncluded: true },
    ...misses.map((miss) => ({ ...miss, isIncluded: false })),
  ];
}

/** Adds the field that an element in an item is a value of; `undefined` where no selector leads to it. */
export async function addField(
  ask: AskPage,
  draft: ListDraft,
  at: PickPoint,
): Promise<ListDraft | undefined> {
  const { mark } = await ask('pick', at);
  if (mark === undefined) return undefined;
  const { fields, keys } = await ask('proposeList', { items: listMarks(draft), field: mark });
  const [field] = fields;
  if (field === undefined) return undefined;
  const taken = new Set(draft.fields.map(({ name }) => name));
  const added = toField(field, keys[0] ?? '', taken, await readContext(ask));
  return { ...draft, fields: [...draft.fields, { ...added, isAdded: true }] };
}

/** Finds selectors and fields anew; what a person named, added or dropped stays so. */
async function refresh(ask: AskPage, draft: ListDraft): Promise<ListDraft> {
  const { items, fields, keys } = await ask('proposeList', {
    items: listMarks(draft),
    field: undefined,
  });
  const context = await readContext(ask);
  const taken = new Set(draft.fields.map(({ name }) => name));
  const found: DraftField[] = [];
  for (const [index, field] of fields.entries()) {
    const fresh = toField(field, keys[index] ?? '', taken, context);
    if (draft.dropped.some((gone) => isSameField(gone, fresh))) continue;
    const before = draft.fields.find((known) => isSameField(known, fresh));
    if (before === undefined) found.push(fresh);
    else if (!found.some(({ name }) => name === before.name)) {
      found.push({ ...fresh, name: before.name, type: before.type, isAdded: before.isAdded });
    }
    taken.add(found.at(-1)?.name ?? '');
  }
  const names = new Set(found.map(({ name }) => name));
  const added = draft.fields.filter(({ name, isAdded }) => isAdded && !names.has(name));
  return { ...draft, selectors: items, fields: [...found, ...added] };
}

async function readContext(ask: AskPage): Promise<TypeContext> {
  return ask('read', { steps: [], wantsMarks: false, pager: undefined });
}

function toField(
  field: PickedField,
  key: string,
  taken: ReadonlySet<string>,
  context: TypeContext,
): DraftField {
  const type = guessType(field, context);
  return {
    name: nameField(field, key, taken),
    type,
    selectors: field.selectors,
    // A picture that is loaded late is read through its type.
    attribute: type === 'url' || type === 'date' ? undefined : field.attribute,
    isList: field.isList,
    isOptional: field.count < field.of,
    samples: field.samples,
    isAdded: false,
  };
}
