import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import type { ItemIdentity } from '../../runtime/contracts/recipe/fingerprint.ts';
import * as dom from './dom.ts';
import { findAll } from './finder.ts';
import { markOf } from './marks.ts';
import { isSeen } from './visibility.ts';
import { isEmpty, isFilling, isWaiting, saysLoading, waitingIn } from './lazy-parts.ts';
import { isInView } from './scrolling.ts';
import { readValue, textOf, attributeOf } from './value-reader.ts';
import {
  planField,
  pickField,
  compareHits,
  isHidden,
  type FieldInput,
  type FieldUse,
  type FieldPlan,
  type AlternativeUse,
} from './field-finder.ts';

/** The parts of an extract step that the page program needs. */
export interface ReadInput {
  /** `undefined` when the whole page is one item. */
  readonly items: readonly Selector['parts'][] | undefined;
  readonly fields: readonly FieldInput[];
  /** Whether only what people can see is read. */
  readonly onlyVisible: boolean;
  /** Whether to return the HTML of the items. */
  readonly wantsHtml: boolean;
}

export interface ReadItem {
  /** In the order of the fields; `null` where a field was not found. */
  readonly values: readonly (readonly string[] | null)[];
  readonly identity: ItemIdentity;
  /** Present only with `wantsHtml`. */
  readonly html?: string;
}

export interface ReadOutput {
  readonly items: readonly ReadItem[];
  readonly itemUse: AlternativeUse;
  /** Number of elements that the items target matches, without the hidden ones. */
  readonly itemCount: number;
  /** Number of elements that it matches and that are left out because people cannot see them. */
  readonly hiddenCount: number;
  /** Number of elements that it matches and that are left out because they are laid out around items. */
  readonly frameCount: number;
  /** Indexes of fields whose element holds other items. */
  readonly swallowing: readonly number[];
  readonly fieldUses: readonly FieldUse[];
  /** Whether some of it may load only when it comes into view. */
  readonly isLazy: boolean;
  /** Items in view without any content yet. */
  readonly pending: PendingItems;
  /** Rows of the whole list as the page states it (`aria-rowcount`, `aria-setsize`), and the last one that it shows now. */
  readonly stated: StatedRows | undefined;
  readonly marks?: ReadMarks;
}

/** Numbers of items in view that have no content yet. */
interface PendingItems {
  /** They, or what stands in them, say that they are being filled. */
  readonly busy: number;
  /** They are empty. */
  readonly empty: number;
}

export interface StatedRows {
  readonly total: number;
  readonly last: number;
}

/** Marks of the elements that a reading used. */
interface ReadMarks {
  /** Marks of the first items. */
  readonly items: readonly number[];
  /**
   * For each field, the mark of its first element and of the item around it, if any; `null` where the field was not
   * found.
   */
  readonly fields: readonly ({ readonly mark: number; readonly item?: number } | null)[];
}

/** The elements that a page's items target leads to. */
interface FoundItems {
  readonly found: readonly Element[];
  readonly use: AlternativeUse;
  /** Matches that are left out because people cannot see them. */
  readonly hiddenCount: number;
  /** Matches that are left out because they are laid out around items, without a field of their own. */
  readonly frameCount: number;
  /** Indexes of fields whose element holds other items, in a match that is not left out. */
  readonly swallowing: readonly number[];
}

