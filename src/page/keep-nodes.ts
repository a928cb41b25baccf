import {
  type AnyNode,
  Document,
  Element,
  hasChildren,
  isTag,
  isText,
  type ParentNode,
  Text,
} from 'domhandler';
import { appendChild } from 'domutils';

/** Elements without text of their own that belong to the text around them. */
const companions: ReadonlySet<string> = new Set(['img', 'br', 'hr']);
/** Elements around a picture that hold nothing else: `figure > a > picture > img`. */
const companionDepth = 3;

/**
 * A copy of a document with these of its nodes, what they stand in, and the pictures and line breaks between them.
 * The document stays as it is.
 */
export function keepNodes(document: Document, nodes: readonly AnyNode[]): Document {
  const kept = new Set(nodes);
  const holders = listHolders(nodes);
  const last = nodes.at(-1);
  const copies = new Map<ParentNode, ParentNode>([[document, new Document([])]]);
  let isBetween = false;
  for (const node of walk(document)) {
    const isKept = kept.has(node);
    isBetween ||= isKept;
    if (isKept || (isBetween && isCompanion(node, holders))) copyInto(copies, node);
    if (node === last) break;
  }
  return copies.get(document) as Document;
}

function listHolders(nodes: readonly AnyNode[]): ReadonlySet<AnyNode> {
  const holders = new Set<AnyNode>();
  for (const node of nodes) {
    for (
      let holder = node.parent;
      holder !== null && !holders.has(holder);
      holder = holder.parent
    ) {
      holders.add(holder);
    }
  }
  return holders;
}

function isCompanion(node: AnyNode, holders: ReadonlySet<AnyNode>): boolean {
  if (!isTag(node) || !companions.has(node.name)) return false;
  let holder = node.parent;
  for (let depth = 0; depth < companionDepth && holder !== null; depth += 1) {
    if (holders.has(holder)) return true;
    holder = holder.parent;
  }
  return false;
}

/** Nodes in page order, each before its children, without recursion. */
function* walk(root: Document): Generator<AnyNode> {
  const pending: AnyNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    if (!hasChildren(node)) continue;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) pending.push(child);
    }
  }
}

/** Copies a node, and the elements around it that have no copy yet; the children of an element are not copied. */
function copyInto(copies: Map<ParentNode, ParentNode>, node: AnyNode): void {
  const missing: AnyNode[] = [node];
  let holder = node.parent;
  while (holder !== null && !copies.has(holder)) {
    missing.push(holder);
    holder = holder.parent;
  }
  let parent = holder === null ? undefined : copies.get(holder);
  for (const original of missing.reverse()) {
    const copy = isText(original)
      ? new Text(original.data)
      : isTag(original)
        ? new Element(original.name, { ...original.attribs })
        : undefined;
    if (copy === undefined || parent === undefined) return;
    appendChild(parent, copy);
    if (isTag(copy) && isTag(original)) {
      copies.set(original, copy);
      parent = copy;
    }
  }
}
