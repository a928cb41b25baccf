/**
 * How the page script reads a document: through the getters of the prototypes, which an `<input name="parentNode">`
 * in a form cannot shadow.
 */
export interface Dom {
  /** Returns the tag name in lower case. */
  tag(element: Element): string;
  /** Returns the parent element; the host for a child of a shadow root. */
  parent(node: Node): Element | undefined;
  /** Returns the value of the attribute; empty when there is none. */
  attribute(element: Element, name: string): string;
  hasAttribute(element: Element, name: string): boolean;
  attributeNames(element: Element): readonly string[];
  /** Returns at most 20 class names of at most 100 characters each. */
  classes(element: Element): readonly string[];
  /**
   * Returns the child nodes that are rendered: those of an open shadow root instead of its host's, and the assigned
   * nodes of a slot.
   */
  content(element: Element): readonly Node[];
  /** Returns the element's siblings in its own tree, the element included. */
  siblings(element: Element): readonly Element[];
  children(element: Element): readonly Element[];
  shadowRoot(element: Element): ShadowRoot | undefined;
  /** Returns the document or shadow root that contains the element. */
  root(element: Element): Document | ShadowRoot;
  isElement(node: Node): node is Element;
  /** Returns at most `limit` descendants of `scope` in document order, elements in open shadow roots included. */
  walk(scope: Element | Document, limit: number): Element[];
  text(node: Node): string;
  isText(node: Node): boolean;
  /** Returns the previous sibling element in its own tree. */
  previous(element: Element): Element | undefined;
  next(element: Element): Element | undefined;
  /** Returns the element with this id in the tree of `near`. */
  byId(near: Element, id: string): Element | undefined;
  /** Returns the labels of a form field. */
  labels(element: Element): readonly Element[];
  /** Returns a 64-bit hash: FNV-1a twice with different seeds; empty for an empty text. Source: Fowler, Noll, Vo. */
  hash(text: string): string;
}

/** Part of the page script: uses nothing from module scope. */
export function createDom(): Dom {
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
  const { getAttribute, hasAttribute, getAttributeNames } = Element.prototype;
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

  function isElement(node: Node): node is Element {
    return nodeType(node) === elementType;
  }

  function nodesOf(parent: Node): Node[] {
    const nodes: Node[] = [];
    for (let node = firstChild(parent); node !== null; node = nextSibling(node)) nodes.push(node);
    return nodes;
  }

  function childElements(parent: Node): Element[] {
    return nodesOf(parent).filter(isElement);
  }

  function parent(node: Node): Element | undefined {
    const above = parentNode(node);
    if (above === null) return undefined;
    if (isElement(above)) return above;
    return above instanceof ShadowRoot ? above.host : undefined;
  }

  function hash(text: string): string {
    let first = 0x811c9dc5;
    let second = 0x01000193;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second ^ code, 0x85ebca6b);
    }
    return text === '' ? '' : `${(first >>> 0).toString(36)}.${(second >>> 0).toString(36)}`;
  }

  const shadowRoot = (element: Element) => openRoot(element) ?? undefined;
  const tag = (element: Element) => tagName(element).toLowerCase();

  return {
    tag,
    hash,
    parent,
    shadowRoot,
    isElement,
    attribute: (element, name) => getAttribute.call(element, name) ?? '',
    hasAttribute: (element, name) => hasAttribute.call(element, name),
    classes(element) {
      const names = (getAttribute.call(element, 'class') ?? '').slice(0, 2_000).split(/\s+/);
      return names.filter((name) => name !== '' && name.length <= 100).slice(0, 20);
    },
    attributeNames: (element) => getAttributeNames.call(element),
    text: (node) => nodeValue(node) ?? '',
    isText: (node) => nodeType(node) === textType,
    previous: (element) => previousElement(element) ?? undefined,
    next: (element) => nextElement(element) ?? undefined,
    byId(near, id) {
      const root = getRootNode.call(near);
      const { getElementById } =
        root instanceof Document ? Document.prototype : DocumentFragment.prototype;
      return getElementById.call(root as Document & DocumentFragment, id) ?? undefined;
    },
    labels(element) {
      const isField = fields.some((kind) => element instanceof kind);
      return isField ? [...((element as HTMLInputElement).labels ?? [])].slice(0, 3) : [];
    },
    children: childElements,
    root: (element) => getRootNode.call(element) as Document | ShadowRoot,
    content(element) {
      const root = shadowRoot(element);
      if (root !== undefined) return nodesOf(root);
      if (element instanceof HTMLSlotElement) {
        const assigned = assignedNodes.call(element, { flatten: true });
        if (assigned.length > 0) return assigned;
      }
      return nodesOf(element);
    },
    siblings(element) {
      const above = parentNode(element);
      return above === null ? [element] : childElements(above);
    },
    walk(scope, limit) {
      const found: Element[] = [];
      // Uses a stack of elements instead of recursion: pages nest deeper than the call stack.
      const stack = childElements(scope).reverse();
      const own = isElement(scope) ? shadowRoot(scope) : undefined;
      if (own !== undefined) stack.push(...childElements(own).reverse());
      while (found.length < limit) {
        const element = stack.pop();
        if (element === undefined) break;
        found.push(element);
        for (const child of childElements(element).reverse()) stack.push(child);
        const root = shadowRoot(element);
        if (root === undefined) continue;
        for (const child of childElements(root).reverse()) stack.push(child);
      }
      return found;
    },
  };
}
