import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { Scope } from './rank-entities.ts';

/** Links from which an element beside the content is a menu, whatever stands between them. */
const minMenu = 3;
const maxMenuDepth = 6;
const maxMenuParts = 200;

/** Whether an element beside the content is a menu: it has several links, or, for its text, nothing but links within the site. */
export function isMenu(
  element: IndexedElement,
  { facts: { page, zones } }: Scope,
  text: string = page.lineOf(element),
): boolean {
  if (!zones.isAside(element)) return false;
  const { position, end } = element;
  const around = page.around(element, maxMenuDepth).slice(1);
  const parts = page.elements.slice(position, Math.min(end, position + maxMenuParts));
  const links = [...around, ...parts].filter(({ node }) => node.name === 'a');
  const [link, another] = links;
  if (link === undefined || links.length >= minMenu) return link !== undefined;
  // An address may lead to a map, and a number to a call.
  const isAddress = another === undefined && /\d/.test(text);
  if (isAddress && !isWithinSite(link, page)) return false;
  // A text that is too long for a value has more than its links.
  if (text === '') return false;
  const linked = links.reduce((sum, one) => sum + page.lineOf(one).length, 0);
  return linked >= text.length - links.length;
}

function isWithinSite({ node }: IndexedElement, { reading }: PageIndex): boolean {
  const target = URL.parse(node.attribs['href'] ?? '', reading.url);
  return target?.host === URL.parse(reading.url)?.host;
}

const listMark = /[,;/|>›»·•]/;

/** Whether an element lists several links with nothing between them: all the sections of a site rather than the one of the page. */
export function listsLinks(element: IndexedElement, { facts: { page } }: Scope): boolean {
  const parts = page.elements.slice(element.position, element.end);
  const links = parts.filter(({ node }) => node.name === 'a').map((link) => page.lineOf(link));
  return new Set(links.filter(Boolean)).size > 1 && !listMark.test(page.lineOf(element));
}
