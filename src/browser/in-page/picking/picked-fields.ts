import { addAll, maxOf } from '../../../runtime/collections.ts';
import type { ProposedSelector } from '../../../runtime/contracts/recipe/fingerprint.ts';
import * as dom from '../dom.ts';
import * as text from '../page-text.ts';
import * as shapes from './block-shapes.ts';
import { type Leaf, listLeaves, proposeValue, queryValue } from './picked-values.ts';

/** A value that items have, and what the page says about it. */
export interface PickedField {
  /** Best first; each leads, in most items that have the value, to it. */
  readonly selectors: readonly ProposedSelector[];
  /** For each selector, the items in which it leads to the value. */
  readonly hits: readonly number[];
  readonly attribute: 'href' | 'src' | 'datetime' | undefined;
  readonly isList: boolean;
  /** Items that have it, of those that were looked at. */
  readonly count: number;
  readonly of: number;
  /** Texts or addresses of the first items, each at most 200 characters. */
  readonly samples: readonly string[];
  readonly label: string;
  readonly tag: string;
  readonly itemprop: string;
  readonly classes: readonly string[];
  /** Class names of what stands around it, the nearest first. */
  readonly around: readonly string[];
  /** Whether it is, or leads from, the heading of its items. */
  readonly isHeading: boolean;
  /** Whether all items say the same. */
  readonly isConstant: boolean;
}

/** Items that are read to find fields; the table is read of all. */
const maxRead = 60;
const maxFields = 40;
const maxSamples = 12;
const maxSelectors = 3;
/** Share of the items that have a value, below which it is no field. */
const minShare = 0.15;
/** Milliseconds after which no further field is looked at. */
const maxMs = 1_500;

interface Group {
  readonly leaves: readonly (readonly Leaf[])[];
  readonly isList: boolean;
}

function spread(items: readonly Element[]): readonly Element[] {
  const step = Math.max(1, items.length / maxRead);
  return Array.from(
    { length: Math.min(items.length, maxRead) },
    (_none, index) => items[Math.floor(index * step)],
  ).filter((item) => item !== undefined);
}

/** The values by key: of several with one key in an item they are a list, or fields by their place. */
function group(items: readonly Element[]): readonly Group[] {
  const byKey = new Map<string, Leaf[][]>();
  for (const [index, item] of items.entries()) {
    for (const leaf of listLeaves(item)) {
      let rows = byKey.get(leaf.key);
      if (rows === undefined) {
        rows = items.map(() => []);
        byKey.set(leaf.key, rows);
      }
      rows[index]?.push(leaf);
    }
  }
  return [...byKey.values()].flatMap((rows): readonly Group[] => {
    const counts = new Set(rows.map((row) => row.length).filter((count) => count > 0));
    const most = maxOf(counts);
    if (most === 1) return [{ leaves: rows, isList: false }];
    const isListed = rows.flat().every(({ element }) => dom.tag(element) === 'li');
    if (isListed || counts.size > 1 || items.length === 1 || most > 6)
      return [{ leaves: rows, isList: true }];
    return Array.from({ length: most }, (_none, place) => ({
      leaves: rows.map((row) => row.slice(place, place + 1)),
      isList: false,
    }));
  });
}

function valueOf({ element, attribute }: Leaf): string {
  if (attribute === undefined) {
    return dom.tag(element) === 'meta' ? dom.attribute(element, 'content') : text.read(element);
  }
  return dom.attribute(element, attribute).trim().slice(0, 200);
}

/** How often a selector leads to the value, and to something else. */
function weigh(
  selector: string,
  { leaves: rows, isList }: Group,
  items: readonly Element[],
): { readonly hits: number; readonly wrong: number; readonly doubles: number } {
  let hits = 0;
  let wrong = 0;
  let doubles = 0;
  for (const [index, item] of items.entries()) {
    const wanted = rows[index] ?? [];
    const found = queryValue(item, selector);
    if (found.length === 0) continue;
    const isHit = isList
      ? found.length === wanted.length && wanted.every(({ element }) => found.includes(element))
      : found[0] === wanted[0]?.element;
    if (isHit) hits += 1;
    else wrong += 1;
    if (!isList && found.length > 1) doubles += 1;
  }
  return { hits, wrong, doubles };
}

