import { type AnyNode, type ChildNode, Document, Element, Text } from 'domhandler';
import type { html as names } from 'parse5';
import { toWordSet } from '../../runtime/collections.ts';

/**
 * Levels. Deeper elements become siblings at this depth; common tree libraries overflow the stack from 1,500 levels on.
 */
export const maxDepth = 256;
/** Elements and texts; the largest page measured, a 2 MB table, has 120k. */
export const maxNodes = 300_000;
/** Attributes of one element; the rest is dropped. */
export const maxAttributes = 1_000;
/**
 * Open elements at which a parser stops nesting. Above `maxDepth`, so that `finaliseTree` alone flattens the tree of
 * both parsers; far below the number at which their scans of the open elements take quadratic time in practice.
 */
export const maxOpenElements = 512;

/** Warning for a page with more nodes than are read. */
export const nodeWarning: string = `The page has ${maxNodes} nodes or more; what comes after them was not read.`;
/** Warning for an element with more attributes than are kept. */
export const attributeWarning: string = `An element has more than ${maxAttributes} attributes; the rest was dropped.`;
/** Warning for elements that were nested too deeply. */
export const depthWarning: string = `Elements are nested deeper than ${maxDepth} levels; deeper ones were made siblings.`;

/**
 * A parent whose children are a linked list until `finaliseTree` writes `children`: parsers move, insert and detach
 * nodes, which takes constant time here and linear time in the number of siblings on arrays.
 */
export type LinkedParent = LinkedDocument | LinkedElement;

/** The root while a page is parsed. */
export class LinkedDocument extends Document {
  head: ChildNode | null = null;
  tail: ChildNode | null = null;
  readonly spaceRule: SpaceRule = 'trim';
}

/** Attributes that determine whether an element, or what it opens, is visible, or whether it holds data. */
const significantAttributes: ReadonlySet<string> = toWordSet(
  'hidden aria-hidden style popover itemscope itemprop typeof property about resource role aria-controls aria-expanded data-cfemail',
);

/** Whether an attribute means that its element is judged by its attributes; true of one in five elements. */
export function isSignificant(attribute: string): boolean {
  return significantAttributes.has(attribute);
}

/** Shared by all elements until `finaliseTree` gives each its own array. */
const noChildren: ChildNode[] = [];

/** An element while a page is parsed. */
export class LinkedElement extends Element {
  head: ChildNode | null = null;
  tail: ChildNode | null = null;
  /** Whether `isSignificant` is true of one of its attributes. */
  isSignificant = false;
  /** The parser of the speed mode knows none. */
  declare namespace?: names.NS;
  readonly spaceRule: SpaceRule;

  constructor(name: string, attribs: Record<string, string>, spaceRule: SpaceRule) {
    super(name, attribs, noChildren);
    this.spaceRule = spaceRule;
  }
}

/** Whether an attribute of the element itself hides it. */
export function statesHidden({
  attribs: { hidden, style },
  isSignificant,
}: LinkedElement): boolean {
  if (!isSignificant) return false;
  return hidden !== undefined || /display\s{0,9}:\s{0,9}none/i.test(style ?? '');
}

/** A page after parsing and before cleaning; `children` are not written yet. */
export interface LinkedTree {
  readonly root: LinkedDocument;
  /** Every `<style>` in page order: the rules that hide elements must be known before the elements are judged. */
  readonly styles: readonly LinkedElement[];
  /** Every `<link>`. */
  readonly links: readonly LinkedElement[];
  /** Every `<script>`. */
  readonly scripts: readonly LinkedElement[];
  /** Every element with an id that an attribute of its own hides. */
  readonly hiddenNamed: readonly LinkedElement[];
  /** Every element that says that it opens another one, and every tab. */
  readonly openers: readonly LinkedElement[];
  /** Every `<template>`, with what its content is in. */
  readonly templates: ReadonlyMap<LinkedElement, LinkedParent>;
  /** What the rules of style sheets may find elements by. */
  readonly names: PageNames;
  /** Messages for people: each limit that was reached, and what was dropped. */
  readonly warnings: readonly string[];
}

/** The elements that are looked for before a page is walked through: see `LinkedTree`. */
export interface ElementLists {
  readonly styles: LinkedElement[];
  readonly links: LinkedElement[];
  readonly scripts: LinkedElement[];
  readonly hiddenNamed: LinkedElement[];
  readonly openers: LinkedElement[];
}

export function createElementLists(): ElementLists {
  return { styles: [], links: [], scripts: [], hiddenNamed: [], openers: [] };
}

