import { type AnyNode, type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { readText } from '../../text/node-text.ts';

const noteTags: ReadonlySet<string> = new Set(['li', 'p', 'div', 'dd', 'aside', 'section']);
/** `1`, `[1]`, `a`, `*`: what readers click. */
const shortText = /^[[(]?[\p{L}\p{N}*†‡§¶]{1,4}[\])]?$/u;
const labelCharacters = /[\p{L}\p{N}]+/u;

/** The notes of a page and the references to them, as far as both ends are there. */
export class Footnotes {
  readonly #document: Document;
  #targets: Map<string, Element> | undefined;
  readonly #labels = new Map<Element, string>();
  readonly #taken = new Set<string>();
  /** Ids that a note's way back may lead to. */
  readonly #references = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The label of the note that a link refers to; `undefined` when it is no reference to a note. */
  findReference(link: Element): string | undefined {
    const href = link.attribs['href'];
    if (href === undefined || !href.startsWith('#') || href.length < 2 || !isReference(link))
      return undefined;
    const text = readText(link);
    if (!shortText.test(text)) return undefined;
    const target = this.#findTargets().get(decodeFragment(href));
    // A note's way back to its reference leads up, not to a note.
    if (target === undefined || !noteTags.has(target.name) || contains(target, link))
      return undefined;
    for (const node of [link, link.parent, ...link.children]) {
      if (node !== null && isTag(node) && node.attribs['id'] !== undefined)
        this.#references.add(node.attribs['id']);
    }
    const label = this.#labels.get(target) ?? this.#createLabel(text);
    this.#labels.set(target, label);
    return label;
  }

  /** The label of an element that was referred to as a note. */
  findLabel(element: Element): string | undefined {
    return this.#labels.size === 0 ? undefined : this.#labels.get(element);
  }

  /** Whether a link leads from a note back to where it was referred to. */
  isWayBack(link: Element): boolean {
    const href = link.attribs['href'];
    return (
      this.#references.size > 0 && href !== undefined && this.#references.has(decodeFragment(href))
    );
  }

  #createLabel(text: string): string {
    const wanted = labelCharacters.exec(text)?.[0] ?? '';
    let label = wanted;
    for (let number = this.#labels.size + 1; label === '' || this.#taken.has(label); number += 1) {
      label = `${number}`;
    }
    this.#taken.add(label);
    return label;
  }

  /** Read when the first reference is met: most pages have none. */
  #findTargets(): Map<string, Element> {
    if (this.#targets !== undefined) return this.#targets;
    const targets = new Map<string, Element>();
    for (const node of walk(this.#document)) {
      if (!isTag(node)) continue;
      const { id } = node.attribs;
      if (id !== undefined && !targets.has(id)) targets.set(id, node);
    }
    this.#targets = targets;
    return targets;
  }
}

function isReference(link: Element): boolean {
  if (link.attribs['role'] === 'doc-noteref' || link.attribs['epub:type'] === 'noteref')
    return true;
  if (/footnote|fnref|noteref/i.test(link.attribs['class']?.slice(0, 200) ?? '')) return true;
  // `<sup><a>`, `<sup><span><a>` and `<a><sup>` are all written.
  const inner = link.children.find(isTag);
  if (inner?.name === 'sup') return true;
  let { parent } = link;
  for (let level = 0; level < 3 && parent !== null && isTag(parent); level += 1) {
    if (parent.name === 'sup') return true;
    parent = parent.parent;
  }
  return false;
}

function contains(outer: Element, inner: Element): boolean {
  for (let node: AnyNode | null = inner; node !== null; node = node.parent)
    if (node === outer) return true;
  return false;
}

function decodeFragment(href: string): string {
  const fragment = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded after all: the id is what is written.
    return fragment;
  }
}

function* walk(root: Document | Element): Generator<ChildNode> {
  let node: ChildNode | null = root.children[0] ?? null;
  while (node !== null) {
    yield node;
    const first: ChildNode | undefined = isTag(node) ? node.children[0] : undefined;
    if (first !== undefined) {
      node = first;
      continue;
    }
    while (node !== null && node.next === null) {
      const parent: AnyNode | null = node.parent;
      node = parent === null || parent === root || !isTag(parent) ? null : parent;
    }
    node = node?.next ?? null;
  }
}
