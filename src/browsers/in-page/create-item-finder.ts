import type { Dom } from '../page-script/create-dom.ts';
import type { AlternativeUse, FieldFinder } from './create-field-finder.ts';
import type { Finder } from './create-finder.ts';
import type { ReadInput } from './create-item-reader.ts';
import type { Sight } from './create-sight.ts';

/** The elements that a page's items target leads to. */
export interface FoundItems {
  readonly found: readonly Element[];
  readonly use: AlternativeUse;
  /** Matches that are left out because people cannot see them. */
  readonly hiddenCount: number;
  /** Matches that are left out because they are laid out around items, without a field of their own. */
  readonly frameCount: number;
  /** Indexes of fields whose element holds other items, in a match that is not left out. */
  readonly swallowing: readonly number[];
}

/** Finds the elements of items. */
export interface ItemFinder {
  /** Returns the elements of the first alternative that matches any that people see; the document where there is no target. */
  find(input: ReadInput): FoundItems;
}

/** Part of the page script: uses nothing from module scope. `sight`: `undefined` where hidden elements are read too. */
export function createItemFinder(
  dom: Dom,
  finder: Finder,
  fieldFinder: FieldFinder,
  sight: Sight | undefined,
): ItemFinder {
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
    { fields }: ReadInput,
    holder: Element,
    held: readonly Element[],
  ): {
    readonly swallowing: readonly number[];
    readonly isEmpty: boolean;
    readonly hasOwn: boolean;
  } {
    const picked = fields.map((field) => fieldFinder.pick(field, holder)[0]);
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

  return {
    find(input) {
      if (input.items === undefined) {
        return {
          found: [document.documentElement],
          use: { served: 0, lost: [] },
          hiddenCount: 0,
          frameCount: 0,
          swallowing: [],
        };
      }
      const hits = input.items.map((parts) => finder.find(parts, document));
      const shown = sight === undefined ? hits : hits.map((found) => found.filter(sight.isSeen));
      const use = fieldFinder.compare(shown);
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
    },
  };
}
