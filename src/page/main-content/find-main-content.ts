import { type AnyNode, type Document, type Text, hasChildren, isTag } from 'domhandler';
import type { PageReading } from '../page-reading.ts';
import { readBlockFeatures, reuseTable } from './features/block-features.ts';
import { type MainContentModel, decodeModel, readChances } from './model/main-content-model.ts';
import { chooseContent } from './choose-content.ts';
import { readPageShape } from './shape/page-shape.ts';
import { articleKinds } from './select-blocks.ts';
import { findLeadPictures } from './find-lead-pictures.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { type PageBlocks, findTagFacts, regionBits, tagBits } from './blocks/page-blocks.ts';
import {
  type PageFeatures,
  type DescribedPage,
  readPageFeatures,
} from './features/page-features.ts';
import { isEmbeddedFrame } from '../tree/is-embedded-frame.ts';
import { Footnotes, walk } from '../tree/footnotes.ts';
import { weights } from './model/weights.ts';

let published: MainContentModel | undefined;

/**
 * Returns the main content of a page of any kind (article, product, listing, forum, documentation and others): the nodes to
 * render, with all their content, in page order; the elements around them are kept for structure alone. Empty where the
 * page shows none of what its metadata tells. Best on a page read with `keepCollapsed`, because collapsed tabs are content too.
 */
export function findMainContent(
  reading: Pick<PageReading, 'document'> & DescribedPage,
): ReadonlySet<AnyNode> {
  published ??= decodeModel(weights);
  const { lexicon, trees } = published;
  const signs = readPageFeatures(reading);
  const page = collectBlocks(reading.document, lexicon, signs.stated);
  const { words } = page.blocks;
  const features = readBlockFeatures(page, signs, reuseTable(page));
  const kept = chooseContent({
    shape: readPageShape(page, features),
    chances: readChances(trees, features.table, words.length),
    signs,
  });
  const keptWords = words.reduce((sum, count, block) => sum + count * (kept[block] ?? 0), 0);
  if (isShell(signs, keptWords)) return new Set();
  const nodes = leaveOut(listEditLinks(page), listKeptNodes(page, kept));
  if (articleKinds.has(signs.kind)) {
    addNotes(reading.document, nodes);
    for (const picture of findLeadPictures(page, kept)) nodes.add(picture);
  }
  return nodes;
}

/** MediaWiki writes them into the headings of its pages. */
const editLinks = /(?:^|\s)(?:mw-)?editsection(?:\s|$)/;

/** Returns the elements with brackets and a link in them, of which each is a text. */
function listEditLinks({ texts }: PageBlocks): ReadonlySet<AnyNode> {
  const found = new Set<AnyNode>();
  for (const { parent } of texts) {
    for (const holder of [parent, parent?.parent ?? null]) {
      const classes = holder !== null && isTag(holder) ? holder.attribs['class'] : undefined;
      // Nearly no page has one, and each text is looked at.
      if (holder !== null && classes?.includes('editsection') === true && editLinks.test(classes))
        found.add(holder);
    }
  }
  return found;
}

/** Returns the same part of the tree without some of its elements: the children of what holds them instead of it. */
function leaveOut(unwanted: ReadonlySet<AnyNode>, nodes: Set<AnyNode>): Set<AnyNode> {
  if (unwanted.size === 0) return nodes;
  const holders = new Set<AnyNode>();
  for (const { parent } of unwanted) {
    for (let node: AnyNode | null = parent; node !== null && !holders.has(node); node = node.parent)
      holders.add(node);
  }
  const left = new Set<AnyNode>();
  const pending = [...nodes].toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (unwanted.has(node)) continue;
    if (!holders.has(node) || !hasChildren(node)) left.add(node);
    else pending.push(...node.children.toReversed());
  }
  return left;
}

/** Adds the notes that an article refers to, which mostly stand below it. On a shop's page they are small print. */
function addNotes(document: Document, nodes: Set<AnyNode>): void {
  const footnotes = new Footnotes(document);
  const notes = new Set<AnyNode>();
  for (const node of nodes) {
    if (!isTag(node)) continue;
    for (const inner of [node, ...walk(node)]) {
      if (!isTag(inner) || inner.name !== 'a') continue;
      const note = footnotes.findNote(inner);
      if (note !== undefined) notes.add(note);
    }
  }
  for (const note of notes) nodes.add(note);
}

/**
 * A page with fewer kept words may be a shell that scripts fill: 5 pages of 1,493 have fewer, all of them shells.
 */
const shellWords = 30;

/** Whether a page shows next to nothing, and says in its metadata that there is more. */
function isShell({ statedWords, describedWords }: PageFeatures, keptWords: number): boolean {
  return keptWords < shellWords && Math.max(statedWords, describedWords) > keptWords * 2;
}

