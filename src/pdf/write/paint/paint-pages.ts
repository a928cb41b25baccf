import type { LineSegment } from '../layout/line-segment.ts';
import type { FontSet } from '../fonts/create-font-set.ts';
import {
  isDecoration,
  type LaidOutPage,
  type PageItem,
  type OutlineEntry,
} from '../layout/page-items.ts';
import { countUses, createTags, isTagged, type Document, type Tags } from './create-tags.ts';
import { baselineAt, colours, footerSize, lineHeight, page as paper } from '../page-style.ts';
import type { PdfImage } from '../open-image.ts';

/** Draws pages in order; every item that has a structure is tagged with it, everything else is marked as decoration. */
export function paintPages(
  document: Document,
  pages: readonly LaidOutPage[],
  fontSet: FontSet,
): void {
  const tags = createTags(document, countUses(pages));
  const outline = createOutline(document);
  const pictures = createImagePainter(document);
  for (const [index, page] of pages.entries()) {
    document.addPage();
    for (const entry of page.outline) outline.add(entry);
    // Grounds and lines first: what is read stands on them.
    if (page.items.some(isDecoration)) tags.decorate(() => paintDecoration(document, page));
    for (const item of page.items) {
      if (item.kind === 'text') paintText(document, item, tags);
      else if (item.kind === 'image') {
        tags.tag(item.structure, () => pictures.paint(item));
      }
      if (!isDecoration(item) && isTagged(item.structure)) tags.release(item.structure);
    }
    tags.decorate(
      () => paintFooter(document, `${index + 1} / ${pages.length}`, fontSet),
      'Pagination',
    );
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

function paintText(
  document: Document,
  item: Extract<PageItem, { kind: 'text' }>,
  tags: Tags,
): void {
  const { structure, segments } = item;
  if (!isTagged(structure)) {
    tags.decorate(() => paintSegments(document, item, segments));
    return;
  }
  let first = 0;
  while (first < segments.length) {
    const link = segments[first]?.style.link;
    let end = first + 1;
    while (end < segments.length && segments[end]?.style.link === link) end += 1;
    const part = segments.slice(first, end);
    if (link === undefined) {
      tags.tag(structure, () => paintSegments(document, item, part));
    } else {
      tags.link(structure, (element) => {
        paintSegments(document, item, part);
        const size = Math.max(...part.map((segment) => segment.size));
        const left = Math.min(...part.map((segment) => segment.x));
        const right = Math.max(...part.map((segment) => segment.x + segment.width));
        const top = item.baseline - size * baselineAt;
        const options = { structParent: element } as object;
        document.link(item.x + left, top, right - left, size * lineHeight, link, options);
      });
    }
    first = end;
  }
}

function paintSegments(
  document: Document,
  item: Extract<PageItem, { kind: 'text' }>,
  segments: readonly LineSegment[],
): void {
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
  let hasLines = false;
  for (const item of items) {
    if (item.kind === 'cell') hasLines = true;
    const colour =
      item.kind === 'box' ? item.colour : item.kind === 'cell' ? item.ground : undefined;
    if (colour === undefined || !isDecoration(item)) continue;
    document.rect(item.x, item.y, item.width, item.height).fill(colour);
  }
  if (!hasLines) return;
  for (const item of items) {
    if (item.kind !== 'cell') continue;
    const { x, y, width, height } = item;
    if (!item.isOpenAbove) document.rect(x, y, width, hairline);
    document.rect(x, y, hairline, height);
    document.rect(x + width, y, hairline, height);
    if (!item.isOpenBelow) document.rect(x, y + height, width, hairline);
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

/** Draws pictures; each is in the file once, wherever it stands. */
interface ImagePainter {
  paint(item: Extract<PageItem, { kind: 'image' }>): void;
}

/** Starts without pictures. */
function createImagePainter(document: Document): ImagePainter {
  const embedded = new Map<PdfImage, object>();
  return {
    paint({ image, x, y, width, height }) {
      let source = embedded.get(image);
      if (source === undefined) {
        source = toImageObject(image, embedded.size);
        embedded.set(image, source);
      }
      document.image(source as PDFKit.Mixins.ImageSrc, x, y, { width, height });
    },
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
      const data = {
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        ...dictionary,
      };
      const reference = document.ref(data);
      Object.assign(this, { obj: reference });
      reference.end(bytes);
    },
  };
}

/** The table of contents that readers show beside the pages, while these are drawn. */
interface Outline {
  /** An entry that leads to the page that is being drawn. */
  add(entry: OutlineEntry): void;
}

/** Nests headings by their level, whatever levels a page leaves out. */
function createOutline(document: Document): Outline {
  const open: { readonly level: number; readonly item: PDFKit.PDFOutline }[] = [];
  return {
    add({ title, level, y }) {
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const parent = open.at(-1)?.item ?? document.outline;
      const item = parent.addItem(title, {
        fit: false,
        top: y,
        left: paper.width,
        zoom: 0,
      } as object);
      open.push({ level, item });
    },
  };
}
