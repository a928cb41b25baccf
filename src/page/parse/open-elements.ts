import { html as names } from 'parse5';
import {
  addToLists,
  createElementLists,
  type ElementLists,
  LinkedDocument,
  LinkedElement,
  type LinkedParent,
  PageNames,
  appendNode,
  appendText,
  detachNode,
  maxNodes,
  maxOpenElements,
} from './linked-tree.ts';
import {
  type StandardTag,
  buttonScope,
  foreign,
  impliedThoroughly,
  scope,
  special,
  tableStructure,
  toStandardTag,
} from './standard-tag.ts';
import { TagAttributes } from './tag-attributes.ts';

/** Thrown where a page needs a rule that the quick parser does not know; never leaves `parseAccurate`. */
export class RuleMissing extends Error {}

const missing = new RuleMissing();
/** Throws: the page is left to parse5. */
export function leaveToParse5(): never {
  throw missing;
}

/** An entry of the list of active formatting elements; `undefined` is a marker. */
interface FormattingEntry {
  element: LinkedElement;
  readonly tag: StandardTag;
}

const paragraph = toStandardTag('p');
const template = toStandardTag('template');
const documentTag = toStandardTag('#document');
/** Weight of the attributes of copied elements, as `parseAccurate` weighs them, from which on they are left to it. */
const maxCopiedWeight = 1_000_000;
/** Formatting elements of one name and with the same attributes that are opened again: "Noah's Ark clause". */
const maxAlike = 3;
/** Rounds of the adoption agency algorithm, and copies in each. */
const maxAdoptions = 8;
const maxCopies = 3;

/** The stack of open elements and the list of active formatting elements, by the HTML standard. */
export class OpenElements {
  readonly root: LinkedDocument = new LinkedDocument([]);
  readonly lists: ElementLists = createElementLists();
  readonly templates: Map<LinkedElement, LinkedParent> = new Map();
  readonly names: PageNames = new PageNames();
  protected readonly attributes: TagAttributes = new TagAttributes(this.names);
  protected readonly elements: LinkedElement[] = [];
  protected readonly tags: StandardTag[] = [];
  /** The current node, or a template's content, and its tag. */
  protected parent: LinkedParent = this.root;
  protected tag: StandardTag = documentTag;
  protected readonly formatting: (FormattingEntry | undefined)[] = [];
  /** Number of open `<p>`: most blocks need not search for one. */
  #paragraphs = 0;
  #nodes = 0;
  #copiedWeight = 0;

  /** Inserts an element of the tag just read at the current node, without opening it. */
  protected append(tag: StandardTag): LinkedElement {
    const element = this.#create(tag, this.attributes.isSignificant, this.attributes.take());
    appendNode(this.parent, element);
    return element;
  }

  /** The same, and opens it. */
  protected insert(tag: StandardTag): LinkedElement {
    const element = this.append(tag);
    this.push(element, tag);
    return element;
  }

  /** Inserts and opens an element that has no tag in the page. */
  protected imply(tag: StandardTag): LinkedElement {
    this.names.addType(tag.name);
    const element = this.#create(tag, false, {});
    appendNode(this.parent, element);
    this.push(element, tag);
    return element;
  }

  protected insertText(text: string): void {
    if (appendText(this.parent, text)) this.#countNode();
  }

  protected push(element: LinkedElement, tag: StandardTag): void {
    if (this.elements.length >= maxOpenElements) leaveToParse5();
    this.elements.push(element);
    this.tags.push(tag);
    this.parent = tag === template ? this.#openContent(element) : element;
    this.tag = tag;
    if (tag === paragraph) this.#paragraphs += 1;
  }

  protected pop(): void {
    if (this.tag === paragraph) this.#paragraphs -= 1;
    this.elements.pop();
    this.tags.pop();
    this.#update();
  }

  /** Pops until so many elements are left. */
  protected popTo(length: number): void {
    while (this.elements.length > length) this.pop();
  }

  protected popUntil(tag: StandardTag): void {
    this.popTo(Math.max(0, this.tags.lastIndexOf(tag)));
  }

  /** Pops until the current node is in a set of tags. */
  protected clearBackTo(context: number): void {
    while ((this.tag.bits & context) === 0) this.pop();
  }

