import { addAll } from '../../runtime/collections.ts';
/** Reads a document through the getters of the prototypes, which an `<input name="parentNode">` in a form cannot shadow. */
function getter(prototype: object, name: string): (node: Node) => unknown {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (node) => get?.call(node);
}
const tagName = getter(Element.prototype, 'tagName') as (node: Node) => string;
const parentNode = getter(Node.prototype, 'parentNode') as (node: Node) => Node | null;
const firstChild = getter(Node.prototype, 'firstChild') as (node: Node) => Node | null;
const nextSibling = getter(Node.prototype, 'nextSibling') as (node: Node) => Node | null;
const nodeType = getter(Node.prototype, 'nodeType') as (node: Node) => number;
const nodeValue = getter(Node.prototype, 'nodeValue') as (node: Node) => string | null;
const openRoot = getter(Element.prototype, 'shadowRoot') as (node: Node) => ShadowRoot | null;
const { getAttribute, getAttributeNames } = Element.prototype;
const { getRootNode } = Node.prototype;
const { assignedNodes } = HTMLSlotElement.prototype;
const previousElement = getter(Element.prototype, 'previousElementSibling') as (
  node: Node,
) => Element | null;
const nextElement = getter(Element.prototype, 'nextElementSibling') as (
  node: Node,
) => Element | null;
const elementType = 1;
const textType = 3;
const fields = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  HTMLButtonElement,
  HTMLOutputElement,
] as const;

export function isElement(node: Node): node is Element {
  return nodeType(node) === elementType;
}

function nodesOf(parent: Node): Node[] {
  const nodes: Node[] = [];
  for (let node = firstChild(parent); node !== null; node = nextSibling(node)) nodes.push(node);
  return nodes;
}

export function children(parent: Node): Element[] {
  return nodesOf(parent).filter(isElement);
}

/** Returns the parent element; the host for a child of a shadow root. */
export function parent(node: Node): Element | undefined {
  const above = parentNode(node);
  if (above === null) return undefined;
  if (isElement(above)) return above;
  return above instanceof ShadowRoot ? above.host : undefined;
}

/** Returns a 64-bit hash: FNV-1a twice with different seeds; empty for an empty text. Source: Fowler, Noll, Vo. */
export function hash(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return text === '' ? '' : `${(first >>> 0).toString(36)}.${(second >>> 0).toString(36)}`;
}

export function shadowRoot(element: Element): ShadowRoot | undefined {
  return openRoot(element) ?? undefined;
}

/** Returns the tag name in lower case. */
export function tag(element: Element): string {
  return tagName(element).toLowerCase();
}

/** Returns the value of the attribute; empty when there is none. */
export function attribute(element: Element, name: string): string {
  return getAttribute.call(element, name) ?? '';
}

export function hasAttribute(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

/** Returns at most 20 class names of at most 100 characters each. */
export function classes(element: Element): readonly string[] {
  const names = (getAttribute.call(element, 'class') ?? '').slice(0, 2_000).split(/\s+/);
  return names.filter((name) => name !== '' && name.length <= 100).slice(0, 20);
}

export function attributeNames(element: Element): readonly string[] {
  return getAttributeNames.call(element);
}

export function text(node: Node): string {
  return nodeValue(node) ?? '';
}

export function isText(node: Node): boolean {
  return nodeType(node) === textType;
}

/** Returns the previous sibling element in its own tree. */
export function previous(element: Element): Element | undefined {
  return previousElement(element) ?? undefined;
}

export function next(element: Element): Element | undefined {
  return nextElement(element) ?? undefined;
}

/** Returns the element with this id in the tree of `near`. */
export function byId(near: Element, id: string): Element | undefined {
  const root = getRootNode.call(near);
  const { getElementById } =
    root instanceof Document ? Document.prototype : DocumentFragment.prototype;
  return getElementById.call(root as Document & DocumentFragment, id) ?? undefined;
}

/** Returns the labels of a form field. */
export function labels(element: Element): readonly Element[] {
  const isField = fields.some((kind) => element instanceof kind);
  return isField ? [...((element as HTMLInputElement).labels ?? [])].slice(0, 3) : [];
}

/** Returns the document or shadow root that contains the element. */
export function root(element: Element): Document | ShadowRoot {
  return getRootNode.call(element) as Document | ShadowRoot;
}

/**
 * Returns the child nodes that are rendered: those of an open shadow root instead of its host's, and the assigned
 * nodes of a slot.
 */
export function content(element: Element): readonly Node[] {
  const root = shadowRoot(element);
  if (root !== undefined) return nodesOf(root);
  if (element instanceof HTMLSlotElement) {
    const assigned = assignedNodes.call(element, { flatten: true });
    if (assigned.length > 0) return assigned;
  }
  return nodesOf(element);
}

/** Returns the element's siblings in its own tree, the element included. */
export function siblings(element: Element): readonly Element[] {
  const above = parentNode(element);
  return above === null ? [element] : children(above);
}

/** Returns at most `limit` descendants of `scope` in document order, elements in open shadow roots included. */
export function walk(scope: Element | Document, limit: number): Element[] {
  const found: Element[] = [];
  // Uses a stack of elements instead of recursion: pages nest deeper than the call stack.
  const stack = children(scope).reverse();
  const own = isElement(scope) ? shadowRoot(scope) : undefined;
  if (own !== undefined) addAll(stack, children(own).reverse());
  while (found.length < limit) {
    const element = stack.pop();
    if (element === undefined) break;
    found.push(element);
    for (const child of children(element).reverse()) stack.push(child);
    const root = shadowRoot(element);
    if (root === undefined) continue;
    for (const child of children(root).reverse()) stack.push(child);
  }
  return found;
}

/** Whether an element is another one or stands in it, in an open shadow root, too. */
export function isInside(element: Element, outer: Element): boolean {
  let at: Element | undefined = element;
  while (at !== undefined && at !== outer) at = parent(at);
  return at !== undefined;
}

/** The innermost element at a place of the window, inside of open shadow roots, too. */
export function elementAt(x: number, y: number): Element | undefined {
  let found = document.elementFromPoint(x, y) ?? undefined;
  for (let depth = 0; found !== undefined && depth < 20; depth += 1) {
    const inner: Element | undefined = shadowRoot(found)?.elementFromPoint(x, y) ?? undefined;
    if (inner === undefined || inner === found) break;
    found = inner;
  }
  return found;
}

/** Returns an absolute URL; what is none, as it is. */
export function toUrl(value: string): string {
  try {
    return new URL(value, document.baseURI).href;
  } catch {
    return value;
  }
}
