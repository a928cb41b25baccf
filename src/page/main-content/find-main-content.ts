import type { AnyNode } from 'domhandler';
import type { PageReading } from '../../contracts/page-reading.ts';
import { readBlockFeatures } from './features/block-features.ts';
import { readChances } from './model/boosted-trees.ts';
import { dropRepeats } from './drop-repeats.ts';
import { explainRemovals, type ExplainInput } from './explain-removals.ts';
import { listKeptNodes } from './list-kept-nodes.ts';
import { decodeModel, type MainContentModel } from './model/main-content-model.ts';
import { collectBlocks } from './blocks/collect-blocks.ts';
import { readBlockText, type PageBlocks } from './blocks/page-blocks.ts';
import { readPageSigns, type SignedPage } from './features/page-signs.ts';
import type { RemovalReason } from './removal-reasons.ts';
import { rankBlocks, selectBlocks, smoothChances } from './select-blocks.ts';
import { selectContent } from './select-content.ts';
import { weights } from './model/weights.ts';
import type { StatedPassage } from './blocks/stated-text.ts';

export interface FindMainContentOptions {
  /**
   * How much what is missed counts against what is kept too much: below 1 keeps less.
   * @default 1, less for what is clearly an article
   */
  readonly recallWeight?: number;
  /** @default the published one */
  readonly model?: MainContentModel;
}

/** A block that was left out, and why. */
export interface RemovedBlock extends MainContentBlock {
  readonly reason: RemovalReason;
}

/** The main content of a page; everything but `confidence` is worked out on first use. */
export interface MainContent {
  /** In page order. */
  readonly blocks: readonly MainContentBlock[];
  /** The blocks' text, one a line. */
  readonly text: string;
  /** Expected word-F1 against what a person would have chosen, from 0 to 1; near 0 where the page holds no content. */
  readonly confidence: number;
  /**
   * What to render: these nodes with all that is in them, and what stands around them for its form alone. Empty where
   * the page shows nothing and `blocks` are texts that it states elsewhere.
   */
  readonly nodes: ReadonlySet<AnyNode>;
  /** What was left out, in page order, with reasons. */
  readonly removed: readonly RemovedBlock[];
}

let published: MainContentModel | undefined;

/**
 * Finds the main content of a page of any kind: article, product, listing, forum, documentation and others. Best on a
 * page read with `keepCollapsed`: what waits behind a tab is content all the same.
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
  const chances = readChances(trees, features.values, count);
  const { words, element } = page.blocks;
  const { parent, blockStart, blockEnd } = page.elements;
  const neighbours = { words, group: features.group, element, parent, blockStart, blockEnd };
  const ranking = rankBlocks(words, smoothChances(neighbours, chances));
  const { recallWeight } = options;
  const { kept, expectedF1 } =
    recallWeight === undefined
      ? selectContent(ranking, signs.kind)
      : selectBlocks(ranking, recallWeight);
  const repeats = dropRepeats(page.blocks, kept);
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
 * Rendering needs the nodes alone: texts and reasons are worked out on demand. A class, because getters of an
 * object literal would keep the page in memory; see `read-page.ts`.
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

/** Fewer kept words are taken for a shell that scripts were to fill; true of 5 pages of 1,493, all of them shells. */
const shellWords = 30;
/**
 * How much a page states instead of showing. Descriptions: word-F1 .09, 0 and 0 on the three shells with
 * a known answer. Whole texts: a guess, no page of the sets states its text so.
 */
const bodyConfidence = 0.4;
const descriptionConfidence = 0.1;

/** Texts that stand in for what a page does not show. */
interface RescuedContent {
  readonly blocks: readonly MainContentBlock[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/**
 * What a page states in JSON-LD, or else in its description, where it shows next to nothing: forums and shops that are
 * rendered by scripts. `undefined` where the page shows content (`shown` words), or states no more than
 * it shows.
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

/** A run of text that people read as one: a paragraph, a list item, a cell. */
interface MainContentBlock {
  /** White space folded. */
  readonly text: string;
  /** The text nodes it consists of, in page order; the element that states it where the page does not show it. */
  readonly nodes: readonly AnyNode[];
}
