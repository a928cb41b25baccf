import { joinName } from '../lexicon/fold-label.ts';
import type { PageFacts } from './analyse-page.ts';
import type { IndexedElement, PageIndex } from './index-page.ts';

const headingTag = /^h[1-6]$/;
/** Longer headings are titles and sentences. */
const maxHeadingLength = 60;

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

/** What stands between a heading and the next of its level. */
export interface HeadedPart {
  readonly elements: readonly IndexedElement[];
  /** Where in the page's text it ends; it begins at the end of the heading. */
  readonly textEnd: number;
}

export function findHeadedPart(page: PageIndex, heading: IndexedElement): HeadedPart {
  const around = findAround(page, heading);
  const inside = page.elements.slice(heading.end, around?.end ?? heading.end);
  const next = inside.findIndex(
    ({ node: { name } }) => headingTag.test(name) && name <= heading.node.name,
  );
  return {
    elements: next < 0 ? inside : inside.slice(0, next),
    textEnd: (next < 0 ? around?.textEnd : inside[next]?.textStart) ?? heading.textEnd,
  };
}

/** What the heading stands in, without wrappers that hold nothing but it. */
function findAround(page: PageIndex, heading: IndexedElement): IndexedElement | undefined {
  const isAlone = ({ textStart, textEnd }: IndexedElement): boolean =>
    page.text.slice(textStart, heading.textStart).trim() === '' &&
    page.text.slice(heading.textEnd, textEnd).trim() === '';
  return page.around(heading).find((around, at) => at > 0 && !isAlone(around));
}
