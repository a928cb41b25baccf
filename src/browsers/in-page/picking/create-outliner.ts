import type { Selector } from '../../../contracts/recipe/recipe.ts';
import type { Dom } from '../../page-script/create-dom.ts';
import type { PageScript } from '../../page-script/page-script.ts';
import type { Finder } from '../create-finder.ts';

/** Elements to outline: groups by their marks, and what the first of the selectors that matches leads to, as one more group. */
export interface OutlineInput {
  readonly groups: readonly (readonly number[])[];
  readonly selectors: readonly Selector['parts'][];
  /** A place in the window whose element is wanted. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** Where an element stands in the window, in CSS pixels. */
export interface OutlineBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Index of its group. */
  readonly group: number;
}

export interface Outline {
  /** Tells one document from the next, in which marks begin anew. */
  readonly document: number;
  readonly scrollX: number;
  readonly scrollY: number;
  /** Elements in and near the window, at most 500. */
  readonly boxes: readonly OutlineBox[];
  /** Mark of the innermost element at the place; `undefined` where there is none. */
  readonly mark: number | undefined;
}

/** Says where elements stand, and what stands at a place. */
export interface Outliner {
  /** The innermost element at a place of the window, inside of open shadow roots, too. */
  at(place: { readonly x: number; readonly y: number }): Element | undefined;
  outline(input: OutlineInput): Outline;
}

/** Part of the page script: uses nothing from module scope. */
export function createOutliner(dom: Dom, finder: Finder, script: PageScript): Outliner {
  const maxBoxes = 500;
  const { getBoundingClientRect } = Element.prototype;

  function at({ x, y }: { readonly x: number; readonly y: number }): Element | undefined {
    let found = document.elementFromPoint(x, y) ?? undefined;
    for (let depth = 0; found !== undefined && depth < 20; depth += 1) {
      const inner: Element | undefined = dom.shadowRoot(found)?.elementFromPoint(x, y) ?? undefined;
      if (inner === undefined || inner === found) break;
      found = inner;
    }
    return found;
  }

  return {
    at,
    outline({ groups, selectors, at: place }) {
      const boxes: OutlineBox[] = [];
      const add = (element: Element | undefined, group: number): void => {
        if (element === undefined || boxes.length >= maxBoxes) return;
        const { x, y, width, height } = getBoundingClientRect.call(element);
        const isNear = y < 2 * innerHeight && y + height > -innerHeight;
        if (isNear && width > 0 && height > 0) boxes.push({ x, y, width, height, group });
      };
      for (const [group, marks] of groups.entries()) {
        for (const mark of marks) add(script.elementOf(mark), group);
      }
      for (const parts of selectors) {
        const found = finder.find(parts, document);
        for (const element of found) add(element, groups.length);
        if (found.length > 0) break;
      }
      const element = place && at(place);
      return {
        document: performance.timeOrigin,
        scrollX,
        scrollY,
        boxes,
        mark: element && script.markOf(element),
      };
    },
  };
}
