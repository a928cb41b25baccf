import {
  type ChildNode,
  type Document,
  Element,
  type ParentNode,
  Text,
  hasChildren,
  isTag,
  isText,
} from 'domhandler';
import { appendChild, getElementsByTagName, prepend, prependChild } from 'domutils';
import { removeElements } from './tree/to-html.ts';
import { isBlockTag } from './tree/node-text.ts';
import { type Headline, toKey } from './read-headline.ts';

/** What stands at the head of a text. */
export interface HeadlineLines extends Pick<Headline, 'authors' | 'published' | 'title'> {
  /** Where the text is from, for paper: the name of the site and the page's address. */
  readonly source?: { readonly site: string; readonly url: string } | undefined;
}

/**
 * Puts a page's title as `<h1>`, its byline and its source before the content, and takes the title away from where it
 * stood. What the first lines of the content say of authors and day is not repeated. Changes the document.
 */
export function addHeadline(document: Document, lines: HeadlineLines): void {
  const { title, authors, published, source } = lines;
  dropTitle(document, toKey(title));
  const start = readStart(document, startLength);
  const byline = [
    ...authors.filter((author) => !start.includes(author)),
    ...(published === undefined || hasDay(start, published) ? [] : [published]),
  ];
  const head: Element[] = [];
  if (title !== '') head.push(toElement('h1', [new Text(title)]));
  if (byline.length > 0) head.push(toElement('p', [new Text(byline.join(' · '))]));
  if (source !== undefined && source.url !== '') {
    const site = source.site === '' ? [] : [new Text(`${source.site} · `)];
    const link = toElement('a', [new Text(source.url)], { href: source.url });
    head.push(toElement('p', [...site, link]), toElement('hr', []));
  }
  const body = findBody(document);
  for (const element of head.toReversed()) prependChild(body, element);
}

/** Copies of the title that are taken away; a page has one for each size of screen. */
const maxTitles = 10;
/** Texts at the start in which the title may be repeated, as a paragraph or as a heading of another rank. */
const startTexts = 5;

/** Removes every first heading that is the title, every line at the start, and every alternative text. */
function dropTitle(document: Document, titleKey: string): void {
  if (titleKey === '') return;
  const found: Element[] = [];
  let texts = 0;
  const pending: ChildNode[] = document.children.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isText(node)) {
      if (node.data.trim() !== '') texts += 1;
      continue;
    }
    if (!isTag(node)) continue;
    // Said by the heading already, and shown where pictures are texts.
    if (node.name === 'img' && toKey(node.attribs['alt'] ?? '') === titleKey)
      node.attribs['alt'] = '';
    const isLine = isBlockTag(node.name) && (node.name === 'h1' || texts < startTexts);
    if (isLine && isTitle(node, titleKey)) {
      found.push(node);
      texts += 1;
      continue;
    }
    for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
  }
  for (const element of found.slice(0, maxTitles)) {
    // A picture in a heading is no part of the title.
    for (const image of getElementsByTagName('img', element)) prepend(element, image);
  }
  removeElements(found.slice(0, maxTitles));
}

/** Nodes; the elements of a title are fewer. */
const maxTitleNodes = 30;

/** Whether an element is one line with a title and nothing else but pictures. */
function isTitle(element: Element, titleKey: string): boolean {
  let text = '';
  let nodes = 0;
  const pending: ChildNode[] = element.children.slice(0, maxTitleNodes + 1).toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes += 1;
    if (nodes > maxTitleNodes) return false;
    if (isText(node)) text += node.data;
    if (!isTag(node)) continue;
    if (isBlockTag(node.name)) return false;
    for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
  }
  return toKey(text) === titleKey;
}

/** Characters in which bylines stand: the line below the title, or a line after the picture or the summary. */
const startLength = 500;

/** The first characters of a document's text, its nodes parted by spaces. */
function readStart(document: Document, length: number): string {
  let text = '';
  const pending: ChildNode[] = document.children.toReversed();
  for (let node = pending.pop(); node !== undefined && text.length < length; node = pending.pop()) {
    if (isText(node)) text += ` ${node.data.replaceAll(/\s+/g, ' ').slice(0, length)}`;
    else if (hasChildren(node)) {
      for (let child = node.lastChild; child !== null; child = child.prev) pending.push(child);
    }
  }
  return text.replaceAll(/ {2,}/g, ' ').slice(0, length);
}

/** Characters between the year and the day of one date, in any order and language. */
const dateLength = 20;

/** Whether a text names a day, `YYYY-MM-DD`: its year with the number of the day close by. */
function hasDay(text: string, day: string): boolean {
  const [year = '', , number = ''] = day.split('-');
  for (const { index } of text.matchAll(new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g'))) {
    const near = text.slice(Math.max(0, index - dateLength), index + year.length + dateLength);
    const numbers = near.match(/\d+/g) ?? [];
    if (numbers.some((each) => Number(each) === Number(number) && each.length <= 2)) return true;
  }
  return false;
}

function toElement(
  name: string,
  children: readonly ChildNode[],
  attribs: Record<string, string> = {},
): Element {
  const element = new Element(name, attribs);
  for (const child of children) appendChild(element, child);
  return element;
}

function findBody(document: Document): ParentNode {
  const html = document.children.find((node) => isTag(node) && node.name === 'html');
  const parent = html !== undefined && isTag(html) ? html : document;
  const body = parent.children.find((node) => isTag(node) && node.name === 'body');
  return body !== undefined && isTag(body) ? body : parent;
}
