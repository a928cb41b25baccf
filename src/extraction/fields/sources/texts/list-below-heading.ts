import type { IndexedElement } from '../../../analysis/index-page.ts';
import type { Scope } from '../../rank-entities.ts';

/** Elements of at most so many elements from the main heading on, outside of navigation and the like. */
export function* listBelowHeading({ facts }: Scope, size: number): Generator<IndexedElement> {
  const { page, zones } = facts;
  const from = zones.mainHeading?.textStart ?? 0;
  for (const element of page.elements) {
    if (element.end - element.position > size || element.textStart < from) continue;
    if (!zones.isAside(element)) yield element;
  }
}

/** Elements below the heading whose texts are read. */
export const maxScanned = 2_000;
