import {
  type AnyNode,
  type ChildNode,
  type Document,
  type Element,
  isTag,
  isText,
} from 'domhandler';
import { readText } from './node-text.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';

const noteTags: ReadonlySet<string> = new Set(['li', 'p', 'div', 'dd', 'aside', 'section']);
/** `1`, `[1]`, `a`, `*`, `[note 1]`: the text of a reference to a note. */
const shortText = /^[[(]?[\p{L}\p{N}*†‡§¶]{1,4}[\])]?$|^\[\p{L}{1,8}\.?[ \u00A0]\p{N}{1,3}\]$/u;
/** Signs that nothing but notes have. */
const noteSign = /^[*†‡§¶]{1,3}$/u;
const labelCharacters = /[\p{L}\p{N}]+/gu;
/** What ids, names and classes call a reference to a note, Word's and Substack's among them. */
const referenceName = /footnote|fnref|ftnref|noteref/i;

/** Classes of a note that stands within the line it belongs to: LaTeXML's, Tufte's, pandoc's, and by its plain name. */
const inlineNoteClass =
  /(?:^|\s)(?:ltx_note|sidenote|marginnote|footnote|margin-note|side-note)(?:\s|$)/;
/** Nodes at the start of a note that are looked at for its mark. */
const maxMarkNodes = 50;

/** A note that stands within the line it belongs to. */
export interface InlineNote {
  readonly element: Element;
  readonly label: string;
  /** The elements at its start that say its mark. */
  readonly marks: readonly Element[];
}

/** The footnotes of a page and the references to them, where both exist. */
export class Footnotes {
  readonly #document: Document;
  #targets: Map<string, Element> | undefined;
  readonly #labels = new Map<Element, string>();
  readonly #taken = new Set<string>();
  /** Ids that a note's backlink may point to. */
  readonly #references = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Returns the note that a link refers to; `undefined` when the link is not a reference to a note. */
  findNote(link: Element): Element | undefined {
    const href = link.attribs['href'];
    const id = href === undefined ? '' : decodeFragment(href);
    if (id === '' || !isReference(link) || !shortText.test(readText(link))) return undefined;
    const target = this.#findTargets().get(id);
    // A note's backlink points to its reference, not to a note.
    return target === undefined || !noteTags.has(target.name) || contains(target, link)
      ? undefined
      : target;
  }

  /** Returns the label of the note that a link refers to; `undefined` when the link is not a reference to a note. */
  findReference(link: Element): string | undefined {
    const target = this.findNote(link);
    if (target === undefined) return undefined;
    for (const node of [link, link.parent, ...link.children]) {
      if (node === null || !isTag(node)) continue;
      const { id, name } = node.attribs;
      if (id !== undefined) this.#references.add(id);
      if (name !== undefined) this.#references.add(name);
    }
    const label = this.#labels.get(target) ?? this.#createLabel(readText(link));
    this.#labels.set(target, label);
    return label;
  }

  /** Returns the label of an element that was referred to as a note, else `undefined`. */
  findLabel(element: Element): string | undefined {
    return this.#labels.size === 0 ? undefined : this.#labels.get(element);
  }

