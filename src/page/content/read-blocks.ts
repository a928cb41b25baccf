import type { MetaTag, PageReading, StructuredEntity, StructuredText } from '../page-reading.ts';
import {
  type BlockRun,
  type ContentBlock,
  type ContentExtra,
  type ContentMark,
  addSpace,
  addText,
  splitRun,
} from './content-block.ts';
import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';
import { isOwnBlock } from '../display/custom-elements.ts';
import { isBlockTag, readText } from '../tree/node-text.ts';
import { findImageSource } from '../tree/pictures.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import {
  type BlockSink,
  createSink,
  endRun,
  endRunWithText,
  enterBlock,
  finishSink,
  leaveBlock,
} from './block-sink.ts';
import { findAll } from 'domutils';
import { parseDocument } from 'htmlparser2';

const blocksOf = new WeakMap<PageReading, readonly ContentBlock[]>();

/**
 * Returns all content of a page as blocks: meta tags and structured data first, then the page's text in page order.
 * Read once for each reading; selection, evidence and repair share the result.
 */
export function readBlocks(reading: PageReading): readonly ContentBlock[] {
  const known = blocksOf.get(reading);
  if (known !== undefined) return known;
  const page = readPageBlocks(reading.document);
  const blocks = [...readStructuredBlocks(reading, page.annotated), ...page.blocks];
  blocksOf.set(reading, blocks);
  return blocks;
}

const partingTags: ReadonlySet<string> = new Set([
  'input',
  'button',
  'label',
  'img',
  'iframe',
  'rt',
]);
/** The most frequent inline elements, checked first. */
const lineTags: ReadonlySet<string> = new Set(['a', 'span', 'b', 'i', 'em', 'strong', 'img', 'br']);

/** The page's text, and the elements with property names of microdata or RDFa that were read with it. */
interface PageBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly annotated: ReadonlySet<AnyNode>;
}

interface Walk {
  readonly sink: BlockSink;
  readonly annotated: Set<AnyNode>;
  linkDepth: number;
  struckDepth: number;
  /** Elements around the text that name what is chosen. */
  chosenDepth: number;
  /** Whether an element names what is chosen; asked for each label, so that it is looked up once for all. */
  readonly isChosen: (element: Element) => boolean;
}

/** Returns the page's text as blocks in page order. One walk, no recursion. */
function readPageBlocks(document: Document): PageBlocks {
  const walk: Walk = {
    sink: createSink(),
    annotated: new Set(),
    linkDepth: 0,
    struckDepth: 0,
    chosenDepth: 0,
    isChosen: findChosen(document),
  };
  let node: AnyNode | null = document.firstChild;
  while (node !== null) {
    if (isText(node)) {
      addText(walk.sink.run, node.data, { node }, walk.linkDepth > 0, markOf(walk));
    } else if (isTag(node) && enter(walk, node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    } else if (isTag(node)) {
      leave(walk, node);
    } else if (hasChildren(node) && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) leave(walk, node);
    }
    if (node !== null) node = node.next;
  }
  return { blocks: finishSink(walk.sink), annotated: walk.annotated };
}

function markOf({ struckDepth, chosenDepth }: Walk): ContentMark | undefined {
  if (struckDepth > 0) return 'struck';
  return chosenDepth > 0 ? 'chosen' : undefined;
}

/** Elements between a box and the label around it. */
const maxAroundBox = 4;

/** Whether an element is the label of a box or a button that is checked, or is one itself: `<div role="radio" aria-checked="true">`. */
function findChosen(document: Document): (element: Element) => boolean {
  let chosen: { readonly labels: Set<AnyNode>; readonly ids: Set<string> } | undefined;
  return (element) => {
    const { name, attribs } = element;
    if (name !== 'label') return attribs['aria-checked'] === 'true' && name !== 'input';
    chosen ??= listChosen(document);
    const id = attribs['for'];
    return id === undefined ? chosen.labels.has(element) : chosen.ids.has(id);
  };
}

function listChosen(document: Document): {
  readonly labels: Set<AnyNode>;
  readonly ids: Set<string>;
} {
  const labels = new Set<AnyNode>();
  const ids = new Set<string>();
  for (const { attribs, parent } of findAll(isChecked, document.children)) {
    if (attribs['id'] !== undefined) ids.add(attribs['id']);
    let around: AnyNode | null = parent;
    for (let at = 0; at < maxAroundBox && around !== null; at += 1) {
      if (isTag(around) && around.name === 'label') labels.add(around);
      around = around.parent;
    }
  }
  return { labels, ids };
}

