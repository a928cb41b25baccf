import { type AnyNode, type Text, hasChildren, isTag } from 'domhandler';
import type { PageReading } from '../page-reading.ts';
import { type FeatureTable, readBlockFeatures, reuseTable } from './features/block-features.ts';
import {
  type BoostedTrees,
  type MainContentModel,
  decodeModel,
  readChances,
  readLogOdds,
} from './model/main-content-model.ts';
import { chooseContent, readPageShape } from './choose-content.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { type PageBlocks, findTagFacts, readBlockText, tagBits } from './blocks/page-blocks.ts';
import {
  type PageSigns,
  type SignedPage,
  type StatedPassage,
  readPageSigns,
} from './features/page-signs.ts';
import {
  type RemovalReason,
  featureNames,
  positionFeatures,
  reasonFeatures,
} from './features/feature-names.ts';
import { weights } from './model/weights.ts';

interface FindMainContentOptions {
  /**
   * Weight of missed content against content that is kept wrongly: below 1 keeps less.
   * @default 1, less for a clear article
   */
  readonly recallWeight?: number;
  /** @default the published model */
  readonly model?: MainContentModel;
}

/** A block that was removed, and the reason. */
interface RemovedBlock extends MainContentBlock {
  readonly reason: RemovalReason;
}

/** The main content of a page; every member except `confidence` is computed on first use. */
export interface MainContent {
  /** In page order. */
  readonly blocks: readonly MainContentBlock[];
  /** The blocks' text, one a line. */
  readonly text: string;
  /** Expected word-F1 against a person's choice, from 0 to 1; near 0 where the page has no content. */
  readonly confidence: number;
  /**
   * The nodes to render, with all their content; the elements around them are kept for structure alone. Empty where
   * the page shows no content and `blocks` are texts of its metadata.
   */
  readonly nodes: ReadonlySet<AnyNode>;
  /** The removed blocks in page order, with reasons. */
  readonly removed: readonly RemovedBlock[];
}

let published: MainContentModel | undefined;

/**
 * Returns the main content of a page of any kind: article, product, listing, forum, documentation and others. Best on
 * a page read with `keepCollapsed`, because collapsed tabs are content too.
 */
export function findMainContent(
  reading: Pick<PageReading, 'document'> & SignedPage,
  options: FindMainContentOptions = {},
): MainContent {
  published ??= decodeModel(weights);
  const { lexicon, trees } = options.model ?? published;
  const signs = readPageSigns(reading);
  const page = collectBlocks(reading.document, lexicon, signs.stated);
  const count = page.blocks.words.length;
  const features = readBlockFeatures(page, signs, reuseTable(page));
  const { kept, expectedF1, repeats } = chooseContent({
    shape: readPageShape(page, features),
    chances: readChances(trees, features.table, count),
    signs,
    recallWeight: options.recallWeight,
  });
  const { words } = page.blocks;
  let keptWords = 0;
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 1) keptWords += words[block] ?? 0;
  }
  const rescued = rescueContent(keptWords, signs.passages);
  return new FoundContent({ page, signs, trees, kept, repeats, expectedF1, rescued });
}

interface FoundContentInput extends Omit<ExplainInput, 'table'> {
  readonly page: PageBlocks;
  readonly signs: PageSigns;
  readonly expectedF1: number;
  readonly rescued: RescuedContent | undefined;
}

/**
 * Rendering needs the nodes alone, so texts and reasons are computed on demand. A class, because getters of an object
 * literal would keep the page in memory; see `read-page.ts`.
 */
class FoundContent implements MainContent {
  readonly confidence: number;
  readonly #input: FoundContentInput;
  #blocks: readonly MainContentBlock[] | undefined;
  #nodes: ReadonlySet<AnyNode> | undefined;
  #removed: readonly RemovedBlock[] | undefined;

  constructor(input: FoundContentInput) {
    this.confidence = input.rescued?.confidence ?? input.expectedF1;
    this.#input = input;
    this.#blocks = input.rescued?.blocks;
  }

  get blocks(): readonly MainContentBlock[] {
    const { page, kept } = this.#input;
    this.#blocks ??= [...kept.keys()]
      .filter((block) => kept[block] === 1)
      .map((block) => toBlock(page, block));
    return this.#blocks;
  }

