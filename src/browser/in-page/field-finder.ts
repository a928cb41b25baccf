import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import * as dom from './dom.ts';
import { findAll } from './finder.ts';
import { isSeen } from './visibility.ts';
import { readValue, attributeOf, type ReadType } from './value-reader.ts';

/** Where a field stands: in the items, or once outside, its one value being that of all items. */
export type FieldScope = 'inside' | 'outside';

/** A field of an extract step, as the page program needs it. */
export interface FieldInput {
  readonly name: string;
  readonly selectors: readonly Selector['parts'][];
  readonly attribute: string | undefined;
  readonly type: ReadType;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** As earlier pages or fingerprints have it; `undefined` while it is open. */
  readonly scope: FieldScope | undefined;
}

/** Which alternatives of a target worked on a page. */
export interface AlternativeUse {
  /** Index of the first alternative that matched; -1 when none did. */
  readonly served: number;
  /** Indices of the alternatives that do not match the element that was used. */
  readonly lost: readonly number[];
}

/** How a field was found on a page. */
export interface FieldUse extends AlternativeUse {
  /** `undefined` when the page does not have the field. */
  readonly scope: FieldScope | undefined;
  /** Different values outside the items, of which none was taken; 0 where that did not happen. */
  readonly rivals: number;
  /** Items in which only hidden elements match. */
  readonly hidden: number;
}

/** Which elements a field is read from. */
export interface FieldPlan {
  readonly use: AlternativeUse;
  /** The field's elements outside the items, whose value all items get. */
  readonly common: readonly Element[];
  /** The first item that contains the field. */
  readonly owner: Element | undefined;
  readonly rivals: number;
}

/** Elements outside the items whose values are compared; two that differ are enough. */
const maxCompared = 100;
type Parts = Selector['parts'];

/** An attribute is read of hidden elements too: it is nothing that people see. */
function isReadable(
  { attribute, type }: FieldInput,
  element: Element,
  onlyVisible: boolean,
): boolean {
  if (!onlyVisible || attributeOf(element, attribute, type) !== undefined) {
    return true;
  }
  return isSeen(element);
}

/** Returns those of the elements that the field is read from: of several for one value, what people see comes first. */
function choose(
  field: FieldInput,
  found: readonly Element[],
  onlyVisible: boolean,
): readonly Element[] {
  if (!onlyVisible) return found;
  const seen = field.isList ? undefined : found.find((element) => isSeen(element));
  const readable =
    seen !== undefined && found[0] === seen
      ? found
      : found.filter((element) => isReadable(field, element, onlyVisible));
  return seen === undefined ? readable : [seen, ...readable];
}

/** Returns the elements in the item to read a field from, best first. */
export function pickField(
  field: FieldInput,
  item: Element,
  onlyVisible: boolean,
): readonly Element[] {
  for (const parts of field.selectors) {
    const inside = choose(field, findAll(parts, item), onlyVisible);
    if (inside.length > 0) return inside;
  }
  return [];
}

/** Compares what each alternative matches with the element that is used. */
export function compareHits(hits: readonly (readonly Element[])[]): AlternativeUse {
  const served = hits.findIndex((elements) => elements.length > 0);
  const chosen = hits[served]?.[0];
  const lost = hits.flatMap((elements, index) =>
    elements[0] === chosen && chosen !== undefined ? [] : [index],
  );
  return { served, lost };
}

function outside(parts: Parts, items: readonly Element[]): readonly Element[] {
  const all = new Set(items);
  return findAll(parts, document).filter((element) => {
    let above: Element | undefined = element;
    while (above !== undefined && !all.has(above)) above = dom.parent(above);
    return above === undefined;
  });
}

/** Returns the number of different values of the elements. */
function countValues(
  { attribute, type }: FieldInput,
  elements: readonly Element[],
  onlyVisible: boolean,
): number {
  const said = elements
    .slice(0, maxCompared)
    .map((element) => readValue(element, attribute, type, onlyVisible)?.trim() ?? '');
  return new Set(said.filter((value) => value !== '')).size;
}

/**
 * The first item that has the field decides which alternative is used: trying all alternatives on all items would
 * cost their product. A field that no item has ever had may be shared by all of them, for example the shop's name
 * above; a list, or a value that an item may lack, never is.
 */
export function planField(
  field: FieldInput,
  items: readonly Element[],
  onlyVisible: boolean,
): FieldPlan {
  const owner = items.find((item) => pickField(field, item, onlyVisible).length > 0);
  const mayBeShared = !field.isList && !field.isOptional && field.scope !== 'inside';
  const hits = field.selectors.map((parts) => {
    if (owner !== undefined) return choose(field, findAll(parts, owner), onlyVisible);
    return mayBeShared ? choose(field, outside(parts, items), onlyVisible) : [];
  });
  const use = compareHits(hits);
  if (owner !== undefined) return { use, common: [], owner, rivals: 0 };
  const common = hits[use.served] ?? [];
  const different = countValues(field, common, onlyVisible);
  if (different <= 1) return { use, common, owner, rivals: 0 };
  const nothing = { served: -1, lost: field.selectors.map((_parts, index) => index) };
  return { use: nothing, common: [], owner, rivals: different };
}

/** Whether the item has the field's elements, all of them hidden. */
export function isHidden({ selectors }: FieldInput, item: Element, onlyVisible: boolean): boolean {
  return onlyVisible && selectors.some((parts) => findAll(parts, item).length > 0);
}