function isChecked({ name, attribs }: Element): boolean {
  return name === 'input' && Object.hasOwn(attribs, 'checked');
}

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const raisedTags: ReadonlySet<string> = new Set(['sup', 'small']);

/** Whether digits in raised or small print follow on others: cents, an exponent or the mark of a note are none of that number. */
function isRaisedNumber({ name, firstChild }: Element, before: string): boolean {
  return (
    raisedTags.has(name) &&
    firstChild !== null &&
    isText(firstChild) &&
    /^\s*\d/.test(firstChild.data) &&
    /\d$/.test(before)
  );
}

/** Returns `false` when the element's children are not to be walked. */
function enter(walk: Walk, element: Element): boolean {
  const { name } = element;
  const { sink } = walk;
  if (isUnread(name)) return false;
  if (isChoice(name)) {
    endRun(sink);
    readOptions(sink.run, element);
    return false;
  }
  if (isBoundary(element)) {
    endRunWithText(sink);
    enterBlock(sink, element);
  } else if (name === 'br') {
    endRunWithText(sink);
  } else if (partingTags.has(name) || isRaisedNumber(element, sink.run.text)) {
    addSpace(sink.run);
  }
  if (name === 'a') walk.linkDepth += 1;
  if (struckTags.has(name)) walk.struckDepth += 1;
  if (walk.isChosen(element)) walk.chosenDepth += 1;
  if (readExtras(element, sink.run.extras)) walk.annotated.add(element);
  return true;
}

function leave(walk: Walk, element: Element): void {
  const { name } = element;
  if (name === 'a') walk.linkDepth -= 1;
  if (struckTags.has(name)) walk.struckDepth -= 1;
  if (walk.isChosen(element)) walk.chosenDepth -= 1;
  if (isUnread(name)) return;
  if (isChoice(name)) {
    endRun(walk.sink);
  } else if (isBoundary(element)) {
    endRun(walk.sink);
    leaveBlock(walk.sink, element);
  } else if (partingTags.has(name)) {
    addSpace(walk.sink.run);
  }
}

function isUnread(name: string): boolean {
  return name === 'head' || name === 'title';
}

function isChoice(name: string): boolean {
  return name === 'select' || name === 'datalist';
}

function isBoundary(element: Element): boolean {
  const { name } = element;
  if (lineTags.has(name)) return false;
  return isBlockTag(name) || name === 'td' || name === 'th' || isOwnBlock(element);
}

/** Longer attribute values are state for scripts, not content of the page. */
const maxExtraLength = 300;
/** Tags whose `value` is data or input. On other tags (`li`, `progress`) it is layout. */
const valueTags: ReadonlySet<string> = new Set(['data', 'input', 'meter']);
const idleInputs: ReadonlySet<string> = new Set([
  'submit',
  'button',
  'checkbox',
  'radio',
  'image',
  'reset',
]);

/** A text without white space to collapse: the usual address, number or name. */
const plainLine = /^[!-~]+( [!-~]+)*$/;

/**
 * Adds the content of an element's attributes. Returns whether the element has a property name of microdata or RDFa.
 */
function readExtras(element: Element, extras: ContentExtra[]): boolean {
  const { attribs, name } = element;
  const property = attribs['itemprop'] ?? attribs['property'];
  for (const attribute in attribs) {
    const value = attribs[attribute] ?? '';
    switch (attribute) {
      case 'class':
      case 'id':
      case 'style': {
        break;
      }
      case 'alt':
      case 'title':
      case 'aria-label': {
        if (value.length <= maxExtraLength) add(extras, 'label', '', value, element, attribute);
        break;
      }
      case 'content':
      case 'datetime':
      case 'value': {
        if (isValue(element, attribute, property !== undefined)) {
          add(extras, 'value', property ?? attribs['name'] ?? '', value, element, attribute);
        }
        break;
      }
      case 'href': {
        if (name === 'a' || name === 'area') add(extras, 'link', '', value, element, attribute);
        else if (property !== undefined) add(extras, 'value', property, value, element, attribute);
        break;
      }
      case 'src': {
        if (name === 'img') add(extras, 'image', '', value, element, attribute);
        break;
      }
      case 'srcset': {
        const source = name === 'img' ? findImageSource(attribs) : undefined;
        // Where the picture has no address of its own, it is the one of a set.
        if (source !== undefined && source !== attribs['src'] && value.includes(source))
          add(extras, 'image', '', source, element, attribute);
        break;
      }
      default: {
        if (attribute.startsWith('data-') && value.length <= maxExtraLength) {
          add(extras, 'data', attribute.slice(5), value, element, attribute);
        }
      }
    }
  }
  return property !== undefined;
}

