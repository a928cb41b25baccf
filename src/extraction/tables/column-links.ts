import { type AnyNode, isTag, isText } from 'domhandler';
import { type ColumnShape, minAlike, minProseLength, shapeOf } from './column-shape.ts';
import type { Cell, Column } from './column.ts';

/** Least share of links that differ, and most of links to pictures, where each is that of its record. */
export const minDistinctLinks = 0.5;

/** Whether the links of a column differ, and lead to pages. */
export function leadsToRecords(column: Column): boolean {
  const { samples } = shapeOf(column);
  const links = samples.flatMap(({ href }) => href ?? []);
  const pictures = links.filter((link) => pictureLink.test(link)).length;
  return (
    new Set(links).size >= minDistinctLinks * links.length &&
    (links.length < 2 || new Set(links).size > 1) &&
    pictures <= links.length * (1 - minAlike)
  );
}

/** An enlarged picture, or where nothing leads to. */
const pictureLink = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)|^#?$/i;

/** Whether a cell is a picture, or leads to one. */
export function hasPicture({ href, source }: Cell): boolean {
  return href !== undefined && (source.attribute === 'src' || pictureLink.test(href));
}

/** Addresses of the pages of a site's users: "/members/ada.7/", "profile.php?id=7", "?action=profile;u=7", "/~ada". */
const userPage =
  /[/?&;=]~|(?:^|[/?&;=])(?:users?|members?|memberlist|profiles?|u|authors?|people)(?:\.php|-\d+)?(?:[/?=&;]|\.html)/i;

/** Whether an address is that of one who writes at the site. */
export function leadsToUser(href: string): boolean {
  return userPage.test(href);
}

/** Whether a text is a link to the page of one who writes at the site; a text that holds such a link says more than a name. */
export function isUser({ text, href, partLink = text, source }: Cell): boolean {
  const isNamed = source.attribute !== 'src' && /\p{L}[^]*\p{L}/u.test(text);
  return isNamed && href !== undefined && partLink === text && userPage.test(href);
}

/** Whether texts are linked to the pages of users, and are not what all such links say: "Profile". */
export function namesUsers(shape: ColumnShape): boolean {
  const { samples } = shape;
  if (shape.meanLength > minProseLength || shape.dates > 1 - minAlike) return false;
  if (samples.filter(isUser).length <= samples.length * minAlike) return false;
  const links = new Set(samples.map(({ href }) => href)).size;
  const texts = new Set(samples.map(({ text }) => text)).size;
  // One user is one link, and several users are several.
  return texts === 1 ? links === 1 : links >= minDistinctLinks * texts;
}

/** Whether links to several places all say the same: "Reply" is what each record can be answered with, and nobody's name. */
export function saysSameOfLinks({ samples }: ColumnShape): boolean {
  const links = new Set(samples.flatMap(({ href }) => href ?? []));
  const texts = new Set(samples.map(({ text }) => text));
  return links.size > 1 && texts.size === 1 && samples.every(isAllOfLink);
}

/** Elements around a text up to its link. */
const maxInLink = 4;

/** Whether a text is all that its link says: a card that is one link says more than who made it. */
function isAllOfLink({ source, href }: Cell): boolean {
  if (href === undefined) return false;
  let at: AnyNode | null = source.node;
  for (let count = 0; at !== null && count < maxInLink; count += 1, at = at.parent) {
    if (isTag(at) && at.name === 'a') return true;
    if ((at.parent?.children.filter(isShown).length ?? 0) > 1) return false;
  }
  return false;
}

function isShown(node: AnyNode): boolean {
  return isTag(node) || (isText(node) && node.data.trim() !== '');
}
