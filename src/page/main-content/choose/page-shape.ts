import {
  type BlockRange,
  headingEnd,
  headingLevel,
  type PageBlocks,
} from '../blocks/page-blocks.ts';
import type { BlockFeatures } from '../features/block-features.ts';
import { listThreads } from './list-threads.ts';
import { groupCards } from './group-cards.ts';
import { listTables } from './list-tables.ts';
import type { RepeatableBlocks } from './drop-repeats.ts';
import type { Section } from './settle-headings.ts';
import type { BlockNeighbours } from './select-blocks.ts';

/** What the choice of a page's blocks depends on besides their chances. */
export interface PageShape extends BlockNeighbours, RepeatableBlocks {
  /** Tables of data in page order, which are kept or dropped whole. */
  readonly tables: readonly BlockRange[];
  /** The sections below the page's title, in page order. A heading that is a link is an entry of a list, and has none. */
  readonly sections: readonly Section[];
  /** What visitors said about the text before it, in page order. */
  readonly threads: readonly BlockRange[];
}

/** Returns the shape of a page with the given features. */
export function readPageShape(page: PageBlocks, features: BlockFeatures): PageShape {
  const { blocks, elements } = page;
  const { words, element, hash } = blocks;
  const { parent, blockStart, blockEnd } = elements;
  return {
    words,
    element,
    hash,
    parent,
    blockStart,
    blockEnd,
    group: features.group,
    cards: groupCards(page, features.elements),
    tables: listTables(page),
    sections: listSections(page),
    threads: listThreads(page, features.elements, features.sums.goodWords),
  };
}

/** Looks like a heading, but has no tag of one. */
const lookalike = 7;

function listSections(page: PageBlocks): readonly Section[] {
  const { words, linkWords } = page.blocks;
  const sections: OpenSection[] = [];
  const open: OpenSection[] = [];
  for (let block = 0; block < words.length; block += 1) {
    const level = headingLevel(page, block);
    if (level === 0 || level === lookalike) continue;
    const previous = sections.at(-1);
    if (previous !== undefined) previous.textEnd = Math.min(previous.textEnd, block);
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      last.end = Math.min(last.end, block);
      open.pop();
    }
    const end = headingEnd(page, block);
    const section = { level, heading: block, textEnd: end, end };
    sections.push(section);
    open.push(section);
  }
  return sections.filter(
    ({ level, heading }) =>
      level > 1 && (linkWords[heading] as number) * 2 <= (words[heading] as number),
  );
}

interface OpenSection {
  /** 1 to 6. */
  readonly level: number;
  readonly heading: number;
  textEnd: number;
  end: number;
}
