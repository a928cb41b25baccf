import { maxOf, minOf } from '../../runtime/collections.ts';
import type { LineSegment } from './layout/break-lines.ts';
import type { FontSet } from './font-set.ts';
import {
  type ImageItem,
  type LaidOutPage,
  type TextItem,
  isDecoration,
} from './layout/page-cursor.ts';
import { baselineAt, colours, footerSize, lineHeight, page as paper } from './page-style.ts';
import type { PdfImage } from './open-image.ts';
import type PDFDocument from 'pdfkit';
import type { StructureNode } from './flow/flow.ts';

/** Draws pages in order; every item that has a structure is tagged with it, everything else is marked as decoration. */
export function paintPages(
  document: Document,
  pages: readonly LaidOutPage[],
  fontSet: FontSet,
): void {
  const tags = new Tags(document, countUses(pages));
  const addOutline = createOutline(document);
  const paintImage = createImagePainter(document);
  for (const [index, page] of pages.entries()) {
    document.addPage();
    for (const entry of page.outline) addOutline(entry);
    // Grounds and lines first: what is read stands on them.
    if (page.items.some(isDecoration)) tags.decorate(() => paintDecoration(document, page));
    for (const item of page.items) {
      if (isDecoration(item)) continue;
      if (item.kind === 'text') paintText(document, item, tags);
      else tags.tag(item.structure, () => paintImage(item));
      if (isTagged(item.structure)) tags.release(item.structure);
    }
    const number = `${index + 1} / ${pages.length}`;
    tags.decorate(() => paintFooter(document, number, fontSet), 'Pagination');
    if (index % pagesOfWords === 0) forgetWords(document);
    // A long table's cells take as much room laid out as written, and need not take it twice.
    page.items.length = 0;
  }
}

/** Pages for which it is remembered how each word is set: 1 kB a word, of which long pages have 40,000. */
const pagesOfWords = 10;

/** Clears pdfkit's word cache: pdfkit either keeps every word to the end or caches none, which takes twice the time. */
function forgetWords(document: Document): void {
  const { _fontFamilies: fonts } = document as unknown as PdfkitFonts;
  for (const font of Object.values(fonts)) font.layoutCache = Object.create(null) as object;
}

interface PdfkitFonts {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache: object }>>;
}

function paintText(document: Document, item: TextItem, tags: Tags): void {
  const { structure, segments } = item;
  if (!isTagged(structure)) {
    tags.decorate(() => paintSegments(document, item, segments));
    return;
  }
  for (let first = 0; first < segments.length;) {
    const link = segments[first]?.style.link;
    let end = first + 1;
    while (end < segments.length && segments[end]?.style.link === link) end += 1;
    const part = segments.slice(first, end);
    first = end;
    if (link === undefined) {
      tags.tag(structure, () => paintSegments(document, item, part));
      continue;
    }
    tags.link(structure, (element) => {
      paintSegments(document, item, part);
      const size = maxOf(part.map((segment) => segment.size));
      const left = minOf(part.map((segment) => segment.x));
      const right = maxOf(part.map((segment) => segment.x + segment.width));
      const top = item.baseline - size * baselineAt;
      const options = { structParent: element } as object;
      document.link(item.x + left, top, right - left, size * lineHeight, link, options);
    });
  }
}

function paintSegments(document: Document, item: TextItem, segments: readonly LineSegment[]): void {
  for (const { text, font, style, size, width, x: offset } of segments) {
    const x = item.x + offset;
    const colour = style.link === undefined ? item.colour : colours.link;
    const lift = style.shift === 'up' ? size * 0.45 : style.shift === 'down' ? -size * 0.2 : 0;
    // The Asian fonts come in one weight; a thin outline makes it a bold one.
    const isThickened = style.bold && (font === 'chinese' || font === 'korean');
    document.font(font).fontSize(size).fillColor(colour);
    if (isThickened) document.lineWidth(size * 0.035).strokeColor(colour);
    document.text(text, x, item.baseline - lift, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...(isThickened ? { fill: true, stroke: true } : {}),
    });
    if (style.strike) {
      document.rect(x, item.baseline - size * 0.3, width, 0.6).fill(colour);
    }
  }
}

/** Grounds before lines, and all lines of cells as one path: a colour each would take more room than the lines. */
function paintDecoration(document: Document, { items }: LaidOutPage): void {
  const decorations = items.filter(isDecoration);
  for (const { x, y, width, height, colour } of decorations) {
    if (colour !== undefined) document.rect(x, y, width, height).fill(colour);
  }
  const cells = decorations.filter((item) => item.kind === 'cell');
  if (cells.length === 0) return;
  for (const { x, y, width, height, isOpenAbove, isOpenBelow } of cells) {
    if (!isOpenAbove) document.rect(x, y, width, hairline);
    document.rect(x, y, hairline, height);
    document.rect(x + width, y, hairline, height);
    if (!isOpenBelow) document.rect(x, y + height, width, hairline);
  }
  document.fill(colours.line);
}

const hairline = 0.5;

function paintFooter(document: Document, text: string, fontSet: FontSet): void {
  const width = fontSet.measure(text, 'sans', footerSize);
  document.font('sans').fontSize(footerSize).fillColor(colours.quiet);
  const x = (paper.width - width) / 2;
  document.text(text, x, paper.height - paper.footer, { lineBreak: false, baseline: 'alphabetic' });
}

