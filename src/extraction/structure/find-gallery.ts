import { isInForeign } from '../analysis/find-foreign.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { type IndexedElement, type PageIndex, holds } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { readPicture } from '../fields/sources/texts/find-pictures.ts';
import { findMeaning } from '../lexicon/find-concept.ts';
import type { ListCandidate } from './find-page-lists.ts';

/** Trust in pictures that nothing but their place makes those of the page. */
const galleryTrust = 0.5;
const maxPictures = 300;
const minPictures = 2;
/** Elements around a picture up to those that it stands beside. */
const maxWrappers = 5;
/** Characters beside a picture that are its caption; more are the text of a card. */
const maxCaption = 80;

/** The first pictures of the page's own that stand together in an element with nothing else: its gallery. */
export function findGallery(plan: FieldPlan, scope: Scope): readonly ListCandidate[] {
  const { page } = scope.facts;
  if (plan.concept?.name !== 'images') return [];
  const pictures = page.elements
    .filter((element) => element.node.name === 'img' && isOwn(element, scope))
    .slice(0, maxPictures);
  const holders = new Set(pictures.flatMap((picture) => findHolder(page, picture, pictures) ?? []));
  for (const holder of holders) {
    const held = pictures.filter((picture) => holds(holder, picture));
    if (!isGallery(page, holder, held) || !isUnderMain(holder, scope)) continue;
    const items = held.flatMap((picture) => readPicture(picture, scope) ?? []);
    if (items.length >= minPictures)
      return [{ items, weight: galleryTrust, origin: 'text', element: holder }];
  }
  return [];
}

/** Whether a picture is one of what the page is about, and of no header of the site, no other thing and no visitor. */
function isOwn(element: IndexedElement, { facts: { page, zones, foreign } }: Scope): boolean {
  if (zones.isAside(element) || zones.isOfOther(element) || zones.isByVisitor(element))
    return false;
  if (isInForeign({ node: element.node }, foreign)) return false;
  const around = new Set(page.around(element).map(({ node }) => node.name));
  return !around.has('header') || around.has('main') || around.has('article');
}

/** The nearest element around a picture that holds another one. */
function findHolder(
  page: PageIndex,
  picture: IndexedElement,
  pictures: readonly IndexedElement[],
): IndexedElement | undefined {
  return page
    .around(picture, maxWrappers)
    .find((around) => pictures.some((other) => other !== picture && holds(around, other)));
}

/** Whether an element has nothing but pictures in it, each with a caption at most. */
function isGallery(
  page: PageIndex,
  holder: IndexedElement,
  pictures: readonly IndexedElement[],
): boolean {
  return page.childrenOf(holder).every((child) => {
    const text = page.text.slice(child.textStart, child.textEnd).trim();
    if (text === '') return true;
    const isHeaded = page.elements
      .slice(child.position, child.end)
      .some((inner) => headingLevel(inner) !== undefined);
    const isOfPicture = pictures.some((picture) => holds(child, picture));
    return isOfPicture && !isHeaded && text.length <= maxCaption;
  });
}

/** Whether the heading above pictures is that of the page or calls them pictures: others head other things, or the logos of partners. */
function isUnderMain({ position }: IndexedElement, { facts: { page, zones } }: Scope): boolean {
  const above = page.elements
    .slice(0, position)
    .findLast((element) => headingLevel(element) !== undefined && !zones.isAside(element));
  if (above === undefined || above === zones.mainHeading) return true;
  return findMeaning(page.lineOf(above))?.concept.name === 'images';
}