/** Adds an element where it belongs; parsers call it for each as they make it. */
export function addToLists(lists: ElementLists, element: LinkedElement): void {
  const { name } = element;
  if (name === 'style') lists.styles.push(element);
  else if (name === 'link') lists.links.push(element);
  else if (name === 'script') lists.scripts.push(element);
  else if (element.isSignificant) addStated(lists, element);
}

function addStated({ hiddenNamed, openers }: ElementLists, element: LinkedElement): void {
  const { id, role, 'aria-controls': opened, 'aria-expanded': isOpen } = element.attribs;
  if (id !== undefined && statesHidden(element)) hiddenNamed.push(element);
  if ((opened ?? isOpen) !== undefined || role === 'tab') openers.push(element);
}

/** Thrown inside a parser to stop it; never leaves a `parse…` function. */
export class TreeLimitReached extends Error {}

/** Appends a node that has no parent. */
export function appendNode(parent: LinkedParent, node: ChildNode): void {
  const last = parent.tail;
  node.parent = parent;
  node.prev = last;
  if (last === null) parent.head = node;
  else last.next = node;
  parent.tail = node;
}

/** Inserts a node that has no parent before one of the parent's children. */
export function insertNodeBefore(
  parent: LinkedParent,
  node: ChildNode,
  reference: ChildNode,
): void {
  const previous = reference.prev;
  node.parent = parent;
  node.prev = previous;
  node.next = reference;
  reference.prev = node;
  if (previous === null) parent.head = node;
  else previous.next = node;
}

/** Removes a node from its parent. */
export function detachNode(node: ChildNode): void {
  const { parent, prev, next } = node;
  if (!(parent instanceof LinkedElement || parent instanceof LinkedDocument)) return;
  if (prev === null) parent.head = next;
  else prev.next = next;
  if (next === null) parent.tail = prev;
  else next.prev = prev;
  node.parent = null;
  node.prev = null;
  node.next = null;
}

/** Appends text, to the last child where that is a text. Returns whether a node was created. */
export function appendText(parent: LinkedParent, data: string): boolean {
  const last = parent.tail;
  if (last instanceof Text) {
    last.data += data;
    return false;
  }
  appendNode(parent, new Text(data));
  return true;
}

/** What to do after an element: go on with what is in it, go on after it, or stop. */
export type NextVisit = 'inner' | 'skip' | 'stop';

/** Looks at each element of a walk that it shares with others. */
export type ElementVisitor = (element: LinkedElement) => void;

/** Visits the elements below a node in page order, without recursion. */
export function visitElements(
  root: LinkedParent,
  visit: (element: LinkedElement) => NextVisit,
): void {
  let node: AnyNode | null = root.head;
  while (node !== null) {
    if (node instanceof LinkedElement) {
      const next = visit(node);
      if (next === 'stop') return;
      if (next === 'inner' && node.head !== null) {
        node = node.head;
        continue;
      }
    }
    while (node !== null && node.next === null) {
      const parent: AnyNode | null = node.parent;
      node = parent === root ? null : parent;
    }
    node = node === null ? null : node.next;
  }
}

/**
 * The names that elements of a page have, by which selectors find them: most rules of a sheet are for elements of other pages.
 * Parsers add them. Names that only elements outside of the tree have do no harm.
 */
export class PageNames {
  readonly #types = new Set<string>(['*']);
  readonly #ids = new Set<string>();
  /** `class` attributes as written: a page has few different ones, each many times. */
  readonly #attributes = new Map<string, string>();
  /** Names by `class` attribute; filled when the first question is asked. */
  readonly #split = new Map<string, readonly string[]>();
  /** Classes with their `.`, by name. */
  readonly #classes = new Map<string, string>();
  /** Classes and ids, with their `.` and `#`. */
  readonly #keys = new Set<string>();
  #isSplit = false;
  #statesLines = false;
  #statesTex = false;
  #statesTables = false;
  #holdsCodedAddresses = false;

  addType(name: string): void {
    this.#types.add(name);
  }

