import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  isDocument,
  isTag,
  isText,
  type ParentNode,
} from 'domhandler';

/** Ids and tag names that need no escape in a selector. */
const plainName = /^[a-z][\w-]*$/i;
const step = /^(?:#([\w-]+)|([a-z][\w-]*|\*)(?::nth-(of-type|child)\((\d+)\))?)$/i;
const textStep = /^text\((\d+)\)$/;

/**
 * Elements by id, for each document; `undefined` for an id that several elements share. Documents do
 * not change after cleaning.
 */
const idIndexes = new WeakMap<Document, ReadonlyMap<string, Element | undefined>>();

/**
 * Returns the path of a node in its cleaned document, as a CSS selector that starts at the nearest unique id:
 * `#offer>p:nth-of-type(2)`; the path of a text ends in `/text(1)`. A node outside (`<meta>`, `<script>`) gets a
 * selector by its attributes, for people.
 */
export function toNodePath(node: AnyNode): string {
  const root = findRoot(node);
  if (root === undefined) return isTag(node) ? toAttributeSelector(node) : '';
  const ids = readIds(root);
  const steps: string[] = [];
  const suffix = isText(node) ? `/text(${1 + countBefore(node, isText)})` : '';
  for (let at: AnyNode | null = isTag(node) ? node : node.parent; at !== null; at = at.parent) {
    if (!isTag(at)) break;
    const id = at.attribs['id'];
    if (id !== undefined && ids.get(id) === at && plainName.test(id)) {
      steps.push(`#${id}`);
      break;
    }
    steps.push(toStep(at));
  }
  return steps.reverse().join('>') + suffix;
}

/** Returns the node whose path `toNodePath` returned; `undefined` when the document has no such node. */
export function findNode(document: Document, path: string): AnyNode | undefined {
  const [selector = '', text] = path.split('/');
  let node: ParentNode | undefined = document;
  for (const part of selector === '' ? [] : selector.split('>')) {
    if (node === undefined) return undefined;
    node = findStep(document, node, part);
  }
  if (node === undefined || text === undefined) return node;
  const position = textStep.exec(text)?.[1];
  return position === undefined ? undefined : node.children.filter(isText)[Number(position) - 1];
}

/** Returns the document of a node; `undefined` when the node or an ancestor was removed from its parent. */
function findRoot(node: AnyNode): Document | undefined {
  let at: AnyNode = node;
  while (at.parent !== null) {
    const { parent, prev, next }: AnyNode = at;
    const isIn: boolean =
      (prev !== null || parent.children[0] === at) &&
      (next !== null || parent.children.at(-1) === at);
    if (!isIn) return undefined;
    at = parent;
  }
  return isDocument(at) ? at : undefined;
}

function toStep(element: Element): string {
  if (!plainName.test(element.name)) return `*:nth-child(${1 + countBefore(element, isTag)})`;
  const isSame = (node: ChildNode): boolean => isTag(node) && node.name === element.name;
  const before = countBefore(element, isSame);
  return before === 0 && !hasAfter(element, isSame)
    ? element.name
    : `${element.name}:nth-of-type(${1 + before})`;
}

function countBefore(node: AnyNode, isCounted: (node: ChildNode) => boolean): number {
  let count = 0;
  for (let at = node.prev; at !== null; at = at.prev) if (isCounted(at)) count += 1;
  return count;
}

function hasAfter(node: AnyNode, isCounted: (node: ChildNode) => boolean): boolean {
  for (let at = node.next; at !== null; at = at.next) if (isCounted(at)) return true;
  return false;
}

function findStep(document: Document, parent: ParentNode, part: string): ParentNode | undefined {
  const [, id, name, , position = '1'] = step.exec(part) ?? [];
  if (id !== undefined) return readIds(document).get(id);
  if (name === undefined) return undefined;
  const elements = parent.children.filter(isTag);
  const candidates = name === '*' ? elements : elements.filter((element) => element.name === name);
  return candidates[Number(position) - 1];
}

function readIds(document: Document): ReadonlyMap<string, Element | undefined> {
  const known = idIndexes.get(document);
  if (known !== undefined) return known;
  const ids = new Map<string, Element | undefined>();
  const stack: ChildNode[] = [...document.children];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue;
    const id = node.attribs['id'];
    if (id !== undefined) ids.set(id, ids.has(id) ? undefined : node);
    for (const child of node.children) stack.push(child);
  }
  idIndexes.set(document, ids);
  return ids;
}

function toAttributeSelector({ name, attribs }: Element): string {
  for (const attribute of ['property', 'name', 'itemprop', 'id', 'type']) {
    const value = attribs[attribute];
    if (value !== undefined) return `${name}[${attribute}=${JSON.stringify(value.slice(0, 100))}]`;
  }
  return name;
}
