import type { Selector } from '../../contracts/recipe/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { Finder } from './create-finder.ts';
import type { Sight } from './create-sight.ts';
import type { ReadType, ValueReader } from './create-value-reader.ts';

/** Where a field stands: in the items, or once outside, its one value being that of all items. */
export type FieldHome = 'inside' | 'outside';

/** A field of an extract step, as the page program needs it. */
export interface FieldInput {
  readonly name: string;
  readonly selectors: readonly Selector['parts'][];
  readonly attribute: string | undefined;
  readonly type: ReadType;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** As earlier pages or fingerprints have it; `undefined` while it is open. */
  readonly home: FieldHome | undefined;
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
  readonly home: FieldHome | undefined;
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

/** Finds the elements of fields. */
export interface FieldFinder {
  plan(field: FieldInput, items: readonly Element[]): FieldPlan;
  /** Returns the elements in the item to read a field from, best first. */
  pick(field: FieldInput, item: Element): readonly Element[];
  /** Whether the item has the field's elements, all of them hidden. */
  isHidden(field: FieldInput, item: Element): boolean;
  /** Compares what each alternative matches with the element that is used. */
  compare(hits: readonly (readonly Element[])[]): AlternativeUse;
}

/** Part of the page script: uses nothing from module scope. `sight`: `undefined` where hidden elements are read too. */
export function createFieldFinder(
  dom: Dom,
  finder: Finder,
  values: ValueReader,
  sight: Sight | undefined,
): FieldFinder {
  /** Elements outside the items whose values are compared; two that differ are enough. */
  const maxCompared = 100;
  type Parts = Selector['parts'];

  /** An attribute is read of hidden elements too: it is nothing that people see. */
  function isReadable({ attribute, type }: FieldInput, element: Element): boolean {
    if (sight === undefined || values.attributeOf(element, attribute, type) !== undefined) {
      return true;
    }
    return sight.isSeen(element);
  }

  /** Returns those of the elements that the field is read from: of several for one value, what people see comes first. */
  function choose(field: FieldInput, found: readonly Element[]): readonly Element[] {
    if (sight === undefined) return found;
    const seen = field.isList ? undefined : found.find((element) => sight.isSeen(element));
    const readable =
      seen !== undefined && found[0] === seen
        ? found
        : found.filter((element) => isReadable(field, element));
    return seen === undefined ? readable : [seen, ...readable];
  }

  function pick(field: FieldInput, item: Element): readonly Element[] {
    for (const parts of field.selectors) {
      const inside = choose(field, finder.find(parts, item));
      if (inside.length > 0) return inside;
    }
    return [];
  }

  function compare(hits: readonly (readonly Element[])[]): AlternativeUse {
    const served = hits.findIndex((elements) => elements.length > 0);
    const chosen = hits[served]?.[0];
    const lost = hits.flatMap((elements, index) =>
      elements[0] === chosen && chosen !== undefined ? [] : [index],
    );
    return { served, lost };
  }

  function outside(parts: Parts, items: readonly Element[]): readonly Element[] {
    const all = new Set(items);
    return finder.find(parts, document).filter((element) => {
      let above: Element | undefined = element;
      while (above !== undefined && !all.has(above)) above = dom.parent(above);
      return above === undefined;
    });
  }

  /** Returns the number of different values of the elements. */
  function countValues({ attribute, type }: FieldInput, elements: readonly Element[]): number {
    const said = elements
      .slice(0, maxCompared)
      .map((element) => values.read(element, attribute, type)?.trim() ?? '');
    return new Set(said.filter((value) => value !== '')).size;
  }

  return {
    pick,
    compare,
    /**
     * The first item that has the field decides which alternative is used: trying all alternatives on all items would
     * cost their product. A field that no item has ever had may be shared by all of them, for example the shop's name
     * above; a list, or a value that an item may lack, never is.
     */
    plan(field, items) {
      const owner = items.find((item) => pick(field, item).length > 0);
      const mayBeShared = !field.isList && !field.isOptional && field.home !== 'inside';
      const hits = field.selectors.map((parts) => {
        if (owner !== undefined) return choose(field, finder.find(parts, owner));
        return mayBeShared ? choose(field, outside(parts, items)) : [];
      });
      const use = compare(hits);
      if (owner !== undefined) return { use, common: [], owner, rivals: 0 };
      const common = hits[use.served] ?? [];
      const different = countValues(field, common);
      if (different <= 1) return { use, common, owner, rivals: 0 };
      const nothing = { served: -1, lost: field.selectors.map((_parts, index) => index) };
      return { use: nothing, common: [], owner, rivals: different };
    },
    isHidden: ({ selectors }, item) =>
      sight !== undefined && selectors.some((parts) => finder.find(parts, item).length > 0),
  };
}
