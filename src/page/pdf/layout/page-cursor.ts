import type { StructureNode } from '../flow/flow.ts';
import type { Line, LineSegment } from './break-lines.ts';
import { baselineAt, colours, contentBottom, lineHeight, page } from '../page-style.ts';
import type { PdfImage } from '../open-image.ts';

/** Thrown when the last page that is allowed is full; never leaves the folder. */
export class PageLimitReached extends Error {}

/** Where the next thing goes. Coordinates are points from the top left corner of the page. */
export class PageCursor {
  readonly pages: LaidOutPage[] = [];
  y: number = page.margin;
  readonly #maxPages: number;
  #current: LaidOutPage = { items: [], outline: [] };
  #bars: readonly number[] = [];
  #barFrom: number = page.margin;

  constructor(maxPages: number) {
    this.#maxPages = maxPages;
    this.pages.push(this.#current);
  }

  get room(): number {
    return contentBottom - this.y;
  }

  get isAtTop(): boolean {
    return this.y <= page.margin;
  }

  add(item: PageItem): void {
    this.#current.items.push(item);
  }

  addOutline(title: string, level: number): void {
    this.#current.outline.push({ title, level, y: this.y });
  }

  /** Bars beside quotations, drawn on every page that a block reaches. */
  setBars(bars: readonly number[]): void {
    this.#endBars();
    this.#bars = bars;
  }

  /** Ends the bars of quotations that a block is no longer part of. */
  keepBars({ length }: readonly number[]): void {
    if (length < this.#bars.length) this.setBars(this.#bars.slice(0, length));
  }

  need(height: number): void {
    if (this.room < height && !this.isAtTop) this.newPage();
  }

  newPage(): void {
    if (this.pages.length >= this.#maxPages) throw new PageLimitReached();
    this.#endBars();
    this.#current = { items: [], outline: [] };
    this.pages.push(this.#current);
    this.y = page.margin;
    this.#barFrom = page.margin;
  }

  /** Adds lines one below the other, page after page. */
  addLines(lines: readonly Line[], at: LinePlace): void {
    const height = at.size * lineHeight;
    for (const line of lines) {
      this.need(height);
      this.addLine(line, at, this.y);
      this.y += height;
    }
  }

  addLine(line: Line, at: LinePlace, y: number): void {
    if (line.segments.length === 0) return;
    const { size, structure, colour = colours.text } = at;
    const x = line.isRightToLeft ? at.x + at.width - line.width : at.x;
    const baseline = y + size * baselineAt;
    this.add({ kind: 'text', x, baseline, segments: line.segments, colour, structure });
  }

  #endBars(): void {
    const [y, height] = [this.#barFrom, this.y - this.#barFrom];
    for (const bar of height > 0 ? this.#bars : []) {
      this.add({ kind: 'box', x: page.margin + bar + 2, y, width: 2, height, colour: colours.bar });
    }
    this.#barFrom = this.y;
  }
}

interface LinePlace {
  readonly x: number;
  /** Room for the line; text that is read from the right ends there. */
  readonly width: number;
  readonly size: number;
  /** @default that of text */
  readonly colour?: string;
  readonly structure: StructureNode;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TextItem {
  readonly kind: 'text';
  readonly x: number;
  readonly baseline: number;
  readonly segments: readonly LineSegment[];
  readonly colour: string;
  readonly structure: StructureNode;
}

export interface ImageItem extends Area {
  readonly kind: 'image';
  readonly image: PdfImage;
  readonly structure: StructureNode;
}

type Decoration = Area &
  (
    | { readonly kind: 'box'; readonly colour: string }
    | {
        /** A table's cell, or the part of it that stands on this page: one item, since a long table has 100,000. */
        readonly kind: 'cell';
        readonly colour: string | undefined;
        /** Whether it goes on above or below, so that no line is drawn there. */
        readonly isOpenAbove: boolean;
        readonly isOpenBelow: boolean;
      }
  );

/** Something at its place on a page, in points from the top left corner. */
type PageItem = TextItem | ImageItem | Decoration;

export interface LaidOutPage {
  readonly items: PageItem[];
  /** Lines of the table of contents that readers show beside the pages; `y` in points from the page's top. */
  readonly outline: { readonly title: string; readonly level: number; readonly y: number }[];
}

export function isDecoration(item: PageItem): item is Decoration {
  return item.kind === 'box' || item.kind === 'cell';
}
