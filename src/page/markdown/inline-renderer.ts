import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { isEmbeddedFrame } from '../tree/is-embedded-frame.ts';
import { isSelfLink } from '../tree/is-self-link.ts';
import type { Footnotes } from '../tree/footnotes.ts';
import type { InlineWriter } from './inline-writer.ts';
import type { ListWriter, PageLines } from './blocks/page-lines.ts';
import type { InlineRole } from './markdown-tags.ts';
import { findImageSource, isApart, readIconLabel, readPictureLabel } from '../tree/pictures.ts';
import { escapeText, writeTex } from './line-text.ts';
import { hasText, readText } from '../tree/node-text.ts';
import { mathToTex } from './math-to-tex.ts';
import type { MarkdownBudget } from './blocks/block-writer.ts';

interface InlineRendererOptions {
  readonly lines: PageLines;
  readonly lists: ListWriter;
  readonly notes: Footnotes;
  readonly links: LinkResolver;
  readonly images: 'alt' | 'keep';
}

/** Styles that take from `<b>` and `<i>` what they are shown by: editors wrap whole texts in such a `<b>`. */
const plainWeight = /(?:^|[;\s])font-weight\s{0,9}:\s{0,9}(?:normal|lighter|[1-4]00)(?![\w-])/i;
const plainSlant = /(?:^|[;\s])font-style\s{0,9}:\s{0,9}normal(?![\w-])/i;

/** Writes the Markdown of each inline element, as the walk reaches it. */
export class InlineRenderer {
  readonly #inline: InlineWriter;
  readonly #lines: PageLines;
  readonly #lists: ListWriter;
  readonly #notes: Footnotes;
  readonly #links: LinkResolver;
  readonly #embedded: EmbeddedWriter;

  constructor({ lines, lists, notes, links, images }: InlineRendererOptions) {
    this.#inline = lines.inline;
    this.#lines = lines;
    this.#lists = lists;
    this.#notes = notes;
    this.#links = links;
    this.#embedded = new EmbeddedWriter(lines, links, images);
  }

  /** Returns whether the element's children are to be rendered. */
  enter(role: InlineRole, element: Element): boolean {
    const inline = this.#inline;
    switch (role) {
      case 'link': {
        return this.#openLink(element);
      }
      case 'area': {
        this.#addArea(element);
        return false;
      }
      case 'image': {
        this.#embedded.addImage(element);
        return false;
      }
      case 'strong': {
        // Headings are strong already.
        if (!this.#lines.isInHeading && !plainWeight.test(styleOf(element)))
          inline.openMark(role, element);
        break;
      }
      case 'emphasis': {
        if (!plainSlant.test(styleOf(element))) inline.openMark(role, element);
        break;
      }
      case 'deleted':
      case 'sub':
      case 'sup': {
        inline.openMark(role, element);
        break;
      }
      case 'code': {
        inline.openCode();
        break;
      }
      case 'input': {
        this.#embedded.addInput(element, this.#lists.isInList);
        return false;
      }
      case 'option':
      case 'apart': {
        inline.addSpace();
        break;
      }
      case 'quotation': {
        inline.addText('“');
        break;
      }
      case 'reading': {
        inline.addText('(');
        break;
      }
      case 'formula': {
        return !this.#embedded.addFormula(element);
      }
      case 'frame': {
        this.#embedded.addFrame(element);
        return false;
      }
    }
    return true;
  }

  /** Writes the label of a picture that is not an `<img>`. */
  addLabel(picture: Element): void {
    this.#embedded.addLabel(picture);
  }

  leave(role: InlineRole, element: Element): void {
    const inline = this.#inline;
    switch (role) {
      case 'link':
      case 'strong':
      case 'emphasis':
      case 'deleted':
      case 'sub':
      case 'sup': {
        inline.closeMark(element);
        return;
      }
      case 'code': {
        inline.closeCode();
        return;
      }
      case 'option':
      case 'apart': {
        inline.addSpace();
        return;
      }
      case 'quotation': {
        inline.addText('”');
        return;
      }
      case 'reading': {
        inline.addText(')');
        return;
      }
      case 'area':
      case 'image':
      case 'input':
      case 'formula':
      case 'frame': {
        return;
      }
    }
  }

  /** Writes the link on a part of a picture, by what it is called. */
  #addArea({ attribs }: Element): void {
    const label = foldText(attribs['alt'] ?? attribs['aria-label'] ?? attribs['title'] ?? '');
    const url = label === '' ? undefined : this.#links.resolve(attribs['href'] ?? '');
    if (url === undefined) return;
    this.#inline.addSpace();
    this.#inline.addMarkdown(`[${escapeText(label, true)}](${url})`);
    this.#inline.addSpace();
  }

