import { addAll } from '../../runtime/collections.ts';
import { type AnyNode, type Document, type Element, type Text, isTag } from 'domhandler';
import type {
  FieldType,
  SelectField,
  SelectQuery,
  Selection,
} from '../../runtime/contracts/extractor.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { readItem } from '../run/read-field-value.ts';
import { parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';
import type { ReadValues } from '../../extraction/evidence/answer-leaves.ts';
import { centTags, markBeforeCents } from '../../extraction/values/numbers/mark-before-cents.ts';
import type { ContentSource, PageReading } from '../../page/page-reading.ts';
import { render } from 'dom-serializer';
import { readText } from '../../page/tree/node-text.ts';
import { compile, selectAll } from 'css-select';

/** Most items of one page, as in runs of recipes. */
const maxItems = 10_000;
/** Most values of one list field. */
const maxListed = 1_000;
/** Most values of all items together; an answer may hold 50,000, the items themselves included. */
const maxValues = 45_000;
/** Most characters of all values together. */
const maxCharacters = 8_000_000;
const maxProblems = 1_000;

/**
 * The items that selectors pick out of a page's visible tree, typed like those of recipes. An item's fields are inside it.
 * `keep` gets them as they stand in the answer, with their places on the page.
 */
export function selectItems(
  reading: PageReading,
  { items, fields, place = '' }: SelectQuery,
  keep: (read: ReadValues) => void,
): Selection {
  const { document, url, language } = reading;
  const itemFinder = items === undefined ? undefined : createElementFinder(items, '/items');
  const finders = fields.map(({ name, selectors }) =>
    createElementFinder(selectors, toJsonPointer(['fields', name, 'selectors'])),
  );
  const roots: readonly (Document | Element)[] = itemFinder?.find(document) ?? [document];
  const selected: Readonly<Record<string, unknown>>[] = [];
  const problems: Issue[] = [];
  const sources = new Map<string, ContentSource>();
  const budget = { values: maxValues, characters: maxCharacters };
  let read = 0;
  for (const root of roots.slice(0, maxItems)) {
    const found = fields.map((field, at) => findTexts(field, finders[at], root, budget));
    if (budget.values < 0 || budget.characters < 0) break;
    read += 1;
    const texts = Object.fromEntries(
      fields.map(({ name }, at) => [name, (found[at] ?? []).map(({ text }) => text)]),
    );
    const itemPlace = toJsonPointer([selected.length]);
    const item = readItem(fields, texts, itemPlace, { url, language });
    if (item === undefined) continue;
    const answerPlace = items === undefined ? place : place + itemPlace;
    for (const [at, { name, isList }] of fields.entries()) {
      for (const [index, from] of (item.from.get(name) ?? []).entries()) {
        const source = found[at]?.[from]?.source;
        const path = answerPlace + toJsonPointer(isList ? [name, index] : [name]);
        if (source !== undefined) sources.set(path, source);
      }
    }
    selected.push(item.item);
    if (problems.length < maxProblems) addAll(problems, item.problems);
  }
  const value = (parseJsonPointer(place) ?? []).reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    items === undefined ? selected[0] : selected,
  );
  keep({ value, sources });
  const cut = `Only the first ${read} of ${roots.length} items were read.`;
  return {
    matched: roots.length,
    items: selected,
    problems,
    warnings: read < roots.length ? [cut] : [],
  };
}

interface FoundText {
  readonly text: string;
  readonly source: ContentSource;
}

function findTexts(
  { attribute, type, isList }: SelectField,
  finder: ElementFinder | undefined,
  root: Document | Element,
  budget: { values: number; characters: number },
): readonly FoundText[] {
  const texts: FoundText[] = [];
  for (const element of (finder?.find(root) ?? []).slice(0, isList ? maxListed : undefined)) {
    const read = attribute?.toLowerCase() ?? findImplied(element, type);
    const text = readElement(element, read, type);
    if (text === undefined) continue;
    const source = read === undefined ? { node: element } : { node: element, attribute: read };
    texts.push({ text, source });
    budget.values -= 1;
    budget.characters -= text.length;
    if (!isList || budget.values < 0 || budget.characters < 0) break;
  }
  return texts;
}