  get text(): string {
    return this.blocks.map(({ text }) => text).join('\n');
  }

  get nodes(): ReadonlySet<AnyNode> {
    const { page, kept, rescued } = this.#input;
    this.#nodes ??= rescued === undefined ? listKeptNodes(page, kept) : new Set();
    return this.#nodes;
  }

  get removed(): readonly RemovedBlock[] {
    this.#removed ??= this.#explain();
    return this.#removed;
  }

  #explain(): readonly RemovedBlock[] {
    const { page, signs } = this.#input;
    // Read again: kept for who may ask, the features would be the largest part of the result.
    const { table } = readBlockFeatures(page, signs, reuseTable(page));
    return [...explainRemovals({ ...this.#input, table })].map(([block, reason]) => ({
      ...toBlock(page, block),
      reason,
    }));
  }
}

function toBlock(page: PageBlocks, block: number): MainContentBlock {
  const { textStart, textEnd } = page.blocks;
  const nodes = page.texts.slice(textStart[block], textEnd[block]);
  return { text: readBlockText(page, block), nodes };
}

/**
 * A page with fewer kept words is treated as a shell that scripts fill: 5 pages of 1,493 have
 * fewer, all of them shells.
 */
const shellWords = 30;
/**
 * Confidence in texts of the metadata on pages that do not show them. Descriptions: word-F1 .09, 0 and 0 on the three
 * shells whose content is known. Whole texts: a guess, since no page of the sets has its text there.
 */
const bodyConfidence = 0.4;
const descriptionConfidence = 0.1;

/** Texts of the metadata in place of content that the page does not show. */
interface RescuedContent {
  readonly blocks: readonly MainContentBlock[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/**
 * Returns the texts of a page's JSON-LD, or else its description, where the page shows next to nothing: forums and
 * shops that are rendered by scripts. `undefined` where the page shows content (`shown` words), or where its metadata
 * has at most twice as many words as it shows.
 */
function rescueContent(
  shown: number,
  passages: readonly StatedPassage[],
): RescuedContent | undefined {
  if (shown >= shellWords) return undefined;
  for (const kind of ['body', 'meta'] as const) {
    const texts = new Map<string, MainContentBlock>();
    for (const passage of passages) {
      if (passage.kind !== kind || passage.text === '' || texts.has(passage.text)) continue;
      texts.set(passage.text, { text: passage.text, nodes: [passage.node] });
    }
    const stated = [...texts.values()];
    const words = stated.reduce((sum, { text }) => sum + countWords(text), 0);
    if (words <= shown * 2) continue;
    return {
      blocks: stated,
      confidence: kind === 'body' ? bodyConfidence : descriptionConfidence,
    };
  }
  return undefined;
}

function countWords(text: string): number {
  return text.split(' ').length;
}

/** A run of text that is read as one unit: a paragraph, a list item, a cell. */
interface MainContentBlock {
  /** White space is collapsed. */
  readonly text: string;
  /** The text nodes of the block in page order; for a text that the page does not show, the element that holds it. */
  readonly nodes: readonly AnyNode[];
}

const groupOfFeature = toGroups();
const positionGroup = reasonFeatures.length;
/**
 * Number of reasons that are decided by signs; `containerGroups` of them name the purpose of a whole part of the page.
 */
const signGroups = reasonFeatures.findIndex(([reason]) => reason === 'link list');
const containerGroups = 6;

function toGroups(): readonly number[] {
  const groups = new Map<string, number>();
  for (const [group, [, names]] of reasonFeatures.entries()) {
    for (const name of names) groups.set(name, group);
  }
  for (const name of positionFeatures) groups.set(name, reasonFeatures.length);
  return featureNames.map((name) => groups.get(name) ?? -1);
}

/**
 * Blocks whose reason is computed with the trees, at about 60 µs each; the others get a reason by their signs alone.
 */
const maxWeighed = 3_000;

interface ExplainInput {
  readonly trees: BoostedTrees;
  readonly table: FeatureTable;
  readonly kept: Uint8Array;
  /** Blocks that were removed because a kept block has the same text. */
  readonly repeats: ReadonlySet<number>;
}

/**
 * Returns the reason for each removed block. The nearest surroundings come first, because people can see them:
 * navigation, footer, dialog and so on. Otherwise it is the group of features whose replacement raises the block's
 * chance most; replaced by the average values of the page's kept blocks, or by zeros where none was kept.
 */
function explainRemovals({
  trees,
  table,
  kept,
  repeats,
}: ExplainInput): ReadonlyMap<number, RemovalReason> {
  const count = kept.length;
  const neutral = averageKept(table, kept);
  const first = kept.indexOf(1);
  const last = kept.lastIndexOf(1);
  const reasons = new Map<number, RemovalReason>();
  const row = new Float32Array(featureNames.length);
  let weighed = 0;
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 1) continue;
    if (repeats.has(block)) {
      reasons.set(block, 'said before');
      continue;
    }
    for (let feature = 0; feature < row.length; feature += 1) {
      row[feature] = table.values[feature * table.stride + block] ?? 0;
    }
    let reason = findSign(row, signGroups, 2) ?? findSign(row, containerGroups, 1);
    if (reason === undefined && weighed < maxWeighed) {
      weighed += 1;
      reason = reasonFeatures[findGroup(trees, row, neutral)]?.[0];
    }
    reasons.set(block, reason ?? tellSide(block, first, last));
  }
  return reasons;
}