  #openLink(element: Element): boolean {
    const { href } = element.attribs;
    if (href === undefined) return true;
    if (this.#links.isWithinPage(href)) {
      if (this.#notes.isWayBack(element)) return false;
      const label = this.#notes.findReference(element);
      if (label !== undefined) {
        this.#inline.addReference(label);
        return false;
      }
      if (isSelfLink(element, this.#lines.isInHeading)) return false;
    }
    const url = this.#links.resolve(href);
    if (url === undefined) return true;
    const heading = this.#lines.isInHeading ? undefined : findCardHeading(element);
    if (heading !== undefined) {
      this.#inline.openHeadedLink(element, url, heading);
      return true;
    }
    const isOfPage = this.#lines.isInHeading || this.#links.isWithinPage(href);
    const label = isOfPage ? '' : readIconLabel(element);
    if (label !== '') this.#inline.addSpace();
    this.#inline.openMark('link', element, url);
    if (label === '') return true;
    this.#inline.addText(`${label} `);
    return false;
  }
}

/** Nodes of a link that are looked through for a heading: a card has fewer before its own. */
const maxCardNodes = 60;

/** The heading of a link that is a card: of several, as of a day or a section above the title, the one that says most. */
function findCardHeading(link: Element): Element | undefined {
  const waiting: ChildNode[] = link.children.slice(0, maxCardNodes).reverse();
  let found: Element | undefined;
  let most = 0;
  for (let looked = 0; looked < maxCardNodes; looked += 1) {
    const node = waiting.pop();
    if (node === undefined) return found;
    if (!isTag(node)) continue;
    if (/^h[1-6]$/.test(node.name)) {
      const text = foldText(readText(node));
      if (text.length > most && /\p{L}/u.test(text)) [found, most] = [node, text.length];
    } else {
      for (const child of node.children.slice(0, maxCardNodes).reverse()) waiting.push(child);
    }
  }
  return found;
}

function styleOf({ attribs }: Element): string {
  return attribs['style'] ?? '';
}

/** Writes embedded elements: images, controls, formulas, frames. */
class EmbeddedWriter {
  readonly #lines: PageLines;
  readonly #links: LinkResolver;
  readonly #images: 'alt' | 'keep';
  #lastImage: string | undefined;
  #lastLink: Element | undefined;

  constructor(lines: PageLines, links: LinkResolver, images: 'alt' | 'keep') {
    this.#lines = lines;
    this.#links = links;
    this.#images = images;
  }

  addImage(image: Element): void {
    const { attribs } = image;
    if (isEmoji(attribs)) {
      this.addLabel(image);
      return;
    }
    const source = this.#images === 'keep' ? findImageSource(attribs) : undefined;
    const url = source === undefined ? undefined : this.#links.resolve(source);
    const alt = foldText(attribs['alt'] ?? '');
    const isAgain = url !== undefined && url === this.#lastImage;
    const link = findLink(image);
    // Without words it says nothing again, which may be the mark of another row with them, or all of another link.
    const isCopy = (): boolean =>
      (link !== undefined && link === this.#lastLink) ||
      (alt === '' && (link === undefined || hasText(link))) ||
      isTwin(image, alt) ||
      isInNoscript(image) ||
      isRepeated(image);
    if (isAgain && isCopy()) return;
    this.#lastImage = url;
    this.#lastLink = link;
    if (url === undefined) {
      if (this.#images === 'alt' || !isRepeated(image)) this.addLabel(image);
      return;
    }
    this.#lines.inline.addMarkdown(`![${escapeText(alt, true)}](${url})`);
  }

  /** Writes the label of a picture that is not shown. */
  addLabel(picture: Element): void {
    const { inline } = this.#lines;
    const label = readPictureLabel(picture);
    if (label === '') return;
    if (isApart(label)) inline.addSpace();
    inline.addText(label);
    if (isApart(label)) inline.addSpace();
  }

  /** Writes the text of a button, and what a field holds that cannot be changed; a checkbox at the start of an item makes the item a task. */
  addInput({ attribs }: Element, isInList: boolean): void {
    const { inline } = this.#lines;
    const type = attribs['type']?.toLowerCase();
    if (type === 'checkbox') {
      const isChecked = attribs['checked'] !== undefined;
      if (isInList) this.#lines.addTask(isChecked);
      // One that nobody can change is the value of its cell; others choose a row.
      else if (this.#lines.isInCell && attribs['disabled'] !== undefined)
        inline.addMarkdown(isChecked ? '[x]' : '[ ]');
    } else if (type === 'submit' || type === 'button' || type === 'reset') {
      inline.addSpace();
      inline.addText(attribs['value'] ?? '');
    } else if (attribs['readonly'] !== undefined && (type ?? 'text') === 'text') {
      inline.addSpace();
      inline.addText(attribs['value'] ?? '');
    }
    inline.addSpace();
  }

  /** Writes a formula as TeX: its source, or what its structure says; returns `false` for one that is a line of signs. */
  addFormula(element: Element): boolean {
    const tex = foldText(element.attribs['alttext'] ?? mathToTex(element) ?? '');
    if (tex === '') return false;
    this.#lines.inline.addMarkdown(
      writeTex(tex, element.attribs['display'] === 'block' ? '$$' : '$'),
    );
    return true;
  }

  addFrame(frame: Element): void {
    const { attribs, name } = frame;
    const source = attribs['src'] ?? attribs['data-src'];
    const url = source === undefined ? undefined : this.#links.resolve(source);
    if (url === undefined) return;
    const given = foldText(attribs['title'] ?? attribs['aria-label'] ?? '');
    if (given === '' && name === 'iframe' && !isEmbeddedFrame(frame)) return;
    const title = given === '' && name === 'iframe' ? (URL.parse(url)?.host ?? name) : given;
    this.#lines.part(false);
    this.#lines.inline.addMarkdown(`[${escapeText(title === '' ? name : title, true)}](${url})`);
    this.#lines.part(false);
  }
}

/** Signs that are pictures by themselves, with what joins and colours them. */
const emojiOnly = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}){1,16}$/u;
/** As the software of blogs and forums names the pictures that it puts in the place of such signs. */
const emojiClass = /(?:^|\s)(?:emoji|emojione|twemoji|wp-smiley|smilies|smiley)(?:\s|$)/i;
const mostEmojiName = 40;

/** Whether a picture stands in the place of a sign of the text, which its alternative text is. */
function isEmoji({ alt = '', class: classes = '' }: Element['attribs']): boolean {
  const sign = alt.trim();
  if (emojiOnly.test(sign) && /\p{Extended_Pictographic}/u.test(sign)) return true;
  return sign !== '' && sign.length <= mostEmojiName && emojiClass.test(classes.slice(0, 400));
}

/** Whether a picture with words stands directly behind the same one, for a screen of another width; signs are counted: "★★". */
function isTwin({ prev }: Element, alt: string): boolean {
  let before = prev;
  if (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
  return /\p{L}{2}/u.test(alt) && before !== null && isTag(before) && before.name === 'img';
}

/** Elements between a link and a picture in it. */
const maxLinkWrappers = 4;

/** The link that a picture is in: copies for wide and narrow screens stand in the same. */
function findLink({ parent }: Element): Element | undefined {
  let element = parent;
  for (let level = 0; level < maxLinkWrappers && element !== null && isTag(element); level += 1) {
    if (element.name === 'a') return element;
    element = element.parent;
  }
  return undefined;
}

/** Whether a picture is there for readers without scripts: the same that scripts load late. */
function isInNoscript({ parent }: Element): boolean {
  const outer =
    parent !== null && isTag(parent) && parent.name !== 'noscript' ? parent.parent : parent;
  return outer !== null && isTag(outer) && outer.name === 'noscript';
}

/** Whether the picture that an image stands in for is in the `<noscript>` beside it. */
function isRepeated(image: Element): boolean {
  const { parent } = image;
  const holder = parent !== null && isTag(parent) && parent.name === 'picture' ? parent : image;
  return (['next', 'prev'] as const).some((side) => {
    let node = holder[side];
    if (node !== null && isText(node) && node.data.trim() === '') node = node[side];
    return node !== null && isTag(node) && node.name === 'noscript' && holdsPicture(node, 1);
  });
}

/** Children of a `<noscript>` that are looked at. */
const maxRepeated = 8;

function holdsPicture({ children }: Element, depth: number): boolean {
  return children
    .slice(0, maxRepeated)
    .some(
      (child) =>
        isTag(child) &&
        (child.name === 'img'
          ? findImageSource(child.attribs) !== undefined
          : depth > 0 && holdsPicture(child, depth - 1)),
    );
}

/** Schemes of links that are kept; `javascript:`, `data:` and the like are dropped. */
const schemes: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'ftp:',
  'sms:',
]);
/** Matches addresses that the URL parser would return unchanged, and paths that it would only append to the host. */
const plainUrl =
  /^https?:\/\/(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}\/(?:[\w~/?@!$&*+,=:.-]|%(?!2e)[\da-f]{2})*(?:#[\w./=-]*)?$/i;
const plainPath = /^\/(?:[\w~?@!$&*+,=:-][\w~/?@!$&*+,=:.-]*)?(?:#[\w./=-]*)?$/;
/** Paths that the URL parser would only append to the folder of the base. No colon: it could end a scheme. */
const plainRelative = /^\w[\w~/?@!$&*+,=.-]*(?:#[\w./=-]*)?$/;
const plainFragment = /^#[\w./=-]*$/;
const upperHost = /^[^/]*\/\/[^/]*[A-Z]/;
/** Characters with a meaning inside the parentheses of a Markdown link. */
const special = /[()\\<>\s]|&[#\w]+;/;
/** Resolved addresses that are cached for a page. */
const maxRemembered = 2_000;

/** Makes links absolute and escapes them for Markdown. */
export class LinkResolver {
  readonly #base: string;
  /** Parts of an `http` base that plain links are appended to; empty where there are none. */
  readonly #origin: string = '';
  readonly #folder: string = '';
  readonly #page: string = '';
  /** The page's address up to its fragment, with the `#`. */
  readonly #own: string;
  readonly #budget: MarkdownBudget;
  readonly #known = new Map<string, string | undefined>();

  constructor(base: string, budget: MarkdownBudget) {
    this.#base = base;
    this.#own = `${base.split('#', 1)[0] ?? ''}#`;
    this.#budget = budget;
    const url = URL.parse(base);
    if (url === null || url.origin === 'null') return;
    this.#origin = url.origin;
    const page = url.href.slice(0, url.href.length - url.hash.length);
    // An empty fragment leaves a `#` in the address.
    if (special.test(page) || page.endsWith('#')) return;
    if (url.username !== '' || !url.protocol.startsWith('http')) return;
    this.#page = page;
    this.#folder = url.origin + url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
  }

  /** Whether an address leads to a place in the page itself: a fragment, or the page's own address with one. */
  isWithinPage(href: string): boolean {
    return href.startsWith('#') || href.startsWith(this.#own);
  }

  /** Returns the absolute address; `undefined` when it is not a link to follow, or the budget is used up. */
  resolve(href: string): string | undefined {
    const address = this.#resolve(href);
    if (address === undefined) return undefined;
    return this.#budget.takeLink(address.length - href.length) ? address : undefined;
  }

  #resolve(href: string): string | undefined {
    if (
      this.#origin !== '' &&
      href.charCodeAt(1) !== 0x2f &&
      plainPath.test(href) &&
      !href.includes('/.')
    ) {
      return this.#origin + href;
    }
    if (plainUrl.test(href) && !href.includes('/.') && !upperHost.test(href)) return href;
    if (this.#page !== '') {
      if (plainRelative.test(href) && !href.includes('/.')) return this.#folder + href;
      if (plainFragment.test(href)) return this.#page + href;
    }
    if (this.#known.has(href)) return this.#known.get(href);
    const resolved = this.#parse(href);
    if (this.#known.size < maxRemembered) this.#known.set(href, resolved);
    return resolved;
  }

  #parse(href: string): string | undefined {
    const trimmed = href.trim();
    if (trimmed === '') return undefined;
    const url = URL.parse(trimmed, this.#base);
    return url === null || !schemes.has(url.protocol) ? undefined : escapeUrl(url.href);
  }
}

function escapeUrl(url: string): string {
  if (!special.test(url)) return url;
  return url
    .replace(/[()]/g, String.raw`\$&`)
    .replaceAll('\\\\', '%5C')
    .replace(/&(?=[#\w]{1,40};)/g, '&amp;')
    .replace(/[<>\s]/g, encodeURIComponent);
}