/** Characters before the cents of a price that say which mark is left out. */
const tailLength = 8;
/** Most characters of one value; a page's whole text is seldom longer. */
const maxValue = 1_000_000;

/**
 * The value of an element as recipes read it in a browser: an attribute, else its text with a line for each block, else what a
 * form control holds. `undefined` where it lacks the attribute.
 */
function readElement(
  element: Element,
  attribute: string | undefined,
  type: FieldType,
): string | undefined {
  const { attribs, name } = element;
  if (attribute !== undefined) {
    return Object.hasOwn(attribs, attribute) ? attribs[attribute]?.slice(0, maxValue) : undefined;
  }
  if (type === 'html') {
    return render(element.children, { encodeEntities: 'utf8' }).slice(0, maxValue);
  }
  if (name === 'input') return readInput(attribs);
  const text = type === 'number' ? readText(element, undefined, markDigits) : readText(element);
  return text.slice(0, maxValue);
}

/** Sets small digits apart from those that they touch: as the cents of a price, or by a blank. */
function markDigits({ data, parent, prev, next }: Text, before: string): string {
  const isSmall = parent !== null && isTag(parent) && centTags.has(parent.name);
  if (!isSmall || prev !== null || next !== null || !/^\p{Nd}+\s*$/u.test(data)) return '';
  const tail = before.slice(-tailLength);
  if (!/\p{Nd}$/u.test(tail)) return '';
  return data.trimEnd().length === 2 ? markBeforeCents(tail) : ' ';
}

/** The attribute that holds a link or a moment where no attribute is named. */
function findImplied({ attribs }: Element, type: FieldType): string | undefined {
  const names =
    type === 'url' ? ['href', 'src', 'content'] : type === 'date' ? ['datetime', 'content'] : [];
  return names.find((name) => Object.hasOwn(attribs, name));
}

function readInput(attribs: Readonly<Record<string, string>>): string {
  const type = attribs['type']?.toLowerCase();
  if (type === 'checkbox' || type === 'radio') return String(Object.hasOwn(attribs, 'checked'));
  // Passwords are never read.
  return type === 'password' ? '' : (attribs['value'] ?? '').slice(0, maxValue);
}

/** Finds the elements that alternative selectors match. */
export interface ElementFinder {
  /** The matches of the first selector that has any, inside `root` and in page order; `root` itself where it alone matches. */
  find(root: Document | Element): readonly Element[];
}

/** Whether what a selector matches depends on where the search begins. */
const relative = /:scope\b|(?:^|,)\s*[>+~]/i;

type FindMatches = (root: Document | Element) => readonly Element[];

/** Returns a finder for these CSS selectors; throws `invalid_request`, at `place`, for one that cannot be compiled. */
export function createElementFinder(selectors: readonly string[], place: string): ElementFinder {
  const searches = selectors.map((selector, at) => createSearch(selector, `${place}/${at}`));
  return {
    find(root) {
      for (const search of searches) {
        const found = search(root);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

function createSearch(selector: string, place: string): FindMatches {
  if (selector.trim() === ':scope') {
    return (root) => (isTag(root) ? [root] : root.children.filter(isTag));
  }
  try {
    const matches = compile<AnyNode, Element>(selector);
    if (relative.test(selector)) return (root) => selectAll(selector, root, { context: root });
    // Ancestors outside of the root count, as in querySelectorAll.
    return (root) => {
      const inside: Element[] = selectAll<AnyNode, Element>(matches, root);
      return inside.length === 0 && isTag(root) && matches(root) ? [root] : inside;
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it cannot be read';
    const message = `"${selector}" is no CSS selector: ${why}.`;
    throw invalidRequest('select', [{ path: place, message }], cause);
  }
}
