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

/** Ids and tag names that need no escape in a selector, and do not make it long. */
const plainName = /^[a-z][\w-]{0,60}$/i;
const step = /^(?:#([\w-]+)|([a-z][\w-]*|\*)(?::nth-(of-type|child)\((\d+)\))?)$/i;
const textStep = /^text\((\d+)\)$/;

/**
 * Elements by id, for each document; `undefined` for an id that several elements share. Documents do
 * not change after cleaning.
 */
const idIndexes = new WeakMap<Document, ReadonlyMap<string, Element | undefined>>();
/** Steps to the children of a node that was on a path: counted once, since a page may have 100,000 siblings. */
const stepsBelow = new WeakMap<ParentNode, ReadonlyMap<AnyNode, string>>();

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
  const suffix = isText(node) ? `/${stepTo(node)}` : '';
  for (let at: AnyNode | null = isTag(node) ? node : node.parent; at !== null; at = at.parent) {
    if (!isTag(at)) break;
    const id = at.attribs['id'];
    if (id !== undefined && ids.get(id) === at && plainName.test(id)) {
      steps.push(`#${id}`);
      break;
    }
    steps.push(stepTo(at));
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

/** The last step of the path to a node that has a parent. */
function stepTo(node: AnyNode): string {
  const { parent } = node;
  if (parent === null) return '';
  const known = stepsBelow.get(parent) ?? readSteps(parent);
  stepsBelow.set(parent, known);
  return known.get(node) ?? '';
}

function readSteps(parent: ParentNode): ReadonlyMap<AnyNode, string> {
  const steps = new Map<AnyNode, string>();
  const firsts = new Map<string, Element>();
  const counts = new Map<string, number>();
  let elements = 0;
  let texts = 0;
  for (const node of parent.children) {
    if (isText(node)) {
      texts += 1;
      steps.set(node, `text(${texts})`);
    } else if (isTag(node)) {
      const { name } = node;
      elements += 1;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      if (!plainName.test(name)) steps.set(node, `*:nth-child(${elements})`);
      else {
        const first = firsts.get(name) ?? node;
        firsts.set(name, first);
        // Only one of several needs its number.
        if (count === 2) steps.set(first, `${name}:nth-of-type(1)`);
        steps.set(node, count === 1 ? name : `${name}:nth-of-type(${count})`);
      }
    }
  }
  return steps;
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