function isValue(element: Element, attribute: string, hasProperty: boolean): boolean {
  if (attribute === 'content') return hasProperty;
  if (attribute === 'datetime') return true;
  if (element.name === 'input')
    return !idleInputs.has((element.attribs['type'] ?? '').toLowerCase());
  return valueTags.has(element.name) || hasProperty;
}

function add(
  extras: ContentExtra[],
  kind: ContentExtra['kind'],
  name: string,
  text: string,
  node: Element,
  attribute: string,
): void {
  const folded = plainLine.test(text) ? text : foldText(text);
  if (folded !== '') extras.push({ kind, name, text: folded, source: { node, attribute } });
}

/** Lists of countries, years or page numbers are longer; more choices do not describe the page. */
const maxOptions = 12;

/** Adds the choices of a list as one line: the first ones and the selected ones. */
function readOptions(run: BlockRun, list: Element): void {
  let shown = 0;
  let node = list.firstChild;
  while (node !== null) {
    if (isTag(node) && node.name === 'option') {
      if (shown < maxOptions || Object.hasOwn(node.attribs, 'selected')) {
        const text = readText(node);
        if (text !== '') {
          if (shown > 0) addText(run, ' | ', { node }, false);
          addText(run, text, { node }, false, isSelected(node) ? 'chosen' : undefined);
          shown += 1;
        }
      }
    } else if (isTag(node) && node.name === 'optgroup' && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.next === null && node.parent !== list) node = node.parent;
    node = node?.next ?? null;
  }
}

/** Whether a choice is one that the page made; without a value it asks for one: "Choose a size". */
function isSelected({ attribs }: Element): boolean {
  return (
    Object.hasOwn(attribs, 'selected') &&
    !Object.hasOwn(attribs, 'disabled') &&
    attribs['value'] !== ''
  );
}

/** Meta names that are addressed to programs: browsers, search engines, site verification. */
const idleMeta =
  /^(viewport|robots|googlebot|bingbot|referrer|generator|theme-color|color-scheme|format-detection|handheldfriendly|mobileoptimized|rating|charset|content-type|x-ua-compatible|refresh|msapplication-.*|apple-.*|.*verif.*|csrf-.*|.*token.*|fb:.*|al:.*|twitter:(site|creator|card|app:.*)|.*:(width|height|type))$/;
/** The main entities of a page are less deep; deeper trees are reviews of reviews. */
const maxDepth = 12;
const maxLeaves = 3_000;
/** Characters of a path, which stands before each of its values; vocabularies have names of at most 40. */
const maxPathLength = 300;

/**
 * Returns the `<meta>` tags and structured data of a page, one block a value. Microdata and RDFa that were read with
 * the page's text (`seen`) are left out: they stand beside the text they belong to.
 */
function readStructuredBlocks(
  reading: PageReading,
  seen: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const { metaTags, entities } = reading.structuredData;
  const known: Known = {
    nodes: new Set(seen),
    roots: new Set(
      entities.flatMap((entity) => (entity.id === undefined ? [entity] : [entity, entity.id])),
    ),
    entities: new Set(),
  };
  const blocks: ContentBlock[] = [];
  for (const entity of entities) {
    const heading = toBlock({
      kind: 'entity',
      name: '',
      text: `[${entity.types.join(', ') || 'data'}]`,
      source: entity.source,
      heading: undefined,
    });
    const start = blocks.length;
    blocks.push(heading);
    addLeaves(blocks, entity, heading, known);
    if (blocks.length === start + 1) blocks.pop();
  }
  return [...readMetaBlocks(metaTags, known.nodes), ...blocks];
}

function readMetaBlocks(
  metaTags: readonly MetaTag[],
  known: ReadonlySet<AnyNode>,
): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const { name, content, source } of metaTags) {
    const text = foldText(content);
    // A `<meta>` inside an entity has been read with the entity.
    if (text === '' || idleMeta.test(name) || known.has(source.node)) continue;
    addBlocks(blocks, { kind: 'meta', name, text, source, heading: undefined });
  }
  return blocks;
}

interface Visit {
  readonly value: StructuredText | StructuredEntity;
  readonly path: string;
  readonly depth: number;
}