function toField(one: Group, items: readonly Element[]): PickedField | undefined {
  const rows = one.leaves.map((row) => row.filter((leaf) => valueOf(leaf) !== ''));
  const have = rows.flatMap((row, index) => (row.length > 0 ? [index] : []));
  const [firstAt = 0] = have;
  const [first] = rows[firstAt] ?? [];
  if (first === undefined) return undefined;
  const proposed = new Set<string>();
  const middle = have[Math.floor(have.length / 2)] ?? firstAt;
  for (const at of new Set([firstAt, middle, have.at(-1) ?? firstAt])) {
    const item = items[at];
    const leaf = one.leaves[at]?.find((leaf) => valueOf(leaf) !== '');
    if (item === undefined || leaf === undefined) continue;
    for (const selector of proposeValue(leaf, item, one.isList).slice(0, 8)) proposed.add(selector);
  }
  const ranked = [...proposed]
    .map((selector, place) => ({ selector, place, ...weigh(selector, one, items) }))
    .filter(({ hits, wrong }) => hits > 0 && hits > wrong)
    .sort(
      (a, b) =>
        b.hits - 2 * b.wrong - (a.hits - 2 * a.wrong) || a.doubles - b.doubles || a.place - b.place,
    )
    .slice(0, maxSelectors);
  if (ranked.length === 0) return undefined;
  const said = have.map((index) => (rows[index] ?? []).map(valueOf).join(' | '));
  const around: string[] = [];
  for (let at = dom.parent(first.element), step = 0; at !== undefined && step < 3; step += 1) {
    if (items.includes(at) || first.element === items[firstAt]) break;
    addAll(around, shapes.steadyClasses(at).slice(0, 3));
    at = dom.parent(at);
  }
  const { element, attribute, label } = first;
  return {
    selectors: ranked.map(({ selector }) => selector),
    hits: ranked.map(({ hits }) => hits),
    attribute,
    isList: one.isList,
    count: have.length,
    of: items.length,
    samples: said.slice(0, maxSamples),
    label: text.tidy(label),
    tag: dom.tag(element),
    itemprop: dom.attribute(element, 'itemprop').slice(0, 60),
    classes: shapes.steadyClasses(element).slice(0, 4),
    around,
    isHeading:
      element.closest('h1, h2, h3, h4, h5, h6') !== null ||
      element.querySelector('h1, h2, h3, h4, h5, h6') !== null,
    isConstant: have.length > 2 && new Set(said).size === 1,
  };
}

function isNamed({ leaves: rows }: Group, isStated: (said: string) => boolean): boolean {
  const [leaf] = rows.flat();
  if (leaf === undefined) return false;
  if (leaf.label !== '' || dom.hasAttribute(leaf.element, 'itemprop')) return true;
  return dom.tag(leaf.element) === 'h1' || isStated(valueOf(leaf));
}

/** Whether a value is a word of the page and none of the item: a label, a button, a link that says "More". */
function isWord(field: PickedField, one: Group): boolean {
  const leaf = one.leaves.find((row) => row.length > 0)?.[0];
  if (leaf === undefined || field.attribute !== undefined) return false;
  if (/^(?:dt|label|legend|button)$/.test(field.tag))
    return field.isConstant || field.tag !== 'button';
  if (/^(?:td|meta)$/.test(field.tag) || field.itemprop !== '') return false;
  if (leaf.element.closest('button, [role=button]') !== null) return field.isConstant;
  const isLabel = field.samples.every((said) => said.endsWith(':'));
  return (
    isLabel || (field.isConstant && (field.tag === 'a' || field.count >= 3) && field.label === '')
  );
}

/** `isStated`: only values are fields that have a label, a name in the markup or a heading's place, or for which it is true. */
export function listFields(
  items: readonly Element[],
  isStated?: (said: string) => boolean,
): readonly PickedField[] {
  const startedMs = performance.now();
  const read = spread(items);
  const found: PickedField[] = [];
  const seen = new Set<string>();
  for (const one of group(read)) {
    if (found.length >= maxFields || performance.now() - startedMs > maxMs) break;
    const count = one.leaves.filter((row) => row.length > 0).length;
    if (count < minShare * read.length) continue;
    if (isStated !== undefined && !isNamed(one, isStated)) continue;
    const field = toField(one, read);
    if (field === undefined || (read.length > 1 && isWord(field, one))) continue;
    // The same address by the picture and by the title of an item is one field.
    const signature = JSON.stringify([field.attribute, field.samples]);
    if (field.attribute !== undefined && seen.has(signature)) continue;
    seen.add(signature);
    found.push(field);
  }
  return found;
}

/** The field that one element in an item is a value of; `undefined` where no selector leads to it. */
export function fieldOf(element: Element, items: readonly Element[]): PickedField | undefined {
  const read = spread(items);
  const item = items.find((one) => dom.isInside(element, one));
  if (item === undefined) return undefined;
  const all = read.includes(item) ? read : [item, ...read];
  const known = group(all).find((one) =>
    one.leaves.some((row) =>
      row.some((leaf) => leaf.element === element && leaf.attribute === undefined),
    ),
  );
  if (known !== undefined) return toField(known, all);
  const isPicture = dom.tag(element) === 'img';
  const leaf: Leaf = {
    key: '',
    element,
    attribute: isPicture ? 'src' : undefined,
    label: '',
    labelPath: '',
  };
  const selector = proposeValue(leaf, item, false).find(
    (css) => all.filter((one) => queryValue(one, css).length > 0).length * 2 >= all.length,
  );
  const chosen = selector ?? proposeValue(leaf, item, false)[0];
  if (chosen === undefined) return undefined;
  const rows = all.map((one) =>
    queryValue(one, chosen)
      .slice(0, 1)
      .map((found): Leaf => ({ ...leaf, element: found })),
  );
  return toField({ leaves: rows, isList: false }, all);
}