  /** Removes an element from the stack, not from the tree. */
  protected removeOpen(element: LinkedElement): void {
    const index = this.elements.lastIndexOf(element);
    if (index < 0) return;
    if (this.tags[index] === paragraph) this.#paragraphs -= 1;
    this.elements.splice(index, 1);
    this.tags.splice(index, 1);
    this.#update();
  }

  #update(): void {
    const last = this.elements.length - 1;
    const element = this.elements[last];
    this.tag = this.tags[last] ?? documentTag;
    if (element === undefined) this.parent = this.root;
    else this.parent = this.tag === template ? this.#openContent(element) : element;
  }

  #openContent(element: LinkedElement): LinkedParent {
    const known = this.templates.get(element);
    if (known !== undefined) return known;
    const content = new LinkedDocument([]);
    this.templates.set(element, content);
    return content;
  }

  protected hasInScope(tag: StandardTag, boundary: number = scope): boolean {
    const { tags } = this;
    for (let index = tags.length - 1; index >= 0; index -= 1) {
      const open = tags[index] as StandardTag;
      if (open === tag) return true;
      if ((open.bits & boundary) !== 0) return false;
    }
    return true;
  }

  protected hasRuleInTableScope({ rule }: StandardTag, name?: string): boolean {
    const { tags } = this;
    for (let index = tags.length - 1; index >= 0; index -= 1) {
      const open = tags[index] as StandardTag;
      if ((open.bits & foreign) !== 0) continue;
      if (open.rule === rule && (name === undefined || open.name === name)) return true;
      if (open.rule === 'table' || open.rule === 'html') return false;
    }
    return true;
  }

  protected hasParagraph(): boolean {
    return this.#paragraphs > 0 && this.hasInScope(paragraph, scope | buttonScope);
  }

  protected closeParagraph(): void {
    this.closeImplied(impliedThoroughly, paragraph);
    this.popUntil(paragraph);
  }

  /** Generates implied end tags: for tags in the set, up to the excepted one. */
  protected closeImplied(set: number, except?: StandardTag): void {
    while ((this.tag.bits & set) !== 0 && this.tag !== except) this.pop();
  }

  /** Opens formatting elements again that were closed with the block they began in. */
  protected reconstruct(): void {
    const list = this.formatting;
    let first = list.length;
    while (first > 0) {
      const entry = list[first - 1];
      if (entry === undefined || this.#isOpen(entry.element)) break;
      first -= 1;
    }
    for (; first < list.length; first += 1) {
      const entry = list[first];
      if (entry === undefined) continue;
      const copy = this.#copy(entry);
      appendNode(this.parent, copy);
      this.push(copy, entry.tag);
      entry.element = copy;
    }
  }

  /** Adds the current node to the list of active formatting elements. */
  protected addFormatting(element: LinkedElement): void {
    const list = this.formatting;
    let alike = 0;
    for (let index = list.length - 1; index >= 0; index -= 1) {
      const entry = list[index];
      if (entry === undefined) break;
      if (!isAlike(entry.element, element)) continue;
      alike += 1;
      if (alike === maxAlike) list.splice(index, 1);
    }
    list.push({ element, tag: this.tag });
  }

  protected clearToMarker(): void {
    while (this.formatting.length > 0 && this.formatting.pop() !== undefined);
  }

  protected findFormatting(tag: StandardTag): FormattingEntry | undefined {
    for (let index = this.formatting.length - 1; index >= 0; index -= 1) {
      const entry = this.formatting[index];
      if (entry === undefined || entry.tag === tag) return entry;
    }
    return undefined;
  }

  protected removeFormatting(entry: FormattingEntry): void {
    const index = this.formatting.lastIndexOf(entry);
    if (index >= 0) this.formatting.splice(index, 1);
  }

  /** The end of an element that has no rule of its own: up to the element of this name, or to a special one. */
  protected closeOther(tag: StandardTag): void {
    for (let index = this.tags.length - 1; index > 0; index -= 1) {
      const open = this.tags[index] as StandardTag;
      // parse5 does not ask whether it is HTML.
      if (open.name === tag.name) {
        while (this.elements.length > index + 1 && (this.tag.bits & impliedThoroughly) !== 0) {
          if (this.tag.name === tag.name) break;
          this.pop();
        }
        this.popTo(index);
        return;
      }
      if ((open.bits & special) !== 0) return;
    }
  }

  /** The adoption agency algorithm: the end of a formatting element, also within other ones. */
  protected closeFormatting(tag: StandardTag): void {
    for (let round = 0; round < maxAdoptions; round += 1) {
      const entry = this.findFormatting(tag);
      if (entry === undefined) {
        this.closeOther(tag);
        return;
      }
      const place = this.elements.lastIndexOf(entry.element);
      if (place < 0) {
        this.removeFormatting(entry);
        return;
      }
      if (!this.hasInScope(tag)) return;
      let block = place + 1;
      while (block < this.tags.length && ((this.tags[block]?.bits ?? 0) & special) === 0)
        block += 1;
      if (block === this.tags.length) {
        this.popTo(place);
        this.removeFormatting(entry);
        return;
      }
      this.#adopt(entry, place, block);
    }
  }

  /** Moves a block out of a formatting element that ends in it, and its content into a copy of that element. */
  #adopt(entry: FormattingEntry, place: number, blockPlace: number): void {
    const { elements, tags } = this;
    const block = elements[blockPlace] as LinkedElement;
    const ancestor = elements[place - 1];
    const around = tags[place - 1];
    if (ancestor === undefined || around === undefined || around === template) leaveToParse5();
    if ((around.bits & tableStructure) !== 0) leaveToParse5();
    let bookmark = entry;
    let last = block;
    for (let index = blockPlace - 1, copies = 0; index > place; index -= 1, copies += 1) {
      const element = elements[index] as LinkedElement;
      const inner = this.formatting.find((each) => each?.element === element);
      if (inner === undefined || copies >= maxCopies) {
        if (inner !== undefined) this.removeFormatting(inner);
        this.removeOpen(element);
        continue;
      }
      const copy = this.#copy(inner);
      elements[index] = copy;
      inner.element = copy;
      if (last === block) bookmark = inner;
      detachNode(last);
      appendNode(copy, last);
      last = copy;
    }
    detachNode(last);
    appendNode(ancestor, last);
    const copy = this.#copy(entry);
    for (let child = block.head; child !== null; child = block.head) {
      detachNode(child);
      appendNode(copy, child);
    }
    appendNode(block, copy);
    this.formatting.splice(this.formatting.indexOf(bookmark) + 1, 0, {
      element: copy,
      tag: entry.tag,
    });
    this.removeFormatting(entry);
    this.removeOpen(entry.element);
    const after = elements.lastIndexOf(block) + 1;
    elements.splice(after, 0, copy);
    tags.splice(after, 0, entry.tag);
    this.#update();
  }

  #isOpen(element: LinkedElement): boolean {
    return this.elements.includes(element);
  }

  #copy({ element, tag }: FormattingEntry): LinkedElement {
    const { attribs } = element;
    for (const name of Object.keys(attribs))
      this.#copiedWeight += name.length + (attribs[name]?.length ?? 0) + 8;
    if (this.#copiedWeight > maxCopiedWeight) leaveToParse5();
    return this.#create(tag, element.isSignificant, { ...attribs });
  }

  #create(
    tag: StandardTag,
    isSignificant: boolean,
    attribs: Record<string, string>,
  ): LinkedElement {
    this.#countNode();
    const { name, bits } = tag;
    const element = new LinkedElement(name, attribs, tag.spaceRule);
    element.isSignificant = isSignificant;
    element.namespace = (bits & foreign) === 0 ? names.NS.HTML : toSpace(tag);
    addToLists(this.lists, element);
    return element;
  }

  #countNode(): void {
    this.#nodes += 1;
    if (this.#nodes >= maxNodes) leaveToParse5();
  }
}

function toSpace({ isMath }: StandardTag): names.NS {
  return isMath ? names.NS.MATHML : names.NS.SVG;
}

/** Whether two formatting elements have the same name and attributes. */
function isAlike(one: LinkedElement, other: LinkedElement): boolean {
  if (one.name !== other.name) return false;
  const keys = Object.keys(one.attribs);
  if (keys.length !== Object.keys(other.attribs).length) return false;
  return keys.every((key) => one.attribs[key] === other.attribs[key]);
}
