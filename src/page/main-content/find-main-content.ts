import type { AnyNode } from 'domhandler';
import type { PageReading } from '../page-reading.ts';
import { readBlockFeatures } from './features/block-features.ts';
import { readChances } from './model/boosted-trees.ts';
import { chooseContent } from './choose/choose-content.ts';
import { readPageShape } from './choose/page-shape.ts';
import { explainRemovals, type ExplainInput } from './explain-removals.ts';
import { listKeptNodes } from './list-kept-nodes.ts';
import { decodeModel, type MainContentModel } from './model/main-content-model.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { readBlockText, type PageBlocks } from './blocks/page-blocks.ts';
import { readPageSigns, type SignedPage } from './features/page-signs.ts';
import type { RemovalReason } from './removal-reasons.ts';
import { weights } from './model/weights.ts';
import type { StatedPassage } from './blocks/stated-text.ts';

export interface FindMainContentOptions {
  /**
   * Weight of missed content against content that is kept wrongly: below 1 keeps less.
   * @default 1, less for a clear article
   */
  readonly recallWeight?: number;
  /** @default the published model */
  readonly model?: MainContentModel;
}

/** A block that was removed, and the reason. */
export interface RemovedBlock extends MainContentBlock {
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
  const features = readBlockFeatures(page, signs);
  const { kept, expectedF1, repeats } = chooseContent({
    shape: readPageShape(page, features),
    chances: readChances(trees, features.values, count),
    signs,
    recallWeight: options.recallWeight,
  });
  const { words } = page.blocks;
  let keptWords = 0;
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 1) keptWords += words[block] as number;
  }
  const rescued = rescueContent(keptWords, signs.passages);
  return new FoundContent({ page, trees, features, kept, repeats, expectedF1, rescued });
}

interface FoundContentInput extends ExplainInput {
  readonly page: PageBlocks;
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
    const { page } = this.#input;
    this.#removed ??= [...explainRemovals(this.#input)].map(([block, reason]) => ({
      ...toBlock(page, block),
      reason,
    }));
    return this.#removed;
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
