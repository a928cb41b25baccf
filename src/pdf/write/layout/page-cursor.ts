import type { StructureNode } from '../flow/flow.ts';
import type { Line } from './break-lines.ts';
import type { LaidOutPage, PageItem } from './page-items.ts';
import { baselineAt, colours, contentBottom, lineHeight, page } from '../page-style.ts';

/** Thrown when the last page that is allowed is full; never leaves the folder. */
export class PageLimitReached extends Error {}

/** Where the next thing goes. Coordinates are points from the top left corner of the page. */
export interface PageCursor {
  readonly pages: readonly LaidOutPage[];
  y: number;
  /** Height left on the page. */
  readonly room: number;
  readonly isAtTop: boolean;
  add(item: PageItem): void;
  addOutline(title: string, level: number): void;
  /** Ends the bars of quotations that a block is no longer part of. */
  keepBars(bars: readonly number[]): void;
  /** Bars beside quotations, drawn on every page that a block reaches. */
  setBars(bars: readonly number[]): void;
  /** Starts a page unless so much fits on this one. */
  need(height: number): void;
  newPage(): void;
}

/** Starts on an empty page. */
export function createPageCursor(maxPages: number): PageCursor {
  const pages: LaidOutPage[] = [{ items: [], outline: [] }];
  let current = pages[0];
  let bars: readonly number[] = [];
  let barFrom: number = page.margin;

  function endBars(to: number): void {
    if (to > barFrom) {
      for (const bar of bars) {
        current?.items.push({
          kind: 'box',
          x: page.margin + bar + 2,
          y: barFrom,
          width: 2,
          height: to - barFrom,
          colour: colours.bar,
        });
      }
    }
    barFrom = to;
  }

  const cursor = {
    pages,
    y: page.margin as number,
    get room(): number {
      return contentBottom - cursor.y;
    },
    get isAtTop(): boolean {
      return cursor.y <= page.margin;
    },
    add(item: PageItem): void {
      current?.items.push(item);
    },
    addOutline(title: string, level: number): void {
      current?.outline.push({ title, level, y: cursor.y });
    },
    keepBars(next: readonly number[]): void {
      if (next.length < bars.length) cursor.setBars(bars.slice(0, next.length));
    },
    setBars(next: readonly number[]): void {
      endBars(cursor.y);
      bars = next;
    },
    need(height: number): void {
      if (cursor.room < height && !cursor.isAtTop) cursor.newPage();
    },
    newPage(): void {
      if (pages.length >= maxPages) throw new PageLimitReached();
      endBars(cursor.y);
      current = { items: [], outline: [] };
      pages.push(current);
      cursor.y = page.margin;
      barFrom = page.margin;
    },
  };
  return cursor;
}

/** Adds lines at the cursor, page after page. */
export function addLines(
  cursor: PageCursor,
  lines: readonly Line[],
  at: {
    readonly x: number;
    /** Room for the line; text that is read from the right ends there. */
    readonly width: number;
    readonly size: number;
    readonly colour: string;
    readonly structure: StructureNode;
  },
): void {
  const height = at.size * lineHeight;
  for (const line of lines) {
    cursor.need(height);
    addLine(cursor, line, at, cursor.y);
    cursor.y += height;
  }
}

/** Adds one line whose top is at `y`. */
export function addLine(
  cursor: PageCursor,
  line: Line,
  at: {
    readonly x: number;
    /** Room for the line; text that is read from the right ends there. */
    readonly width: number;
    readonly size: number;
    readonly colour: string;
    readonly structure: StructureNode | undefined;
  },
  y: number,
): void {
  if (line.segments.length === 0) return;
  const { size, colour, structure } = at;
  const x = line.isRightToLeft ? at.x + at.width - line.width : at.x;
  const baseline = y + size * baselineAt;
  cursor.add({ kind: 'text', x, baseline, segments: line.segments, colour, structure });
}
