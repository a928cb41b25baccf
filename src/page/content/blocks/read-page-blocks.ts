import { hasChildren, isTag, isText, type AnyNode, type Document, type Element } from 'domhandler';
import { isBlockTag, foldText, readText } from '../../text/node-text.ts';
import {
  createSink,
  endRun,
  endRunWithText,
  enterBlock,
  finishSink,
  leaveBlock,
  type BlockSink,
} from './block-sink.ts';
import { addSpace, addText, type BlockRun } from './block-run.ts';
import type { ContentBlock, ContentExtra } from './content-block.ts';

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
export interface PageBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly annotated: ReadonlySet<AnyNode>;
}

interface Walk {
  readonly sink: BlockSink;
  readonly annotated: Set<AnyNode>;
  linkDepth: number;
}

/** Returns the page's text as blocks in page order. One walk, no recursion. */
export function readPageBlocks(document: Document): PageBlocks {
  const walk: Walk = { sink: createSink(), annotated: new Set(), linkDepth: 0 };
  let node: AnyNode | null = document.firstChild;
  while (node !== null) {
    if (isText(node)) {
      addText(walk.sink.run, node.data, { node }, walk.linkDepth > 0);
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
  if (isBoundary(name)) {
    endRunWithText(sink);
    enterBlock(sink, element);
  } else if (name === 'br') {
    endRunWithText(sink);
  } else if (partingTags.has(name)) {
    addSpace(sink.run);
  }
  if (name === 'a') walk.linkDepth += 1;
  if (readExtras(element, sink.run.extras)) walk.annotated.add(element);
  return true;
}

function leave(walk: Walk, element: Element): void {
  const { name } = element;
  if (name === 'a') walk.linkDepth -= 1;
  if (isUnread(name)) return;
  if (isChoice(name)) {
    endRun(walk.sink);
  } else if (isBoundary(name)) {
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

function isBoundary(name: string): boolean {
  if (lineTags.has(name)) return false;
  return (
    isBlockTag(name) ||
    name === 'td' ||
    name === 'th' ||
    // Custom elements are components and start a block; they are not inline.
    name.includes('-')
  );
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
          addText(run, shown > 0 ? ` | ${text}` : text, { node }, false);
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
