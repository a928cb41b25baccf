import type { Dom } from './create-dom.ts';
import type { PageText, TextPiece } from './create-page-text.ts';

/** Reads the texts around an element. */
export interface Surroundings {
  /** Returns the texts beside the element, nearest first. */
  neighbours(element: Element): string[];
  /** Returns what the row or card around the element says beside it; empty when there is none. */
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

  /**
   * Returns what the row or card around the element says beside the element. Captions that all rows have (`Edit`,
   * `Price:`) tell no row apart, and are left out.
   */
  function rowOf(element: Element): string {
    const row = findRow(element);
    if (row === undefined) return '';
    const pieces = ownPieces(row).filter(({ node }) => !contains.call(element, node));
    return text.tidy(pieces.map(({ said }) => said).join(' '));
  }

  /**
   * Returns the nearest ancestor with similar siblings that hold such an element too, with the same words if any has
   * them: the row of “Edit” is not the cell of its buttons, which has cells beside it.
   */
  function findRow(element: Element): Element | undefined {
    const own = text.read(element);
    const tag = dom.tag(element);
    let above = dom.parent(element);
    let fallback: Element | undefined;
    for (let step = 0; above !== undefined && step < 8; step += 1) {
      const others = isRow(above) && text.read(above) !== own ? near(above).map(partsOf) : [];
      if (others.some((parts) => parts.has(`${tag} ${own}`))) return above;
      if (others.some((parts) => parts.has(tag))) fallback ??= above;
      above = dom.parent(above);
    }
    return fallback;
  }

  const parts = new WeakMap<Element, ReadonlySet<string>>();

  /** Returns the tags of at most 200 elements in a row, without and with their texts. */
  function partsOf(row: Element): ReadonlySet<string> {
    let known = parts.get(row);
    if (known === undefined) {
      const inside = dom.walk(row, 200);
      known = new Set(
        inside.flatMap((part) => [dom.tag(part), `${dom.tag(part)} ${text.read(part)}`]),
      );
      parts.set(row, known);
    }
    return known;
  }

  const { contains } = Node.prototype;

  function isRow(element: Element): boolean {
    const tag = dom.tag(element);
    if (/^(?:dd|dt|td|th)$/.test(tag)) return false;
    return isAlike(element, dom.previous(element)) || isAlike(element, dom.next(element));
  }

  function isAlike(element: Element, other: Element | undefined): other is Element {
    return (
      other !== undefined &&
      dom.tag(other) === dom.tag(element) &&
      dom.classes(other)[0] === dom.classes(element)[0]
    );
  }

  const rows = new WeakMap<Element, readonly TextPiece[]>();

  /** Returns the texts of a row that not all rows near it have. */
  function ownPieces(row: Element): readonly TextPiece[] {
    let pieces = rows.get(row);
    if (pieces === undefined) {
      const others = near(row).map((other) => new Set(text.pieces(other).map(({ said }) => said)));
      pieces = text
        .pieces(row)
        .filter(({ said }) => others.length === 0 || others.some((texts) => !texts.has(said)));
      rows.set(row, pieces);
    }
    return pieces;
  }

  /** Returns the nearest similar siblings, at most three on each side. */
  function near(row: Element): readonly Element[] {
    const found: Element[] = [];
    for (const step of [dom.previous, dom.next]) {
      let other = step(row);
      for (let distance = 0; distance < 3 && isAlike(row, other); distance += 1) {
        found.push(other);
        other = step(other);
      }
    }
    return found;
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