  /** Returns an inline element as a note, with a label of its own; `undefined` where it is none. */
  readInlineNote(element: Element): InlineNote | undefined {
    const { class: classes } = element.attribs;
    if (classes === undefined || !inlineNoteClass.test(classes.slice(0, 200))) return undefined;
    const { marks, mark, rest } = readMarks(element);
    return rest === '' ? undefined : { element, label: this.#createLabel(mark), marks };
  }

  /** Whether a link is a note's backlink to its reference. */
  isWayBack(link: Element): boolean {
    const href = link.attribs['href'];
    return (
      this.#references.size > 0 && href !== undefined && this.#references.has(decodeFragment(href))
    );
  }

  /** Whether an element holds nothing but a note's backlinks, and the signs around them: `^ a b`. */
  holdsWaysBack({ children }: Element): boolean {
    if (this.#references.size === 0 || children.length > maxMarkNodes) return false;
    let hasLink = false;
    for (const child of children) {
      if (isTag(child) && child.name === 'a' && this.isWayBack(child)) hasLink = true;
      else if (/[\p{L}\p{N}]/u.test(readText(child))) return false;
    }
    return hasLink;
  }

  #createLabel(text: string): string {
    const wanted = text.match(labelCharacters)?.join('') ?? '';
    let label = wanted;
    for (let number = this.#taken.size + 1; label === '' || this.#taken.has(label); number += 1) {
      label = `${number}`;
    }
    this.#taken.add(label);
    return label;
  }

  /** Computed at the first reference: most pages have none. */
  #findTargets(): Map<string, Element> {
    if (this.#targets !== undefined) return this.#targets;
    const targets = new Map<string, Element>();
    for (const node of walk(this.#document)) {
      if (!isTag(node)) continue;
      const { id = node.name === 'a' ? node.attribs['name'] : undefined } = node.attribs;
      if (id !== undefined && !targets.has(id)) targets.set(id, toNote(node));
    }
    this.#targets = targets;
    return targets;
  }
}

/** An id may stand at the start of a note, on an empty anchor or on the mark that leads back: the note is what begins with it. */
function toNote(target: Element): Element {
  let note = target;
  while (!noteTags.has(note.name)) {
    const { parent } = note;
    const before = note.prev;
    const isFirst = before === null || (isText(before) && before.data.trim() === '');
    const isAnchor = readText(target) === '' || isMark(target);
    if (!isFirst || parent === null || !isTag(parent) || !isAnchor) return target;
    note = parent;
  }
  return note;
}

function isMark(link: Element): boolean {
  return link.attribs['href']?.startsWith('#') === true && shortText.test(readText(link));
}

function isReference(link: Element): boolean {
  const { role, class: classes = '', id = '', name = '' } = link.attribs;
  if (role === 'doc-noteref' || link.attribs['epub:type'] === 'noteref') return true;
  if ([classes, id, name].some((said) => referenceName.test(said.slice(0, 200)))) return true;
  if (noteSign.test(readText(link))) return true;
  // Pages write `<sup><a>`, `<sup><span><a>` and `<a><sup>`.
  const inner = link.children.find(isTag);
  if (inner?.name === 'sup') return true;
  let { parent } = link;
  for (let level = 0; level < 3 && parent !== null && isTag(parent); level += 1) {
    if (parent.name === 'sup') return true;
    parent = parent.parent;
  }
  return false;
}

interface NoteStart {
  readonly mark: string;
  /** The elements that say it; pages with styles for paper say it twice. */
  readonly marks: readonly Element[];
  /** The first text after it; empty where there is none. */
  readonly rest: string;
}

function readMarks(note: Element): NoteStart {
  const marks: Element[] = [];
  let mark = '';
  let seen = 0;
  for (const node of walk(note)) {
    seen += 1;
    if (seen > maxMarkNodes) break;
    if (!isText(node)) continue;
    const text = node.data.trim();
    if (text === '') continue;
    const { parent } = node;
    const isMark =
      parent !== null &&
      parent !== note &&
      isTag(parent) &&
      shortText.test(text) &&
      (mark === '' || text === mark);
    if (!isMark) return { mark, marks, rest: shortText.test(text) ? '' : text };
    mark = text;
    marks.push(parent);
  }
  return { mark, marks, rest: '' };
}

function contains(outer: Element, inner: Element): boolean {
  for (let node: AnyNode | null = inner; node !== null; node = node.parent)
    if (node === outer) return true;
  return false;
}

function decodeFragment(href: string): string {
  return decodePercent(href.slice(href.indexOf('#') + 1));
}

export function* walk(root: Document | Element): Generator<ChildNode> {
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
