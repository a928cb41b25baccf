import { type AnyNode, type ChildNode, Comment, Text } from 'domhandler';
import {
  Parser,
  type Token,
  Tokenizer,
  type TreeAdapter,
  type TreeAdapterTypeMap,
  html as htmlNames,
} from 'parse5';
import {
  addToLists,
  createElementLists,
  LinkedDocument,
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  PageNames,
  TreeLimitReached,
  appendNode,
  appendText,
  attributeWarning,
  detachNode,
  findSpaceRule,
  insertNodeBefore,
  isSignificant,
  maxAttributes,
  maxNodes,
  maxOpenElements,
  nodeWarning,
} from './linked-tree.ts';
import { RuleMissing } from './open-elements.ts';
import { dropZeros } from './decode-references.ts';
import { parseSpeed } from './parse-speed.ts';
import { QuickHtmlTokenizer } from './quick-html-tokenizer.ts';
import { StandardTreeBuilder } from './standard-tree-builder.ts';
import { toAttributes } from './tag-attributes.ts';
import { replaceInPieces } from '../../runtime/unicode/fold-text.ts';

/**
 * Returns the tree by the HTML standard's algorithm, as browsers build it with scripts off or, where `runsScripts`, with scripts on:
 * then the content of a `<noscript>` is text, and no tag in it ends the page's head. parse5 builds what `StandardTreeBuilder` does not
 * know the rules of: the trees are the same.
 */
export function parseAccurate(html: string, runsScripts = false): LinkedTree {
  return parseQuickly(html, runsScripts) ?? parseByParse5(html, runsScripts);
}

/** Returns the tree, or `undefined` where the page needs parse5. */
export function parseQuickly(html: string, runsScripts: boolean): LinkedTree | undefined {
  const builder = new StandardTreeBuilder(html, runsScripts);
  const tokenizer = new QuickHtmlTokenizer(builder);
  try {
    tokenizer.write(html);
    tokenizer.end();
  } catch (error) {
    if (!(error instanceof RuleMissing)) throw error;
    return undefined;
  }
  const { root, lists, templates, names } = builder;
  return { root, ...lists, templates, names, warnings: [] };
}

export function parseByParse5(html: string, runsScripts: boolean): LinkedTree {
  const adapter = new LinkedTreeAdapter(html.length * maxAttributeGrowth + minAttributeWeight);
  const parser = new Parser<LinkedTreeMap>({ treeAdapter: adapter, scriptingEnabled: runsScripts });
  const tokenizer = new BoundedTokenizer(parser.options, parser);
  parser.tokenizer = tokenizer;
  const warnings: string[] = [];
  try {
    const written = dropZeros(html);
    tokenizer.write(
      written.includes('\r') ? replaceInPieces(written, /\r\n?/g, '\n') : written,
      true,
    );
  } catch (error) {
    if (!(error instanceof TreeLimitReached)) throw error;
    // parse5 scans its open elements at every tag: 100k nested elements would take minutes.
    if (adapter.openElements > maxOpenElements) return parseDeep(html);
    warnings.push(adapter.attributeWeight < 0 ? repetitionWarning : nodeWarning);
  }
  if (tokenizer.droppedAttributes) warnings.push(attributeWarning);
  const { lists, templates, names } = adapter;
  return { root: parser.document, ...lists, templates, names, warnings };
}

/**
 * Weight of all attributes of a tree, each its characters and `attributeCost`: `maxAttributeGrowth` times the page's
 * characters and `minAttributeWeight`. Formatting elements that are not closed are opened again in each later block,
 * with all their attributes.
 */
const attributeCost = 8;
const maxAttributeGrowth = 5;
const minAttributeWeight = 1_000_000;
const repetitionWarning =
  'Elements that are not closed repeat their attributes without end; what comes after them was not read.';

