import type { Found } from '../../candidate.ts';
import type { IndexedElement, PageIndex } from '../../../analysis/index-page.ts';
import type { Scope } from '../../rank-entities.ts';

const captionTrust = 0.6;

/** What is said of the first picture of the content that anything is said of. */
export function* findCaption({ facts: { page, zones } }: Scope): Generator<Found> {
  const caption = page.elements.find(
    (element) =>
      element.node.name === 'figcaption' &&
      !zones.isAside(element) &&
      page.lineOf(element) !== '' &&
      holdsPicture(page, page.elements[element.parent]),
  );
  if (caption === undefined) return;
  const { node } = caption;
  yield { text: page.lineOf(caption), source: { node }, origin: 'text', weight: captionTrust };
}

function holdsPicture(page: PageIndex, figure: IndexedElement | undefined): boolean {
  return page.elements
    .slice(figure?.position, figure?.end)
    .some(({ node }) => node.name === 'img' || node.name === 'video');
}
