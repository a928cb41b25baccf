import type { ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { PickedField } from '../../browser/in-page/picking/picked-fields.ts';
import type { MarkedList, PickPoint } from '../../browser/in-page/picking/picker.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { parseSelector } from '../../recipes/format/parse-selector.ts';
import {
  type AskPage,
  type DraftField,
  type DraftKind,
  type ListDraft,
  isSameField,
  listMarks,
} from './list-draft.ts';
import type { FieldType } from '../../runtime/contracts/extractor.ts';
import { readFieldValue } from '../../recipes/run/read-field-value.ts';
import { foldLabel, splitWords } from '../../extraction/lexicon/fold-label.ts';
import { findConcept, findConceptByLabel } from '../../extraction/lexicon/find-concept.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What was pointed at, and which of the lists around it is meant: 0 is the likeliest. */
interface ProposeListInput {
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

/** Where the texts were read. */
interface TypeContext {
  /** Of the page, absolute. */
  readonly url: string;
  /** BCP 47; empty where the page names none. */
  readonly language: string;
}

/** The type in which all samples of a field can be read by a run; text where that is none. */
function guessType(field: PickedField, { url, language }: TypeContext): FieldType {
  if (field.attribute === 'href' || field.attribute === 'src') return 'url';
  // Each text of a list is its own value.
  const samples = field.samples.flatMap((said) => (field.isList ? said.split(' | ') : said));
  if (samples.length === 0) return 'string';
  const fits = (type: FieldType): boolean =>
    samples.every((text) => {
      const form = { attribute: undefined, type, isList: false, isOptional: false };
      return readFieldValue(form, [text], { url, language }).value !== undefined;
    });
  // A number with words around it may be the beginning of a name.
  const isNumeric = samples.every(
    (text) => /\d/.test(text) && text.replace(/[^\p{L}]/gu, '').length <= 12,
  );
  if (isNumeric && !samples.every((text) => /^0\d/.test(text.trim())) && fits('number'))
    return 'number';
  return samples.every((text) => /\d/.test(text)) && fits('date') ? 'date' : 'string';
}

/** Words of a name; a longer one is a sentence. */
const maxWords = 5;
const maxName = 60;
/** Class names that say how something looks or where it stands, not what it is. */
const plainWords: ReadonlySet<string> = toWordSet(
  'text txt span div box block wrap wrapper inner outer container content item items row col column cell left right top bottom small large big bold muted link links btn button line field value val label data card list entry element first last odd even active clearfix float pull main sub body head header footer info meta d flex grid lg md sm xs mb mt p m w h fw',
);

/**
 * Returns a name for a value: what the page's column or label calls it, the name in its structured data or markup, a class
 * that says what it is, or what its element is for; unique among `taken`.
 */
function nameField(field: PickedField, key: string, taken: ReadonlySet<string>): string {
  const base = toName(field, key);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) {
    const name = `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** What is struck out was so before: it must not take the name of what is so now. */
function toName(field: PickedField, key: string): string {
  const name = toPresentName(field, key);
  const isFormer = field.tag === 's' || field.tag === 'del' || field.tag === 'strike';
  return isFormer && !/(?:^|_)(?:former|old|was|before)(?:_|$)/.test(name)
    ? `former_${name}`
    : name;
}

function toPresentName(field: PickedField, key: string): string {
  const { label, itemprop, classes, around, attribute, isHeading } = field;
  const isLink = attribute === 'href';
  const isPicture = attribute === 'src';
  const fromLabel = toWords(label);
  if (fromLabel !== '') return isLink ? `${fromLabel}_url` : fromLabel;
  const stated = toWords(key === 'name' ? 'name' : key) || toWords(itemprop);
  if (stated !== '') return stated;
  if (isPicture) return 'image';
  if (isLink)
    return isHeading || field.classes.length === 0 ? 'url' : withUrl(distinctive(classes));
  const own = distinctive(classes);
  if (own !== undefined) return own;
  if (isHeading) return 'title';
  const outer = distinctive(around);
  if (outer !== undefined) return outer;
  if (attribute === 'datetime' || field.tag === 'time') return 'date';
  return byTag.get(field.tag) ?? 'text';
}

const byTag: ReadonlyMap<string, string> = new Map([
  ['a', 'title'],
  ['p', 'description'],
  ['li', 'entry'],
  ['s', 'price'],
  ['del', 'price'],
  ['strike', 'price'],
  ['address', 'address'],
  ['blockquote', 'quote'],
]);

function withUrl(name: string | undefined): string {
  if (name === undefined) return 'url';
  return /(?:^|_)url$/.test(name) ? name : `${name}_url`;
}

/** The first of the class names that says what something is: one of a known meaning before others. */
function distinctive(names: readonly string[]): string | undefined {
  const candidates = names.map((name) =>
    splitWords(name).filter((word) => !plainWords.has(word) && !/\d/.test(word) && word.length > 1),
  );
  const known = candidates.find(
    (words) =>
      findConcept(words.join('_')) !== undefined ||
      findConceptByLabel(foldLabel(words.join(' '))) !== undefined,
  );
  const words = known ?? candidates.find((words) => words.length > 0 && words.length <= 3);
  return words === undefined || words.length === 0
    ? undefined
    : toWords(words.join(' ')) || undefined;
}

/** A name in lower case, words joined by `_`; empty where the text is none. */
function toWords(text: string): string {
  const words = splitWords(text.normalize('NFKC').replace(/['’]/g, ''));
  if (words.every((word) => /^\d+$/.test(word))) return '';
  const name = words.slice(0, maxWords).join('_').slice(0, maxName);
  return /^\d/.test(name) ? `n_${name}` : name;
}
