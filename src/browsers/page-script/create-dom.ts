/** How the page script reads a document: by the getters of the prototypes, which no `<input name="parentNode">` in a form can stand in for. */
export interface Dom {
  /** Lower case. */
  tag(element: Element): string;
  /** Out of a shadow root it is the host. */
  parent(node: Node): Element | undefined;
  /** Empty where there is none. */
  attribute(element: Element, name: string): string;
  hasAttribute(element: Element, name: string): boolean;
  attributeNames(element: Element): readonly string[];
  /** At most 20, each at most 100 characters long. */
  classes(element: Element): readonly string[];
  /** What is shown in it: the open shadow root's nodes instead of its own, and in a slot what was put there. */
  content(element: Element): readonly Node[];
  /** Elements beside it in its own tree, itself included. */
  siblings(element: Element): readonly Element[];
  children(element: Element): readonly Element[];
  shadowRoot(element: Element): ShadowRoot | undefined;
  /** The document or shadow root that it stands in. */
  root(element: Element): Document | ShadowRoot;
  isElement(node: Node): node is Element;
  /** Elements below `scope` in document order, those of open shadow roots included; at most `limit`. */
  walk(scope: Element | Document, limit: number): Element[];
  text(node: Node): string;
  isText(node: Node): boolean;
  /** The element before it in its own tree. */
  previous(element: Element): Element | undefined;
  next(element: Element): Element | undefined;
  /** The element of that id in the tree of `near`. */
  byId(near: Element, id: string): Element | undefined;
  /** Labels of a form field. */
  labels(element: Element): readonly Element[];
}

/** Part of the page script: takes nothing from module scope. */
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

  const shadowRoot = (element: Element) => openRoot(element) ?? undefined;
  const tag = (element: Element) => tagName(element).toLowerCase();

  return {
    tag,
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
      // A stack of what is still to come: pages nest deeper than calls may.
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
