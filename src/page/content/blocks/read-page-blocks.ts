import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';
import { isBlockTag } from '../../text/node-text.ts';
import {
  type BlockSink,
  createSink,
  endRun,
  endRunWithText,
  enterBlock,
  finishSink,
  leaveBlock,
} from './block-sink.ts';
import { addSpace, addText } from './block-run.ts';
import type { ContentBlock } from './content-block.ts';
import { readExtras } from './read-extras.ts';
import { readOptions } from './read-options.ts';

const partingTags: ReadonlySet<string> = new Set([
  'input',
  'button',
  'label',
  'img',
  'iframe',
  'rt',
]);
/** The most frequent elements inside a line, told first. */
const lineTags: ReadonlySet<string> = new Set(['a', 'span', 'b', 'i', 'em', 'strong', 'img', 'br']);

/** The page's text, and the elements with names of microdata or RDFa that were read with it. */
export interface PageBlocks {
  readonly blocks: readonly ContentBlock[];
  readonly annotated: ReadonlySet<AnyNode>;
}

interface Walk {
  readonly sink: BlockSink;
  readonly annotated: Set<AnyNode>;
  linkDepth: number;
}

/** The page's text in blocks, in page order: one walk, without recursion. */
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

/** False when the element's children are not to be walked. */
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
    // Custom elements are components, not words in a line.
    name.includes('-')
  );
}