/** Values that have been read already, so that each is read once. */
interface Known {
  /** Sources of microdata and RDFa. */
  readonly nodes: Set<AnyNode>;
  /** Top-level entities: a reference to one shows its name only. */
  readonly roots: ReadonlySet<StructuredEntity | string>;
  readonly entities: Set<StructuredEntity>;
}

/** Adds leaves in page order, without recursion; entities may refer to each other in a circle. */
function addLeaves(
  blocks: ContentBlock[],
  root: StructuredEntity,
  heading: ContentBlock,
  known: Known,
): void {
  const stack: Visit[] = [{ value: root, path: '', depth: 0 }];
  while (stack.length > 0 && blocks.length < maxLeaves) {
    const { value, path, depth } = stack.pop() as Visit;
    if (value.kind === 'text') {
      if (isUnseenText(value, known)) continue;
      if (root.syntax !== 'json-ld') {
        if (known.nodes.has(value.source.node)) continue;
        known.nodes.add(value.source.node);
      }
      addLeaf(blocks, value, path, heading);
      continue;
    }
    const isReference = depth > 0 && (known.roots.has(value) || known.roots.has(value.id ?? value));
    if (isReference) {
      const [name] = value.properties.get('name') ?? [];
      if (name?.kind === 'text' && !isUnseenText(name, known))
        addLeaf(blocks, name, `${path}.name`, heading);
      continue;
    }
    if (depth > maxDepth || known.entities.has(value)) continue;
    known.entities.add(value);
    for (const visit of listProperties(value, path, depth + 1).reverse()) stack.push(visit);
  }
}

/**
 * Whether a value is the text of an element that people do not see. What is stated for programs stands in attributes and scripts; a
 * title is seen beside the page.
 */
function isUnseenText({ source }: StructuredText, { nodes }: Known): boolean {
  const { node, attribute, pointer } = source;
  if (attribute !== undefined || pointer !== undefined || nodes.has(node)) return false;
  return !(isTag(node) && isUnread(node.name));
}

function listProperties(entity: StructuredEntity, path: string, depth: number): Visit[] {
  const visits: Visit[] = [];
  for (const [property, values] of entity.properties) {
    const name = path === '' ? property : `${path}.${property}`;
    if (name.length > maxPathLength) continue;
    const records = values.filter((value) => value.kind === 'entity' && isRecord(value));
    values.forEach((value, index) => {
      // Records with more than one value are numbered, so that the values of one record stay together.
      const isNumbered = records.length > 1 && value.kind === 'entity';
      visits.push({ value, path: isNumbered ? `${name}[${index}]` : name, depth });
    });
  }
  return visits;
}

/** Whether an entity has more than one value; addresses and identifiers of steps and pictures do not count. */
function isRecord({ properties }: StructuredEntity): boolean {
  let said = 0;
  for (const values of properties.values()) {
    if (values.some((value) => value.kind === 'entity' || !isAddress(value.text))) said += 1;
  }
  return said > 1;
}

function addLeaf(
  blocks: ContentBlock[],
  leaf: StructuredText,
  name: string,
  heading: ContentBlock,
): void {
  const text = toPlainText(leaf.text);
  if (text !== '') addBlocks(blocks, { kind: 'data', name, text, source: leaf.source, heading });
}

/** Removes markup and character references from a value. */
function toPlainText(value: string): string {
  const marked = value.includes('<') || /&[#a-z]/i.test(value);
  return foldText(marked ? readText(parseDocument(value)) : value);
}

type BlockInput = Pick<ContentBlock, 'kind' | 'name' | 'text' | 'heading'> & {
  readonly source: StructuredText['source'];
};

function addBlocks(blocks: ContentBlock[], input: BlockInput): void {
  const whole = toBlock(input);
  for (const piece of splitRun({
    ...whole,
    endsApart: false,
    parts: [...whole.parts],
    extras: [],
  })) {
    blocks.push({ ...whole, text: piece.text });
  }
}

function toBlock({ kind, name, text, source, heading }: BlockInput): ContentBlock {
  return {
    kind,
    text,
    parts: [{ start: 0, source }],
    extras: [],
    name,
    element: undefined,
    heading,
    headers: [],
    level: 0,
    indent: 0,
    linkLength: 0,
  };
}

const address = /^(https?:)?\/\/\S+$/i;

/** Whether a text is a web address and nothing else. */
export function isAddress(text: string): boolean {
  return address.test(text);
}
