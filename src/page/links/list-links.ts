import { isTag, type AnyNode, type Document, type Element } from 'domhandler';
import { findAll } from 'domutils';
import { foldText, readText } from '../text/node-text.ts';

/** A link of a page. */
export interface PageLink {
  /** Absolute http or https URL. */
  readonly url: string;
  /** The visible text of the link, else the alternative text of its picture; empty where both are missing. */
  readonly text: string;
}

/** Returns the http and https links of a page in page order: each URL once, with its first text that is not empty. */
export function listLinks(document: Document, baseUrl: string): readonly PageLink[] {
  const links = new Map<string, string>();
  for (const element of findAll(isLink, document.children)) {
    const url = URL.parse(element.attribs['href']?.trim() ?? '', baseUrl);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    if (!links.get(url.href)) links.set(url.href, readLabel(element));
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

function isLink({ name, attribs }: Element): boolean {
  return (name === 'a' || name === 'area') && attribs['href'] !== undefined;
}

/** Returns the text of an element, else the alternative text of its picture. */
export function readLabel(element: Element): string {
  const text = readText(element).replaceAll('\n', ' ');
  if (text !== '') return text;
  const nodes: readonly AnyNode[] = [element, ...findAll(() => true, element.children)];
  for (const node of nodes) {
    if (!isTag(node)) continue;
    const { alt, title } = node.attribs;
    const label = foldText(node.attribs['aria-label'] ?? alt ?? title ?? '');
    if (label !== '') return label;
  }
  return '';
}
