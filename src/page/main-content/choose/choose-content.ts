import { declaresArticle, type PageSigns } from '../features/page-signs.ts';
import { dropRepeats } from './drop-repeats.ts';
import type { PageShape } from './page-shape.ts';
import { poolBlocks, toBlocks } from './pool-blocks.ts';
import { rankBlocks, selectBlocks, type Selection, smoothChances } from './select-blocks.ts';
import { selectContent } from './select-content.ts';
import { settleHeadings } from './settle-headings.ts';

/** The blocks of the main content. */
export interface ChosenContent extends Selection {
  /** Blocks that are left out because a kept block says the same. */
  readonly repeats: ReadonlySet<number>;
}

export interface ChooseContentInput {
  readonly shape: PageShape;
  /** Of each block to be main content. */
  readonly chances: Float32Array;
  readonly signs: Pick<PageSigns, 'data' | 'kind'>;
  /** See `FindMainContentOptions`. */
  readonly recallWeight?: number | undefined;
}

/**
 * Chooses the main content by the chances of the blocks: tables whole, no text twice, no heading without text, and
 * what is an article without its comments.
 */
export function chooseContent({
  shape,
  chances,
  signs,
  recallWeight,
}: ChooseContentInput): ChosenContent {
  const { words, sections, tables, threads } = shape;
  const smoothed = smoothChances(shape, chances);
  const units = poolBlocks(words, smoothed, tables);
  const ranking = rankBlocks(units.words, units.chances);
  const { kept: keptUnits, expectedF1 } =
    recallWeight === undefined
      ? selectContent(ranking, signs.kind)
      : selectBlocks(ranking, recallWeight);
  const kept = toBlocks(units, keptUnits);
  if (declaresArticle(signs)) for (const { start, end } of threads) kept.fill(0, start, end);
  const repeats = dropRepeats(shape, tables, kept);
  settleHeadings({ words, chances: smoothed, sections, repeats }, kept);
  return { kept, expectedF1, repeats };
}
