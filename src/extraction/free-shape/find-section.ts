import type { ValueSource } from '../fields/candidate.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { joinName } from '../lexicon/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

export interface Section {
  /** The items where all of it is one list, else the text with a line for each block. */
  readonly value: string | readonly string[];
  readonly source: ValueSource;
}

const headingTag = /^h[1-6]$/;
/** Longer headings are titles and sentences. */
const maxHeadingLength = 60;
/** Longer sections are the page's body, and not the value of a field. */
const maxSectionLength = 20_000;

/** The names of a page's headings, joined, with the heading of each: the first one, outside of navigation and the like. */
export function indexHeadings({ page, zones }: PageFacts): ReadonlyMap<string, IndexedElement> {
  const headings = new Map<string, IndexedElement>();
  for (const element of page.elements) {
    if (!headingTag.test(element.node.name) || element === zones.mainHeading) continue;
    const name = joinName(page.lineOf(element, maxHeadingLength));
    if (name !== '' && !headings.has(name) && !zones.isAside(element)) headings.set(name, element);
  }
  return headings;
}

/** What the page says between a heading and the next of its level; `undefined` where that is nothing, or too much. */
export function findSection(page: PageIndex, heading: IndexedElement): Section | undefined {
  const around = findAround(page, heading);
  const inside = page.elements.slice(heading.end, around?.end ?? heading.end);
  const next = inside.findIndex(
    ({ node: { name } }) => headingTag.test(name) && name <= heading.node.name,
  );
  const kept = next < 0 ? inside : inside.slice(0, next);
  // What stands behind a table is said beside it: a telephone number below the opening hours.
  const table = kept.find(
    ({ node, textStart }) =>
      node.name === 'table' && page.text.slice(heading.textEnd, textStart).trim() === '',
  );
  const edge = next < 0 ? around?.textEnd : inside[next]?.textStart;
  const end = table?.textEnd ?? edge ?? heading.textEnd;
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

/** What the heading stands in, without wrappers that hold nothing but it. */
function findAround(page: PageIndex, heading: IndexedElement): IndexedElement | undefined {
  const isAlone = ({ textStart, textEnd }: IndexedElement): boolean =>
    page.text.slice(textStart, heading.textStart).trim() === '' &&
    page.text.slice(heading.textEnd, textEnd).trim() === '';
  return page.around(heading).find((around, at) => at > 0 && !isAlone(around));
}
