import { type AnyNode, type Document, type Element, hasChildren, isTag, isText } from 'domhandler';
import { textContent } from 'domutils';
import { readPictureLabel } from '../../tree/pictures.ts';
import { isLineNumbers } from '../../markdown/blocks/read-code-block.ts';
import { isSelfLink } from '../../tree/is-self-link.ts';
import { isBlockTag } from '../../tree/node-text.ts';
import { stripInvisible } from '../../../runtime/unicode/strip-invisible.ts';
import { type Flow, FlowWriter } from './flow-writer.ts';
import { plainStyle, type InlineStyle } from './flow.ts';
import { toWordSet } from '../../../runtime/collections.ts';

interface ReadFlowInput {
  readonly document: Document;
  readonly url: string;
  readonly hasImage: (source: string) => boolean;
  /** Where reading ends: more has no room in the file anyway. */
  readonly maxBlocks: number;
}

/** Each is two elements of the file's structure and a rectangle, and takes 6 kB of memory while the file is written. */
const maxLinks = 10_000;

type StyleChange = { -readonly [Key in keyof InlineStyle]?: InlineStyle[Key] };

const styledTags: readonly (readonly [tags: string, change: StyleChange])[] = [
  ['b strong dt', { bold: true }],
  ['i em cite dfn var figcaption caption', { italic: true }],
  ['code kbd samp tt pre', { code: true }],
  ['s del strike', { strike: true }],
  ['sup', { shift: 'up' }],
  ['sub', { shift: 'down' }],
];
const inlineStyles = new Map(
  styledTags.flatMap(([tags, change]) => tags.split(' ').map((tag) => [tag, change] as const)),
);

/** Controls of forms, whose content is no text of the page; what a `<rp>` holds is for readers without ruby. */
const skippedTags: ReadonlySet<string> = toWordSet(
  'script style template select option datalist textarea iframe object embed video audio canvas',
);

const emptyTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

/** Parts of a line that stand apart from what is before them: controls, readings of signs, lines of a drawing's text. */
const apartTags: ReadonlySet<string> = new Set(['button', 'rt', 'text', 'tspan']);

/** The blocks of a cleaned page in reading order. One walk, without recursion. */
export function readFlow(input: ReadFlowInput): Flow {
  const { document } = input;
  const writer = new FlowWriter();
  const styles: { readonly node: AnyNode; readonly before: InlineStyle }[] = [];
  let style = plainStyle;
  let links = 0;

  const enter = (element: Element): boolean => {
    const { name } = element;
    if (skippedTags.has(name) || isAid(element, writer)) return false;
    if (name === 'input') addBox(element, style, writer);
    else if (name === 'img') addImage(element, style, writer, input);
    else if (name === 'br') writer.addText('\n', style, true);
    else if (name === 'hr') writer.addRule();
    if (emptyTags.has(name)) return false;
    if (isBlock(name)) writer.open(element);
    else if (apartTags.has(name)) writer.addText(' ', style, false);
    if (element.attribs['role'] === 'img') addLabel(element, style, writer);
    const change = changeOf(element, input.url);
    const isLink = change?.link !== undefined;
    if (isLink) links += 1;
    if (change !== undefined && !(isLink && links > maxLinks)) {
      styles.push({ node: element, before: style });
      style = { ...style, ...change };
    }
    return true;
  };
  const leave = (element: Element): void => {
    if (styles.at(-1)?.node === element) style = styles.pop()?.before ?? plainStyle;
    const { name } = element;
    if (isBlock(name)) writer.close(element);
  };

  let node: AnyNode | null = document;
  while (node !== null && writer.blocks.length < input.maxBlocks) {
    let descends: boolean = node === document;
    if (isText(node)) writer.addText(stripInvisible(node.data), style, writer.isPreformatted);
    else if (isTag(node)) descends = enter(node);
    if (descends && hasChildren(node) && node.children.length > 0) {
      node = node.children[0] ?? null;
      continue;
    }
    if (descends && isTag(node)) leave(node);
    while (node !== null && node !== document && node.next === null) {
      node = node.parent;
      if (node !== null && isTag(node)) leave(node);
    }
    if (node === null || node === document) break;
    node = node.next;
  }
  const { blocks, warnings } = writer.finish();
  if (links <= maxLinks) return { blocks, warnings };
  const warning = `The page has more than ${maxLinks} links; those after them are text alone.`;
  return { blocks, warnings: [...warnings, warning] };
}

/** Whether an element is a heading's or a term's link to itself, usually `¶`, or a line number beside code. */
function isAid(element: Element, { isInHeading }: FlowWriter): boolean {
  if (element.name === 'pre') return isLineNumbers(textContent(element));
  if (element.name !== 'a' || element.attribs['href']?.startsWith('#') !== true) return false;
  return isSelfLink(element, isInHeading);
}

/** Tasks are known by their boxes; other controls of forms are no text of the page. */
function addBox({ attribs }: Element, style: InlineStyle, writer: FlowWriter): void {
  if (attribs['type']?.toLowerCase() !== 'checkbox') return;
  writer.addText(attribs['checked'] === undefined ? '☐ ' : '☑ ', style, false);
}

function isBlock(name: string): boolean {
  return isBlockTag(name) || name === 'td' || name === 'th';
}

function changeOf(element: Element, url: string): StyleChange | undefined {
  if (element.name !== 'a') return inlineStyles.get(element.name);
  const href = element.attribs['href'];
  if (href === undefined || href.startsWith('#') || !URL.canParse(href, url)) return undefined;
  const { protocol, href: link } = new URL(href, url);
  // A reader of the file may click the link: only protocols that neither run code nor open local files.
  return linkProtocols.has(protocol) && link.length <= maxLink ? { link } : undefined;
}

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** Characters; longer ones carry state, not an address. */
const maxLink = 2_000;

/** CSS pixels; about as high as a line and a half. */
const maxIconSize = 24;

/** Relative sizes say nothing without the page's layout. */
function toPixels(size: string | undefined): number | undefined {
  const value = /^\s{0,9}(\d{1,5})(?:\.\d{1,9})?(?:px)?\s{0,9}$/.exec(size ?? '')?.[1];
  return value === undefined || Number(value) === 0 ? undefined : Number(value);
}

function addImage(
  image: Element,
  style: InlineStyle,
  writer: FlowWriter,
  { url, hasImage }: ReadFlowInput,
): void {
  const { attribs } = image;
  const alt = stripInvisible(attribs['alt'] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const source = toImageSource(attribs['src'] ?? '', url);
  const width = toPixels(attribs['width']);
  const height = toPixels(attribs['height']);
  // An icon stands within its line, and a picture would break it.
  const isIcon = Math.max(width ?? Infinity, height ?? Infinity) <= maxIconSize;
  const isShown = source !== '' && !isIcon && hasImage(source);
  if (isShown && writer.addImage({ source, alt, width, height })) return;
  addLabel(image, style, writer);
}

/** Adds the alternative text of an image that is not shown. */
function addLabel(picture: Element, style: InlineStyle, writer: FlowWriter): void {
  const label = readPictureLabel(picture);
  if (label !== '') writer.addText(` ${label} `, { ...style, italic: true }, false);
}

/** What a picture is known by: its absolute URL, or the `data:` URI as it stands. */
export function toImageSource(src: string, url: string): string {
  return src.startsWith('data:') || !URL.canParse(src, url) ? src : new URL(src, url).href;
}
