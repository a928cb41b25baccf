import { addAll } from '../../runtime/collections.ts';
import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import type {
  FieldType,
  SelectField,
  SelectQuery,
  Selection,
} from '../../runtime/contracts/extractor.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { readItem } from '../run/read-field-value.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import type { PageReading } from '../../page/page-reading.ts';
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

/** The items that selectors pick out of a page's visible tree, typed like those of recipes. An item's fields are inside it. */
export function selectItems(reading: PageReading, { items, fields }: SelectQuery): Selection {
  const { document, url, language } = reading;
  const itemFinder = items === undefined ? undefined : createElementFinder(items, '/items');
  const finders = fields.map(({ name, selectors }) =>
    createElementFinder(selectors, toJsonPointer(['fields', name, 'selectors'])),
  );
  const roots: readonly (Document | Element)[] = itemFinder?.find(document) ?? [document];
  const selected: Readonly<Record<string, unknown>>[] = [];
  const problems: Issue[] = [];
  const budget = { values: maxValues, characters: maxCharacters };
  let read = 0;
  for (const root of roots.slice(0, maxItems)) {
    const texts = Object.fromEntries(
      fields.map((field, at) => [field.name, readTexts(field, finders[at], root, budget)]),
    );
    if (budget.values < 0 || budget.characters < 0) break;
    read += 1;
    const item = readItem(fields, texts, toJsonPointer([selected.length]), { url, language });
    if (item === undefined) continue;
    selected.push(item.item);
    if (problems.length < maxProblems) addAll(problems, item.problems);
  }
  const cut = `Only the first ${read} of ${roots.length} items were read.`;
  return {
    matched: roots.length,
    items: selected,
    problems,
    warnings: read < roots.length ? [cut] : [],
  };
}

function readTexts(
  { attribute, type, isList }: SelectField,
  finder: ElementFinder | undefined,
  root: Document | Element,
  budget: { values: number; characters: number },
): readonly string[] {
  const texts: string[] = [];
  for (const element of (finder?.find(root) ?? []).slice(0, isList ? maxListed : undefined)) {
    const text = readElement(element, attribute, type);
    if (text === undefined) continue;
    texts.push(text);
    budget.values -= 1;
    budget.characters -= text.length;
    if (!isList || budget.values < 0 || budget.characters < 0) break;
  }
  return texts;
}

/** Most characters of one value; a page's whole text is seldom longer. */
const maxValue = 1_000_000;

/**
 * The value of an element as recipes read it in a browser: an attribute, else its text with a line for each block, else what a
 * form control holds. `undefined` where it lacks the attribute.
 */
export function readElement(
  element: Element,
  attribute: string | undefined,
  type: FieldType,
): string | undefined {
  const { attribs, name } = element;
  const wanted = attribute?.toLowerCase() ?? findImplied(element, type);
  if (wanted !== undefined) {
    return Object.hasOwn(attribs, wanted) ? attribs[wanted]?.slice(0, maxValue) : undefined;
  }
  if (type === 'html') {
    return render(element.children, { encodeEntities: 'utf8' }).slice(0, maxValue);
  }
  if (name === 'input') return readInput(attribs);
  return readText(element).slice(0, maxValue);
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