function averageKept({ values, stride }: FeatureTable, kept: Uint8Array): Float32Array {
  const average = new Float32Array(featureNames.length);
  const keptCount = Math.max(
    1,
    kept.reduce((sum, one) => sum + one, 0),
  );
  for (let block = 0; block < kept.length; block += 1) {
    if (kept[block] === 0) continue;
    for (let feature = 0; feature < average.length; feature += 1) {
      const value = values[feature * stride + block] ?? 0;
      average[feature] = (average[feature] ?? 0) + value / keptCount;
    }
  }
  return average;
}

/**
 * Returns the first of the reasons up to `groups` whose sign surrounds the block: a tag, role or class. A class
 * counts 2 on the two nearest elements and 1 on those above.
 */
function findSign(row: Float32Array, groups: number, nearness: number): RemovalReason | undefined {
  let best = groups;
  for (const [feature, group] of groupOfFeature.entries()) {
    if (group < 0 || group >= best) continue;
    const needed = featureNames[feature]?.startsWith('class:') === true ? nearness : 1;
    if ((row[feature] ?? 0) >= needed) best = group;
  }
  return best < groups ? reasonFeatures[best]?.[0] : undefined;
}

/** Returns the group whose features lower the block's chance most; -1 when none does. */
function findGroup(trees: BoostedTrees, row: Float32Array, neutral: Float32Array): number {
  const changed = new Float32Array(row.length);
  let best = -1;
  let bestOdds = readLogOdds(trees, row);
  for (let group = 0; group <= positionGroup; group += 1) {
    changed.set(row);
    for (let feature = 0; feature < row.length; feature += 1) {
      if (groupOfFeature[feature] === group) changed[feature] = neutral[feature] ?? 0;
    }
    const odds = readLogOdds(trees, changed);
    if (odds <= bestOdds) continue;
    best = group;
    bestOdds = odds;
  }
  return best;
}

function tellSide(block: number, first: number, last: number): RemovalReason {
  if (first >= 0 && block < first) return 'before the content';
  return block > last ? 'after the content' : 'away from the main text';
}

/** Elements without text that belong to the text around them. */
const companions: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'picture']);
/** Elements that belong to a line even at its start or end. */
const pictures: ReadonlySet<string> = new Set(['img', 'picture']);

/**
 * Returns the kept part of the tree as few nodes: elements whose blocks are all kept, elements without text
 * (pictures, rules, line breaks) within a kept block or between two, and the text nodes of the other kept blocks.
 */
export function listKeptNodes(page: PageBlocks, kept: Uint8Array): ReadonlySet<AnyNode> {
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
    // Line breaks, rules and pictures between two kept blocks are kept too.
    if (kept[block + 1] === 1) addCompanions(nodes, { from: last, to: next, tags: companions });
  }
  return nodes;
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
    if (tags.has(node.name)) nodes.add(node);
  }
}
