import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { findImageSource, isPictureAddress } from '../../../../page/tree/pictures.ts';
import type { IndexedElement } from '../../../analysis/index-page.ts';
import { joinName } from '../../../lexicon/fold-label.ts';
import { findIcon } from './own-facts.ts';

/** Trust in a picture by its name: what the page states for previews, by classes and in its data comes before it. */
const namedPictureTrust = 0.5;
/** Fewer characters are the name of a site, whose logo has it. */
const minName = 4;
/** What a page shows until the picture has been loaded, or where it has none, and pictures that stand for a deed. */
const standIn =
  /(?:^|[/._-])(?:empty|blank|place?holder|loader|loading|spacer|logo|icons?|default[-_](?:product|image|img|photo)|no[-_]?(?:image|photo|picture)|na\d{2,4}x\d{2,4}|(?:image[-_])?coming[-_]soon|\d{1,2}x\d{1,2}|button)(?=\P{L}|$)|\.svg(?:[?#]|$)|[-_](?:\d{2}|1\d\d)x(?:\d{2}|1\d\d)\./iu;
/** Least width and height in pixels, where they are stated: smaller ones are icons and parts of menus. */
const minSide = 200;
/** Elements around a picture in which a class may say that it is the header's. */
const maxAround = 4;

/** Pictures for a field that asks for one: of the site its icon, of the page the first one in its content with the name of its heading. */
export function* findPictures(plan: FieldPlan, scope: Scope): Generator<Found> {
  yield* findIcon(plan, scope);
  if (plan.concept?.name !== 'image') return;
  const { page, heading, siteNames } = scope.facts;
  const name = joinName(heading);
  if (name.length < minName || siteNames.has(name)) return;
  for (const element of page.elements) {
    const { attribs } = element.node;
    if (element.node.name !== 'img' || joinName(attribs['alt'] ?? '') !== name) continue;
    const picture = readPicture(element, scope);
    if (picture === undefined) continue;
    yield { ...picture, origin: 'text', weight: namedPictureTrust, machine: true };
    return;
  }
}

/** The address of a picture of the content with its place; `undefined` for icons, for what stands for a picture and for links to pages. */
export function readPicture(
  element: IndexedElement,
  scope: Scope,
): Pick<Found, 'text' | 'source'> | undefined {
  const { node } = element;
  const text = findImageSource(node.attribs);
  if (text === undefined || standIn.test(text) || !isOfContent(element, scope)) return undefined;
  const attribute = Object.keys(node.attribs).find((key) => node.attribs[key] === text);
  return { text, source: attribute === undefined ? { node } : { node, attribute } };
}

/** Whether a picture is no icon, leads to no other page and stands in no header or list of other things. */
function isOfContent(element: IndexedElement, { facts: { page, zones } }: Scope): boolean {
  const { width, height } = element.node.attribs;
  if ([width, height].some((side) => Number.parseInt(side ?? '', 10) < minSide)) return false;
  if (zones.isAside(element)) return false;
  return page.around(element, maxAround).every((around) => {
    const { name, attribs } = around.node;
    const href = attribs['href'];
    const leadsAway = name === 'a' && href !== undefined && !isPictureAddress(href);
    return !leadsAway && name !== 'button' && !page.tokensOf(around).has('header');
  });
}
