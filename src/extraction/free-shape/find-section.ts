import { findHeadedPart } from '../analysis/heading-sections.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

export interface Section {
  /** The items where all of it is one list, else the text with a line for each block. */
  readonly value: string | readonly string[];
  readonly source: ValueSource;
}

/** Longer sections are the page's body, and not the value of a field. */
const maxSectionLength = 20_000;

/** What the page says between a heading and the next of its level; `undefined` where that is nothing, or too much. */
export function findSection(page: PageIndex, heading: IndexedElement): Section | undefined {
  const { elements: kept, textEnd } = findHeadedPart(page, heading);
  // What stands behind a table is said beside it: a telephone number below the opening hours.
  const table = kept.find(
    ({ node, textStart }) =>
      node.name === 'table' && page.text.slice(heading.textEnd, textStart).trim() === '',
  );
  const end = table?.textEnd ?? textEnd;
  if (end - heading.textEnd > maxSectionLength) return undefined;
  const lines = page.text
    .slice(heading.textEnd, end)
    .split('\n')
    .map((line) => foldText(line))
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  const items = kept.filter(({ node }) => node.name === 'li').length;
  return {
    value: items > 1 && items === lines.length ? lines : lines.join('\n'),
    source: { node: (kept[0] ?? heading).node },
  };
}
