/** A number that identifies an element within one document; pages cannot see it. */
export type ElementMark = number;

const elements = new Map<ElementMark, WeakRef<Element>>();
const marks = new WeakMap<Element, ElementMark>();

export function markOf(element: Element): ElementMark {
  let mark = marks.get(element);
  if (mark === undefined) {
    mark = elements.size + 1;
    marks.set(element, mark);
    elements.set(mark, new WeakRef(element));
  }
  return mark;
}

/** Returns the marked element; `undefined` when it has left the document. */
export function elementOf(mark: ElementMark): Element | undefined {
  const element = elements.get(mark)?.deref();
  return element?.isConnected === true ? element : undefined;
}
