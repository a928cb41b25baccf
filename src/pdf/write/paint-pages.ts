import type PDFDocument from 'pdfkit';
import type { LineSegment } from './break-lines.ts';
import type { Pacer } from './create-pacer.ts';
import type { StructureNode } from './flow.ts';
import type { FontShelf } from './font-shelf.ts';
import type { PdfImage } from './open-image.ts';
import type { LaidOutPage, OutlineEntry, PageItem } from './page-items.ts';
import { baselineAt, colours, footerSize, lineHeight, page as paper } from './page-style.ts';

type Document = InstanceType<typeof PDFDocument>;
type Structure = PDFKit.PDFStructureElement & {
  /** The raw dictionary, for the table attributes that pdfkit has no option for. */
  readonly dictionary: { readonly data: Record<string, unknown> };
};

/** Draws pages in order; every item that has a structure is tagged with it, everything else is marked as decoration. */
export async function paintPages(
  document: Document,
  pages: readonly LaidOutPage[],
  shelf: FontShelf,
  pacer: Pacer,
): Promise<void> {
  const tags = createTags(document);
  const outline = createOutline(document);
  const embedded = new Map<PdfImage, unknown>();
  for (const [index, page] of pages.entries()) {
    await pacer.pause();
    document.addPage();
    for (const entry of page.outline) outline.add(entry);
    // Grounds and lines first: what is read stands on them.
    const decoration = page.items.filter((item) => item.kind === 'box');
    if (decoration.length > 0)
      tags.decorate(() => decoration.forEach((item) => paintBox(document, item)));
    for (const item of page.items) {
      await pacer.pause();
      if (item.kind === 'text') paintText(document, item, tags);
      else if (item.kind === 'image') {
        tags.tag(item.structure, () => paintImage(document, item, embedded));
      }
    }
    tags.decorate(
      () => paintFooter(document, `${index + 1} / ${pages.length}`, shelf),
      'Pagination',
    );
  }
  tags.end();
}

interface Tags {
  tag(node: StructureNode, draw: () => void): void;
  decorate(draw: () => void, type?: 'Layout' | 'Pagination'): void;
  /** A link's element must end on the page that it stands on: pdfkit writes the current page into it. */
  link(parent: StructureNode, draw: (element: Structure) => void): void;
  end(): void;
}

function createTags(document: Document): Tags {
  const elements = new Map<StructureNode, Structure>();
  const roots: Structure[] = [];

  function elementOf(node: StructureNode): Structure {
    const path: StructureNode[] = [];
    let at: StructureNode | undefined = node;
    while (at !== undefined && !elements.has(at)) {
      path.push(at);
      at = at.parent;
    }
    let parent = at === undefined ? undefined : elements.get(at);
    for (const missing of path.toReversed()) {
      const element = toElement(document, missing);
      if (parent === undefined) {
        document.addStructure(element);
        roots.push(element);
      } else {
        parent.add(element);
      }
      elements.set(missing, element);
      parent = element;
    }
    if (parent === undefined) throw new TypeError('A structure element has no way to the root.');
    return parent;
  }
  let last: StructureNode | undefined;
  /** What is drawn in one go is written and forgotten as soon as something else begins: 500 pages hold 100,000 elements. */
  function moveTo(node: StructureNode): void {
    if (last !== undefined && last !== node && drawnInOneGo.has(last.type)) {
      elements.get(last)?.end();
      elements.delete(last);
    }
    last = node;
  }
  function mark(element: Structure, type: string, draw: () => void): void {
    const content = document.markStructureContent(type);
    draw();
    document.endMarkedContent();
    element.add(content);
  }
  return {
    tag(node, draw) {
      moveTo(node);
      mark(elementOf(node), node.type, draw);
    },
    decorate(draw, type = 'Layout') {
      document.markContent('Artifact', { type });
      draw();
      document.endMarkedContent();
    },
    link(parent, draw) {
      moveTo(parent);
      const element = document.struct('Link') as Structure;
      elementOf(parent).add(element);
      mark(element, 'Link', () => draw(element));
      element.end();
    },
    end() {
      for (const root of roots) root.end();
    },
  };
}

const drawnInOneGo: ReadonlySet<string> = new Set(
  'P H1 H2 H3 H4 H5 H6 Code Caption Lbl Figure'.split(' '),
);

function toElement(document: Document, node: StructureNode): Structure {
  const { alt, scope, colSpan, rowSpan } = node;
  const element = document.struct(node.type, alt === undefined ? {} : { alt }) as Structure;
  if (scope !== undefined || colSpan !== undefined || rowSpan !== undefined) {
    element.dictionary.data['A'] = { O: 'Table', Scope: scope, ColSpan: colSpan, RowSpan: rowSpan };
  }
  return element;
}

function paintText(
  document: Document,
  item: Extract<PageItem, { kind: 'text' }>,
  tags: Tags,
): void {
  const { structure, segments } = item;
  if (structure === undefined || structure.type === 'Artifact') {
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

function paintBox(document: Document, item: PageItem): void {
  if (item.kind !== 'box') return;
  document.rect(item.x, item.y, item.width, item.height).fill(item.colour);
}

function paintImage(
  document: Document,
  { image, x, y, width, height }: Extract<PageItem, { kind: 'image' }>,
  embedded: Map<PdfImage, unknown>,
): void {
  let source = embedded.get(image);
  if (source === undefined) embedded.set(image, (source = toImageObject(image, embedded.size)));
  document.image(source as PDFKit.Mixins.ImageSrc, x, y, { width, height });
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

function paintFooter(document: Document, text: string, shelf: FontShelf): void {
  const width = shelf.measure(text, 'sans', footerSize);
  document.font('sans').fontSize(footerSize).fillColor(colours.quiet);
  const x = (paper.width - width) / 2;
  document.text(text, x, paper.height - paper.footer, { lineBreak: false, baseline: 'alphabetic' });
}

/** Nests headings by their level, whatever levels a page leaves out. */
function createOutline(document: Document): { add(entry: OutlineEntry): void } {
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