/** Items that are marked; enough to check whether a selector works for all items. */
const maxMarked = 20;
/** Most items of one page; a list that people read has fewer. */
const maxItems = 10_000;
/** Most values of one list field. */
const maxListed = 1_000;
/** Most characters of all values of a page together. */
const maxTotal = 8_000_000;
/** Reads the items, and adds what waits to come into view to `waiting`. */
function readAll(
  input: ReadInput,
  wantsMarks: boolean,
  waiting: Set<Element>,
): Omit<ReadOutput, 'isLazy'> {
  const { found, use, hiddenCount, frameCount, swallowing } = findItems(input);
  const elements = found.slice(0, maxItems);
  const plans = input.fields.map((field) => planField(field, elements, input.onlyVisible));
  const hidden = input.fields.map(() => 0);
  const pending = { busy: 0, empty: 0 };
  let total = 0;

  function readField(field: FieldInput, index: number, element: Element): readonly string[] {
    const own = pickField(field, element, input.onlyVisible);
    if (own.length === 0 && isHidden(field, element, input.onlyVisible)) {
      hidden[index] = (hidden[index] ?? 0) + 1;
    }
    const picked = own.length > 0 ? own : (plans[index]?.common ?? []);
    const texts: string[] = [];
    for (const hit of field.isList ? picked.slice(0, maxListed) : picked) {
      if (isWaiting(hit, attributeOf(hit, field.attribute, field.type))) {
        waiting.add(hit);
      }
      const value = readValue(hit, field.attribute, field.type, input.onlyVisible);
      if (value === undefined) continue;
      total += value.length;
      if (total > maxTotal) break;
      texts.push(value);
      if (!field.isList) break;
    }
    return texts;
  }

  const items = elements.map((element): ReadItem => {
    const isLoading = input.items !== undefined && saysLoading(element);
    const texts = input.fields.map((field, index) =>
      isLoading ? [] : readField(field, index, element),
    );
    if (texts.some(isWithoutValue)) {
      const isPlaceholder = input.items !== undefined && isEmpty(element);
      for (const part of isPlaceholder ? [element] : waitingIn(element)) waiting.add(part);
    }
    const isUnread = input.fields.length > 0 && texts.every(isWithoutValue);
    const pendingKind = input.items === undefined ? undefined : findPending(element, isUnread);
    const kind = isLoading ? 'busy' : pendingKind;
    if (kind !== undefined && isInView(element)) pending[kind] += 1;
    const fields = texts.map((said) => (said.length === 0 ? null : said));
    const identity =
      input.items === undefined
        ? identifyPage(fields, element, input.onlyVisible)
        : identify(element, fields, input.onlyVisible, isLoading);
    if (!input.wantsHtml || total > maxTotal) return { values: fields, identity };
    const html = element.outerHTML;
    total += html.length;
    return { values: fields, identity, html };
  });
  return {
    items,
    itemUse: use,
    itemCount: found.length,
    pending,
    stated: input.items === undefined ? undefined : findStated(elements),
    hiddenCount,
    frameCount,
    swallowing,
    fieldUses: plans.map(({ use, common, owner, rivals }, index) => ({
      ...use,
      scope: owner !== undefined ? 'inside' : common.length > 0 ? 'outside' : undefined,
      rivals,
      hidden: hidden[index] ?? 0,
    })),
    ...(wantsMarks ? { marks: mark(input, elements, plans) } : {}),
  };
}

/** Whether the element has a box to scroll to. */
function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

function isWithoutValue(texts: readonly string[]): boolean {
  return texts.every((text) => text.trim() === '');
}

function mark(
  { items, fields, onlyVisible }: ReadInput,
  elements: readonly Element[],
  plans: readonly FieldPlan[],
): ReadMarks {
  return {
    items: items === undefined ? [] : elements.slice(0, maxMarked).map(markOf),
    fields: fields.map((field, index) => {
      const { owner, common } = plans[index] ?? {};
      const [found] = owner === undefined ? (common ?? []) : pickField(field, owner, onlyVisible);
      if (found === undefined) return null;
      const isIn = owner !== undefined && items !== undefined;
      return { mark: markOf(found), ...(isIn ? { item: markOf(owner) } : {}) };
    }),
  };
}

function identify(
  element: Element,
  fields: readonly (readonly string[] | null)[],
  onlyVisible: boolean,
  isLoading: boolean,
): ItemIdentity {
  const link = element.matches('a[href]') ? element : element.querySelector('a[href]');
  const raw = link === null ? '' : dom.attribute(link, 'href').trim();
  const href = isOwnPlace(raw) ? '' : dom.toUrl(raw);
  const id = element.id || dom.attribute(element, 'data-id');
  // Reading an item's whole text costs as much as its fields: done only for items with neither link nor id.
  const isKnown = fields.length > 0 && (href !== '' || id !== '');
  return {
    id,
    href,
    text: isLoading
      ? ''
      : dom.hash(isKnown ? JSON.stringify(fields) : textOf(element, onlyVisible)),
    ...findPosition(element),
  };
}

