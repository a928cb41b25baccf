import type { MatchCounts } from '../../contracts/recipe/proposed-selector.ts';
import type { Finder, FinderRoot } from './create-finder.ts';
import type { ReadInput } from './create-item-reader.ts';
import type { Sight } from './create-sight.ts';

/** Counts what the selectors of an extract step match. */
export interface MatchCounter {
  count(input: ReadInput): MatchCounts;
}

/** Part of the page script: uses nothing from module scope. */
export function createMatchCounter(finder: Finder, sight: Sight): MatchCounter {
  return {
    count({ items, fields, onlyVisible }) {
      const isSeen = (element: Element): boolean => !onlyVisible || sight.isSeen(element);
      const hits = (items ?? []).map((parts) => finder.find(parts, document));
      const all = hits.find((found) => found.length > 0) ?? [];
      const first: FinderRoot | undefined =
        items === undefined ? document : (all.find(isSeen) ?? all[0]);
      return {
        items: hits.map((found) => ({
          count: found.length,
          hidden: found.filter((element) => !isSeen(element)).length,
        })),
        fields: fields.map(({ selectors }) =>
          selectors.map((parts) => ({
            inItem: first === undefined ? 0 : finder.find(parts, first).length,
            onPage: finder.find(parts, document).length,
          })),
        ),
      };
    },
  };
}