/** Elements without text that belong to the text around them, as embedded frames do. */
const companions: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'picture']);
/** Elements that belong to a line even at its start or end. */
const pictures: ReadonlySet<string> = new Set(['img', 'picture']);

/**
 * Returns the kept part of the tree as few nodes: elements whose blocks are all kept, elements without text
 * (pictures, rules, line breaks) within a kept block or between two, and the text nodes of the other kept blocks.
 */
export function listKeptNodes(page: PageBlocks, kept: Uint8Array): Set<AnyNode> {
  const { blocks, elements, texts } = page;
  const count = kept.length;
  const keptBefore = new Int32Array(count + 1);
  for (let block = 0; block < count; block += 1) {
    keptBefore[block + 1] = (keptBefore[block] ?? 0) + (kept[block] ?? 0);
  }
  const nodes = new Set<AnyNode>();
  const included = new Uint8Array(elements.node.length);
  // Element 0 is the page itself, and is never a kept node.
  for (let element = 1; element < included.length; element += 1) {
    const start = elements.blockStart[element] ?? 0;
    const end = elements.blockEnd[element] ?? 0;
    const isInside = included[elements.parent[element] ?? 0] === 1;
    const isWhole =
      start === end
        ? start > 0 &&
          kept[start - 1] === 1 &&
          (kept[start] === 1 || isFormula(elements.node[element] as AnyNode))
        : (keptBefore[end] ?? 0) - (keptBefore[start] ?? 0) === end - start;
    if (!isInside && !isWhole) continue;
    included[element] = 1;
    if (!isInside) nodes.add(elements.node[element] as AnyNode);
  }
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 0) continue;
    const start = blocks.textStart[block] ?? 0;
    const end = blocks.textEnd[block] ?? 0;
    const owner = blocks.element[block] ?? 0;
    const first = texts[start] as Text;
    const last = texts[end - 1] as Text;
    const next = block + 1 < count ? texts[end] : undefined;
    if (included[owner] === 0) {
      for (const text of texts.slice(start, end)) nodes.add(text);
      addCompanions(nodes, { from: first, to: last, tags: companions });
      const line = elements.node[owner] as AnyNode;
      if (elements.blockStart[owner] === block) {
        addCompanions(nodes, { from: line, to: first, tags: pictures, line });
      }
      addCompanions(nodes, { from: last, to: next, tags: pictures, line });
    }
    // Line breaks, rules and pictures between two kept blocks are kept too; a figure's even without its caption.
    if (kept[block + 1] === 1) addCompanions(nodes, { from: last, to: next, tags: companions });
    const after = findEndOfFigures(page, kept, block + 1);
    if (after !== undefined)
      addCompanions(nodes, { from: last, to: texts[blocks.textStart[after] ?? 0], tags: pictures });
  }
  return nodes;
}

/** Returns the kept block that follows directly on figures whose captions are not kept; `undefined` where something else stands between. */
function findEndOfFigures(
  { blocks, elements }: PageBlocks,
  kept: Uint8Array,
  start: number,
): number | undefined {
  let block = start;
  while (
    kept[block] === 0 &&
    ((elements.region[blocks.element[block] ?? 0] ?? 0) & regionBits.figure) !== 0
  )
    block += 1;
  return block > start && kept[block] === 1 ? block : undefined;
}

/** Levels between a line and the formula that is all of it. */
const maxFormulaDepth = 5;

/** Whether an element without text is a formula, which belongs to the text that it follows. */
function isFormula(element: AnyNode): boolean {
  let node: AnyNode | undefined = element;
  for (let depth = 0; node !== undefined && depth < maxFormulaDepth; depth += 1) {
    if (!isTag(node)) return false;
    if (node.name === 'math') return true;
    node = node.children.find(isTag);
  }
  return false;
}

interface Stretch {
  readonly from: AnyNode;
  readonly to: AnyNode | undefined;
  readonly tags: ReadonlySet<string>;
  /** The element of the line; the search ends at its border. */
  readonly line?: AnyNode;
}

/** Adds the elements without text between two nodes of the page. */
function addCompanions(nodes: Set<AnyNode>, { from, to, tags, line }: Stretch): void {
  let node: AnyNode | null = from;
  while (node !== to) {
    const first: AnyNode | undefined = hasChildren(node) ? node.children[0] : undefined;
    if (first === undefined) {
      while (node !== null && node !== line && node.next === null) node = node.parent;
      if (node === line) return;
      node = node?.next ?? null;
    } else {
      node = first;
    }
    if (node === null) return;
    if (!isTag(node)) continue;
    if (line !== undefined && (findTagFacts(node).bits & tagBits.block) !== 0) return;
    if (tags.has(node.name) || (tags === companions && isEmbeddedFrame(node))) nodes.add(node);
  }
}