const numbered = ['aria-rowindex', 'aria-posinset'];

/**
 * The number of the row that an item is, or stands in, in its whole list; none in a feed, whose numbers move when something new
 * comes in at its top.
 */
function findPosition(element: Element): { readonly position?: number } {
  for (const name of numbered) {
    const said = dom.attribute(element.closest(`[${name}]`) ?? element, name);
    if (!/^\d{1,9}$/.test(said)) continue;
    return element.closest('[role=feed]') === null ? { position: Number(said) } : {};
  }
  for (let at: Element | undefined = element; at !== undefined; at = findOnlyParent(at)) {
    const placed = findPlacedIndex(at);
    if (placed.position !== undefined) return placed;
  }
  return {};
}

/** The element around another that has nothing else in it. */
function findOnlyParent(element: Element): Element | undefined {
  const above = dom.parent(element);
  return above?.childElementCount === 1 ? above : undefined;
}

/** What scripts write at the rows that they place: `data-index`, `row-index`, `data-item-index`. */
const indexName = /(?:^|-)index$/;

/** The number by which a script keeps account of a row that it places itself; rows in the flow may be counted by page. */
function findPlacedIndex(element: Element): { readonly position?: number } {
  const name = dom.attributeNames(element).find((each) => indexName.test(each));
  const said = name === undefined ? '' : dom.attribute(element, name);
  const isPlaced = /^\d{1,9}$/.test(said) && getComputedStyle(element).position === 'absolute';
  return isPlaced ? { position: Number(said) } : {};
}

/** How many rows the page says that the list has. Where they are counted by branches, as in a tree, it does not say. */
function findStated(elements: readonly Element[]): StatedRows | undefined {
  const [first] = elements;
  const table = first?.closest('[aria-rowcount]') ?? null;
  const toTotal = (said: string): number => (/^\d{1,9}$/.test(said) ? Number(said) : 0);
  if (table !== null) {
    const rows = [...table.querySelectorAll('[aria-rowindex]')].slice(0, maxItems);
    const total = toTotal(dom.attribute(table, 'aria-rowcount'));
    const numbers = rows.map((row) => toTotal(dom.attribute(row, 'aria-rowindex')));
    if (numbers.length === 0 && total > 0) return countUnnumbered(table, elements, total);
    const last = Math.max(0, ...numbers);
    return total > 0 && last > 0 ? { total, last } : undefined;
  }
  const sizes = new Set(elements.map((element) => dom.attribute(element, 'aria-setsize')));
  const places = elements.map((element) => toTotal(dom.attribute(element, 'aria-posinset')));
  const isFlat = sizes.size === 1 && new Set(places).size === places.length;
  const [size = ''] = sizes;
  const [total, last] = [toTotal(size), Math.max(0, ...places)];
  return isFlat && total > 0 && last > 0 ? { total, last } : undefined;
}

/** Rows without numbers: as many as the page holds now. The count of a table includes its headings. */
function countUnnumbered(table: Element, elements: readonly Element[], total: number): StatedRows {
  const headings = [...table.querySelectorAll('th, [role=columnheader]')].flatMap(
    (cell) => cell.closest('tr, [role=row]') ?? [],
  );
  const isItem = (row: Element): boolean =>
    elements.some((element) => element.contains(row) || row.contains(element));
  const above = [...new Set(headings)].filter((row) => !isItem(row)).length;
  return { total: total - above, last: elements.length };
}

/** Why an item has nothing to read yet; `isUnread`: none of its fields has a value. */
function findPending(item: Element, isUnread: boolean): keyof PendingItems | undefined {
  if (isFilling(item, isUnread)) return 'busy';
  return isUnread && isEmpty(item) ? 'empty' : undefined;
}