function createImagePainter(document: Document): (item: ImageItem) => void {
  const embedded = new Map<PdfImage, object>();
  return ({ image, x, y, width, height }) => {
    const source = embedded.get(image) ?? toImageObject(image, embedded.size);
    embedded.set(image, source);
    document.image(source as PDFKit.Mixins.ImageSrc, x, y, { width, height });
  };
}

/** What pdfkit expects an opened image to be; the data goes into the file as it is. */
function toImageObject({ width, height, dictionary, bytes }: PdfImage, index: number): object {
  return {
    width,
    height,
    label: `I${index + 1}`,
    obj: undefined,
    embed(document: { ref(data: object): { end(bytes: Uint8Array): void } }): void {
      const size = { Width: width, Height: height };
      const reference = document.ref({ Type: 'XObject', Subtype: 'Image', ...size, ...dictionary });
      Object.assign(this, { obj: reference });
      reference.end(bytes);
    },
  };
}

/** Entries of the table of contents lead to the page that is being drawn, nested by level, whatever levels a page leaves out. */
function createOutline(document: Document): (entry: LaidOutPage['outline'][number]) => void {
  const open: { readonly level: number; readonly item: PDFKit.PDFOutline }[] = [];
  return ({ title, level, y }) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1)?.item ?? document.outline;
    const place = { fit: false, top: y, left: paper.width, zoom: 0 };
    open.push({ level, item: parent.addItem(title, place as object) });
  };
}

type Document = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement & {
  /** The raw dictionary, for the table attributes that pdfkit has no option for. */
  readonly dictionary: { readonly data: Record<string, unknown> };
};

/** Decoration is not read aloud: it stands in no element. */
function isTagged({ type }: StructureNode): boolean {
  return type !== 'Artifact';
}

/** How often each element is still to be drawn in, once for each item and for each element within it. */
function countUses(pages: readonly LaidOutPage[]): Map<StructureNode, number> {
  const uses = new Map<StructureNode, number>();
  for (const item of pages.flatMap(({ items }) => items)) {
    if (isDecoration(item) || !isTagged(item.structure)) continue;
    for (let node: StructureNode | undefined = item.structure; node; node = node.parent) {
      const count = uses.get(node) ?? 0;
      uses.set(node, count + 1);
      if (count > 0) break;
    }
  }
  return uses;
}

/** The structure of a tagged PDF, while its pages are drawn. Elements are made as they are first drawn in. */
class Tags {
  readonly #document: Document;
  readonly #uses: Map<StructureNode, number>;
  readonly #elements = new Map<StructureNode, Structure>();
  #marked: StructureNode | undefined;

  constructor(document: Document, uses: Map<StructureNode, number>) {
    this.#document = document;
    this.#uses = uses;
  }

  tag(node: StructureNode, draw: () => void): void {
    if (this.#marked !== node) {
      this.#endMark();
      this.#elementOf(node).add(this.#document.markStructureContent(node.type));
      this.#marked = node;
    }
    draw();
  }

  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#endMark();
    this.#document.markContent('Artifact', { type });
    draw();
    this.#document.endMarkedContent();
  }

  /** A link's element must end on the page that it stands on: pdfkit writes the current page into it. */
  link(parent: StructureNode, draw: (element: Structure) => void): void {
    this.#endMark();
    const element = this.#document.struct('Link') as Structure;
    this.#elementOf(parent).add(element);
    element.add(this.#document.markStructureContent('Link'));
    draw(element);
    this.#document.endMarkedContent();
    element.end();
  }

  /** Says that one item of the element is done. After the last one it is written and forgotten: 500 pages hold 100,000. */
  release(node: StructureNode): void {
    for (let at: StructureNode | undefined = node; at !== undefined; at = at.parent) {
      const left = (this.#uses.get(at) ?? 0) - 1;
      this.#uses.set(at, left);
      if (left > 0) return;
      this.#endMark();
      this.#elements.get(at)?.end();
      this.#elements.delete(at);
      this.#uses.delete(at);
    }
  }

  /** As deep as `maxStructureDepth` of the flow. */
  #elementOf(node: StructureNode): Structure {
    const known = this.#elements.get(node);
    if (known !== undefined) return known;
    const parent = node.parent && this.#elementOf(node.parent);
    const element = toElement(this.#document, node);
    if (parent === undefined) this.#document.addStructure(element);
    else parent.add(element);
    this.#elements.set(node, element);
    return element;
  }

  /** Lines of one paragraph are one piece of content: each takes an object in the file, and time. */
  #endMark(): void {
    if (this.#marked !== undefined) this.#document.endMarkedContent();
    this.#marked = undefined;
  }
}

function toElement(document: Document, node: StructureNode): Structure {
  const { alt, scope, colSpan, rowSpan } = node;
  const element = document.struct(node.type, alt === undefined ? {} : { alt }) as Structure;
  if (scope !== undefined || colSpan !== undefined || rowSpan !== undefined) {
    element.dictionary.data['A'] = { O: 'Table', Scope: scope, ColSpan: colSpan, RowSpan: rowSpan };
  }
  return element;
}
