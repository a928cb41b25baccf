import type { Document, Element } from 'domhandler';
import type { SelectField, Selection, SelectQuery } from '../../contracts/extraction-page.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { readItem } from '../../recipe/run/read-item.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import type { PageReading } from '../page-reading.ts';
import { createElementFinder, type ElementFinder } from './create-element-finder.ts';
import { readElement } from './read-element.ts';

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
    if (problems.length < maxProblems) problems.push(...item.problems);
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