  /** Whether the page has elements of its own kind, whose names have a hyphen. */
  get hasOwnElements(): boolean {
    for (const type of this.#types) if (type.includes('-')) return true;
    return false;
  }

  /** Whether a `class` attribute of the page, as written, matches. */
  hasClassLike(pattern: RegExp): boolean {
    for (const classes of this.#attributes.keys()) if (pattern.test(classes)) return true;
    return false;
  }

  /** Whether a `style` attribute of the page may state what becomes of line ends. */
  get mayStateLines(): boolean {
    return this.#statesLines;
  }

  /** Whether an element of the page, as a rule a script, may hold TeX by its `type`. */
  get mayHoldTex(): boolean {
    return this.#statesTex;
  }

  /** Whether an element of the page may be a table by its role, or by its `style` attribute. */
  get mayStateTables(): boolean {
    return this.#statesTables;
  }

  /** Whether an e-mail address may stand in the page as a code that a script of Cloudflare reads. */
  get holdsCodedAddresses(): boolean {
    return this.#holdsCodedAddresses;
  }

  /**
   * Adds what an attribute of an element names or states. Returns its value: of equal `class` attributes the same string, which is
   * found in maps without comparing its characters.
   */
  addAttribute(attribute: string, value: string): string {
    if (attribute === 'class') {
      const known = this.#attributes.get(value);
      if (known !== undefined) return known;
      this.#attributes.set(value, value);
    } else if (attribute === 'id') this.#ids.add(value);
    else if (attribute === 'style') this.#addStyle(value);
    else if (attribute === 'href') this.#holdsCodedAddresses ||= value.includes(codedAddressPath);
    else if (attribute === 'data-cfemail') this.#holdsCodedAddresses = true;
    else if (attribute === 'role') this.#statesTables ||= tableRole.test(value);
    else if (attribute === 'type') this.#statesTex ||= texType.test(value);
    return value;
  }

  /** Whether an element has this: `#id`, `.class`, a type or `*`. Of an attribute it is not known. */
  has(key: string): boolean {
    switch (key.charCodeAt(0)) {
      case 0x2e: {
        this.#splitAll();
        return this.#keys.has(key);
      }
      case 0x23: {
        this.#splitAll();
        return this.#keys.has(key);
      }
      case 0x5b: {
        return true;
      }
      default: {
        return this.#types.has(key);
      }
    }
  }

  /** Returns the classes in a `class` attribute of the page, each once and with its `.`. */
  splitClasses(classes: string): readonly string[] {
    this.#splitAll();
    return this.#split.get(classes) ?? [];
  }

  #addStyle(style: string): void {
    this.#statesLines ||= whiteSpace.test(style);
    this.#statesTables ||= statedTable.test(style);
  }

  #splitAll(): void {
    if (this.#isSplit) return;
    this.#isSplit = true;
    for (const id of this.#ids) this.#keys.add(`#${id}`);
    for (const classes of this.#attributes.keys()) {
      const names = otherSpace.test(classes) ? classes.split(/[\t\n\f\r ]+/) : classes.split(' ');
      const keys: string[] = [];
      // A set is worth its price for long lists alone.
      for (const name of names.length <= fewNames ? names : new Set(names)) {
        let key = this.#classes.get(name);
        if (key === undefined) {
          key = `.${name}`;
          this.#classes.set(name, key);
          this.#keys.add(key);
        }
        if (names.length > fewNames || !keys.includes(key)) keys.push(key);
      }
      this.#split.set(classes, keys);
    }
  }
}

/** Classes of an element that are compared with each other; nine of ten elements have fewer. */
const fewNames = 8;
const whiteSpace = /white-space/i;
export const statedTable: RegExp = /display\s*:\s*(?:inline-)?table/i;
const tableRole = /^(?:table|grid|treegrid)$/;
/** Where links to an address lead until Cloudflare's script has run. */
const codedAddressPath = '/cdn-cgi/l/email-protection';
/** Types of scripts that hold TeX, with or without `; mode=display`. */
export const texType: RegExp = /^math\/tex/i;
const otherSpace = /[\t\n\f\r]/;

/**
 * Treatment of white space that stands by itself in an element: unchanged (`keep`); one space, but none at the
 * element's ends or beside elements with this rule (`trim`); or one space, at the element's ends too (`part`).
 */
export type SpaceRule = 'keep' | 'trim' | 'part';

const rules = new Map<string, SpaceRule>();
for (const name of 'pre textarea listing xmp plaintext code samp kbd'.split(' '))
  rules.set(name, 'keep');
// Elements that every reader of the tree treats as boxes of their own.
const boxes =
  'html head body div center p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th section ' +
  'article main nav header footer aside form fieldset figure figcaption blockquote address details dialog hr hgroup search';
for (const name of boxes.split(' ')) rules.set(name, 'trim');

/** Returns the rule of a tag by its lower-case name. */
export function findSpaceRule(tag: string): SpaceRule {
  return rules.get(tag) ?? 'part';
}

/** The first elements among a node and those that follow on it. */
export function listElements(
  first: ChildNode | null,
  most: number = Infinity,
): readonly LinkedElement[] {
  const elements: LinkedElement[] = [];
  for (let node = first; node !== null && elements.length < most; node = node.next)
    if (node instanceof LinkedElement) elements.push(node);
  return elements;
}
