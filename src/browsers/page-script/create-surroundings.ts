import type { Dom } from './create-dom.ts';
import type { PageText } from './create-page-text.ts';

/** Reads the texts around an element. */
export interface Surroundings {
  /** Returns the texts beside the element, nearest first. */
  neighbours(element: Element): string[];
  /** Returns the text of the row or card around the element; empty when there is none. */
  row(element: Element): string;
  /** Returns the nearest heading above the element. */
  heading(element: Element): string;
}

/** Part of the page script: uses nothing from module scope. */
export function createSurroundings(dom: Dom, text: PageText): Surroundings {
  const maxNeighbours = 6;

  /**
   * Returns the texts before and after the element, then before and after each ancestor: in a table row, the row's
   * other cells.
   */
  function neighboursOf(element: Element): string[] {
    const own = text.read(element);
    const neighbours: string[] = [];
    let inner: Element | undefined = element;
    for (let step = 0; inner !== undefined && step < 4; step += 1) {
      let [before, after] = [dom.previous(inner), dom.next(inner)];
      for (let distance = 0; distance < 4; distance += 1) {
        for (const beside of [before, after]) {
          const said = beside === undefined ? '' : text.read(beside);
          if (said === '' || said === own || neighbours.length >= maxNeighbours) continue;
          neighbours.push(said.slice(0, 80));
        }
        before = before === undefined ? undefined : dom.previous(before);
        after = after === undefined ? undefined : dom.next(after);
      }
      inner = dom.parent(inner);
    }
    return neighbours;
  }

  /** Returns the text of the nearest ancestor with similar siblings; cells and terms are parts of a row. */
  function rowOf(element: Element): string {
    const own = text.read(element);
    let above = dom.parent(element);
    for (let step = 0; above !== undefined && step < 8; step += 1) {
      const said = text.read(above);
      if (said !== own && isRepeated(above)) return said;
      above = dom.parent(above);
    }
    return '';
  }

  function isRepeated(element: Element): boolean {
    const tag = dom.tag(element);
    if (/^(?:dd|dt|td|th)$/.test(tag)) return false;
    const [kind] = dom.classes(element);
    const isAlike = (other: Element | undefined) =>
      other !== undefined && dom.tag(other) === tag && dom.classes(other)[0] === kind;
    return isAlike(dom.previous(element)) || isAlike(dom.next(element));
  }

  /**
   * Returns the last heading before the element, searched among the preceding siblings of the element and of its
   * ancestors.
   */
  function headingAbove(element: Element): string {
    let inner: Element | undefined = element;
    let budget = 200;
    while (inner !== undefined && budget > 0) {
      let before = dom.previous(inner);
      while (before !== undefined && budget > 0) {
        budget -= 1;
        const heading = lastHeading(before);
        if (heading !== '') return heading;
        before = dom.previous(before);
      }
      inner = dom.parent(inner);
      if (inner !== undefined && /^h[1-6]$/.test(dom.tag(inner))) return text.read(inner);
    }
    return '';
  }

  const lastHeadings = new WeakMap<Element, string>();

  function lastHeading(element: Element): string {
    let known = lastHeadings.get(element);
    if (known !== undefined) return known;
    const isHeading = (tag: Element) => /^h[1-6]$/.test(dom.tag(tag)) && text.isVisible(tag);
    const all = isHeading(element) ? [element] : dom.walk(element, 300).filter(isHeading);
    const last = all.at(-1);
    known = last === undefined ? '' : text.read(last);
    lastHeadings.set(element, known);
    return known;
  }

  return { neighbours: neighboursOf, row: rowOf, heading: headingAbove };
}
