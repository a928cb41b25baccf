import type { Selector } from '../../../runtime/contracts/recipe/recipe.ts';
import * as dom from '../dom.ts';
import { findAll } from '../finder.ts';
import { markOf, elementOf } from '../marks.ts';

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

const maxBoxes = 500;
const { getBoundingClientRect } = Element.prototype;

export function outline({ groups, selectors, at: place }: OutlineInput): Outline {
  const boxes: OutlineBox[] = [];
  const add = (element: Element | undefined, group: number): void => {
    if (element === undefined || boxes.length >= maxBoxes) return;
    const { x, y, width, height } = getBoundingClientRect.call(element);
    const isNear = y < 2 * innerHeight && y + height > -innerHeight;
    if (isNear && width > 0 && height > 0) boxes.push({ x, y, width, height, group });
  };
  for (const [group, marks] of groups.entries()) {
    for (const mark of marks) add(elementOf(mark), group);
  }
  for (const parts of selectors) {
    const found = findAll(parts, document);
    for (const element of found) add(element, groups.length);
    if (found.length > 0) break;
  }
  const element = place && dom.elementAt(place.x, place.y);
  return {
    document: performance.timeOrigin,
    scrollX,
    scrollY,
    boxes,
    mark: element && markOf(element),
  };
}