function parseDeep(html: string): LinkedTree {
  const tree = parseSpeed(html);
  const warning = `More than ${maxOpenElements} elements are open at once: read with the speed parser.`;
  return { ...tree, warnings: [warning, ...tree.warnings] };
}

const firstValueState = 35;
/**
 * What parse5's tokenizer would append to a text or value one character at a time, by its state (`State` in its
 * tokenizer/index.d.ts): data, RCDATA, raw text, script, values in double and in single quotes. White space between words has rules.
 */
const runs: ReadonlyMap<number, RegExp> = new Map([
  [0, /[^\s<&\0]+/y],
  [1, /[^\s<&\0]+/y],
  [2, /[^<\0]+/y],
  [3, /[^<\0]+/y],
  [firstValueState, /[^"&\0]+/y],
  [firstValueState + 1, /[^'&\0]+/y],
]);

/** parse5's tokenizer with a bound on the attributes of a tag. */
export class BoundedTokenizer extends Tokenizer {
  droppedAttributes = false;
  #names = new Set<string>();

  protected override _callState(cp: number): void {
    const state: number = this.state;
    const run = cp > 0 ? runs.get(state) : undefined;
    if (run !== undefined) {
      const { html, pos } = this.preprocessor;
      run.lastIndex = cp > 0xffff ? pos - 1 : pos;
      const text = run.exec(html)?.[0];
      if (text !== undefined) {
        // The character that is read next follows this place; a token that is handed over may cut off what was read.
        this.preprocessor.pos = run.lastIndex - 1;
        if (state < firstValueState) this._emitChars(text);
        else this.currentAttr.value += text;
        return;
      }
    }
    super._callState(cp);
  }

  /** parse5 compares each attribute with all previous ones, which is quadratic: 1e6 attributes took minutes. */
  protected override _leaveAttrName(): void {
    const token = this.currentToken;
    if (token === null || !('attrs' in token)) return;
    const { attrs } = token;
    const { name } = this.currentAttr;
    if (attrs.length === 0) this.#names = new Set();
    if (this.#names.has(name)) return;
    if (attrs.length >= maxAttributes) {
      this.droppedAttributes = true;
      return;
    }
    this.#names.add(name);
    attrs.push(this.currentAttr);
  }
}

type LinkedTreeMap = TreeAdapterTypeMap<
  AnyNode,
  LinkedParent,
  ChildNode,
  LinkedDocument,
  LinkedDocument,
  LinkedElement,
  Comment,
  Text,
  LinkedElement,
  Comment
>;

/** Builds the linked tree for parse5. Comments and document types are dropped: they are not visible. */
class LinkedTreeAdapter implements TreeAdapter<LinkedTreeMap> {
  openElements = 0;
  /** Weight of the attributes that the tree may still take; negative once it is used up. */
  attributeWeight: number;
  readonly lists = createElementLists();
  readonly templates = new Map<LinkedElement, LinkedDocument>();
  readonly names = new PageNames();
  private nodes = 0;
  private mode = htmlNames.DOCUMENT_MODE.NO_QUIRKS;

  constructor(attributeWeight: number) {
    this.attributeWeight = attributeWeight;
  }

  onItemPush(): void {
    this.openElements += 1;
    if (this.openElements > maxOpenElements) throw new TreeLimitReached();
  }

  onItemPop(): void {
    this.openElements -= 1;
  }

  createDocument(): LinkedDocument {
    return new LinkedDocument([]);
  }

  createDocumentFragment(): LinkedDocument {
    return new LinkedDocument([]);
  }

  createElement(
    tagName: string,
    namespace: htmlNames.NS,
    attributes: Token.Attribute[],
  ): LinkedElement {
    this.countNode();
    const element = new LinkedElement(tagName, {}, findSpaceRule(tagName));
    element.namespace = namespace;
    this.adoptAttributes(element, attributes);
    this.names.addType(namespace === htmlNames.NS.HTML ? tagName : tagName.toLowerCase());
    addToLists(this.lists, element);
    return element;
  }

  createCommentNode(): Comment {
    return new Comment('');
  }

  createTextNode(value: string): Text {
    return new Text(value);
  }

  appendChild(parent: LinkedParent, node: ChildNode): void {
    if (!(node instanceof Comment)) appendNode(parent, node);
  }

  insertBefore(parent: LinkedParent, node: ChildNode, reference: ChildNode): void {
    if (!(node instanceof Comment)) insertNodeBefore(parent, node, reference);
  }

  insertText(parent: LinkedParent, text: string): void {
    if (appendText(parent, text)) this.countNode();
  }

  insertTextBefore(parent: LinkedParent, text: string, reference: ChildNode): void {
    const previous = reference.prev;
    if (previous instanceof Text) {
      previous.data += text;
      return;
    }
    this.countNode();
    insertNodeBefore(parent, new Text(text), reference);
  }

  detachNode(node: ChildNode): void {
    detachNode(node);
  }

  /** Adds what the element does not have: only a second `<html>` or `<body>` finds attributes there. */
  adoptAttributes(element: LinkedElement, attributes: readonly Token.Attribute[]): void {
    let isBare = Object.keys(element.attribs).length === 0;
    for (const { name, prefix, value } of attributes) {
      const key = prefix ? `${prefix}:${name}` : name;
      if (isBare) {
        element.attribs = toAttributes(key, value);
        isBare = false;
      } else if (!Object.hasOwn(element.attribs, key)) element.attribs[key] = value;
      else continue;
      this.attributeWeight -= key.length + value.length + attributeCost;
      this.names.addAttribute(key, value);
      if (isSignificant(key)) element.isSignificant = true;
    }
    if (this.attributeWeight < 0) throw new TreeLimitReached();
  }

  setTemplateContent(template: LinkedElement, content: LinkedDocument): void {
    this.templates.set(template, content);
  }

  getTemplateContent(template: LinkedElement): LinkedDocument {
    // parse5 asks for the content of templates only, and sets it for each one first.
    return this.templates.get(template) ?? new LinkedDocument([]);
  }

  setDocumentType(): void {}

  setDocumentMode(_document: LinkedDocument, mode: htmlNames.DOCUMENT_MODE): void {
    this.mode = mode;
  }

  getDocumentMode(): htmlNames.DOCUMENT_MODE {
    return this.mode;
  }

  getFirstChild(node: LinkedParent): ChildNode | null {
    return node.head;
  }

  getChildNodes(): ChildNode[] {
    return [];
  }

  getParentNode(node: AnyNode): LinkedParent | null {
    const { parent } = node;
    return parent instanceof LinkedElement || parent instanceof LinkedDocument ? parent : null;
  }

  getAttrList(element: LinkedElement): Token.Attribute[] {
    return Object.entries(element.attribs).map(([name, value]) => ({ name, value }));
  }

  getTagName(element: LinkedElement): string {
    return element.name;
  }

  getNamespaceURI(element: LinkedElement): htmlNames.NS {
    return element.namespace ?? htmlNames.NS.HTML;
  }

  getTextNodeContent(node: Text): string {
    return node.data;
  }

  getCommentNodeContent(node: Comment): string {
    return node.data;
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  isTextNode(node: AnyNode): node is Text {
    return node instanceof Text;
  }

  isCommentNode(node: AnyNode): node is Comment {
    return node instanceof Comment;
  }

  isDocumentTypeNode(_node: AnyNode): _node is Comment {
    return false;
  }

  isElementNode(node: AnyNode): node is LinkedElement {
    return node instanceof LinkedElement;
  }

  // Source positions are not requested.
  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): null {
    return null;
  }

  updateNodeSourceCodeLocation(): void {}

  private countNode(): void {
    this.nodes += 1;
    if (this.nodes >= maxNodes) throw new TreeLimitReached();
  }
}