/** Returns a hash of the values that were read: the rest of the page (dates, advertisements) changes on its own. */
function identifyPage(
  fields: readonly (readonly string[] | null)[],
  element: Element,
  onlyVisible: boolean,
): ItemIdentity {
  const said = fields.length === 0 ? textOf(element, onlyVisible) : JSON.stringify(fields);
  return { id: '', href: '', text: dom.hash(said) };
}

/** Whether a link stays on the page (`#`, `javascript:`): such links identify no item. */
function isOwnPlace(href: string): boolean {
  return href === '' || href.startsWith('#') || /^javascript:/i.test(href);
}

export function readItems(input: ReadInput, wantsMarks: boolean): ReadOutput {
  const waiting = new Set<Element>();
  const output = readAll(input, wantsMarks, waiting);
  // A list may be rendered as a whole when its place comes into view.
  const mayCome = output.items.length === 0 && input.fields.length > 0;
  return { ...output, isLazy: mayCome || [...waiting].some(isShown) };
}

/** Returns what waits to come into view of what the step reads, in document order. */
export function listWaitingOf(input: ReadInput): readonly Element[] {
  const waiting = new Set<Element>();
  const { items } = readAll(input, false, waiting);
  const parts = items.length === 0 ? waitingIn(document.documentElement) : [...waiting];
  return parts.filter(isShown);
}

/** Returns the matches that stand in another match, by the nearest such. */
function listHeld(found: readonly Element[]): ReadonlyMap<Element, readonly Element[]> {
  const all = new Set(found);
  const held = new Map<Element, Element[]>();
  for (const element of found) {
    let above = dom.parent(element);
    while (above !== undefined && !all.has(above)) above = dom.parent(above);
    if (above === undefined) continue;
    const others = held.get(above);
    if (others === undefined) held.set(above, [element]);
    else others.push(element);
  }
  return held;
}

/** Returns which fields of the holder hold held items, and whether it has a field that stands beside them. */
function compareFields(
  { fields, onlyVisible }: ReadInput,
  holder: Element,
  held: readonly Element[],
): {
  readonly swallowing: readonly number[];
  readonly isEmpty: boolean;
  readonly hasOwn: boolean;
} {
  const picked = fields.map((field) => pickField(field, holder, onlyVisible)[0]);
  const swallowing = picked.flatMap((element, index) =>
    element !== undefined && held.some((one) => element.contains(one)) ? [index] : [],
  );
  const hasOwn = picked.some(
    (element, index) =>
      element !== undefined &&
      !swallowing.includes(index) &&
      !held.some((one) => one.contains(element)),
  );
  return { swallowing, isEmpty: picked.every((element) => element === undefined), hasOwn };
}

/** Returns the elements of the first alternative that matches any that people see; the document where there is no target. */
export function findItems(input: ReadInput): FoundItems {
  if (input.items === undefined) {
    return {
      found: [document.documentElement],
      use: { served: 0, lost: [] },
      hiddenCount: 0,
      frameCount: 0,
      swallowing: [],
    };
  }
  const hits = input.items.map((parts) => findAll(parts, document));
  const shown = input.onlyVisible ? hits.map((found) => found.filter(isSeen)) : hits;
  const use = compareHits(shown);
  const seen = shown[use.served] ?? [];
  const all = hits[use.served] ?? hits.find((elements) => elements.length > 0) ?? [];
  const frames = new Set<Element>();
  const swallowing = new Set<number>();
  for (const [holder, held] of listHeld(seen)) {
    const compared = compareFields(input, holder, held);
    // A comment with replies has fields beside them; a row of a layout table around a list has none.
    if (!compared.hasOwn && !compared.isEmpty) frames.add(holder);
    else for (const index of compared.swallowing) swallowing.add(index);
  }
  return {
    found: frames.size === 0 ? seen : seen.filter((element) => !frames.has(element)),
    use,
    hiddenCount: all.length - seen.length,
    frameCount: frames.size,
    swallowing: [...swallowing],
  };
}
