import { type Document, type Element, isTag } from 'domhandler';
import { findAll } from 'domutils';
import { readText } from '../tree/node-text.ts';
import { foldText } from '../../runtime/unicode/fold-text.ts';

/** A link of a page. */
export interface PageLink {
  /** Absolute http or https URL. */
  readonly url: string;
  /** The visible text of the link, else the alternative text of its picture; empty where both are missing. */
  readonly text: string;
}

/** Links of one page; of 2,211 real pages the largest has 3,400. */
const maxLinks = 20_000;
/** Characters of their URLs and texts; 470,000 on the largest of these pages. A long base makes every link long. */
const maxLinkCharacters = 4_000_000;
const linkWarning = `The page has more than ${maxLinks} links, or longer ones than are listed; the rest was left out.`;

/**
 * Returns the http and https links of a page in page order: each URL once, with its first text that is not empty.
 * Calls `warn` with a sentence where the list is cut.
 */
export function listLinks(
  document: Document,
  baseUrl: string,
  warn: (warning: string) => void,
): readonly PageLink[] {
  const links = new Map<string, string>();
  let left = maxLinkCharacters;
  for (const element of findAll(isLink, document.children)) {
    const url = URL.parse(element.attribs['href']?.trim() ?? '', baseUrl);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const { href } = url;
    const known = links.get(href);
    if (known !== undefined && known !== '') continue;
    const text = readLabel(element);
    left -= text.length + (known === undefined ? href.length : 0);
    if (left < 0 || (known === undefined && links.size === maxLinks)) {
      warn(linkWarning);
      break;
    }
    links.set(href, text);
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

function isLink({ name, attribs }: Element): boolean {
  return (name === 'a' || name === 'area') && attribs['href'] !== undefined;
}

/**
 * Returns the text of a link, else the alternative text of its picture. Like a browser, it ends a link where another
 * one starts: links within each other would repeat the text of the inner ones.
 */
export function readLabel(link: Element): string {
  const text = readText(link, isOtherLink).replaceAll('\n', ' ');
  return text === '' ? findPictureLabel(link) : text;
}

function isOtherLink({ name }: Element): boolean {
  return name === 'a';
}

/** Recursive within the depth of a cleaned page. */
function findPictureLabel(element: Element): string {
  const { 'aria-label': label, alt, title } = element.attribs;
  const own = foldText(label ?? alt ?? title ?? '');
  if (own !== '') return own;
  for (const child of element.children) {
    const inner = isTag(child) && !isOtherLink(child) ? findPictureLabel(child) : '';
    if (inner !== '') return inner;
  }
  return '';
}
