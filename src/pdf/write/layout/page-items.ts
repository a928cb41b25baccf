import type { LineSegment } from './line-segment.ts';
import type { StructureNode } from '../flow/flow.ts';
import type { PdfImage } from '../open-image.ts';

/** Something at its place on a page, in points from the top left corner. Without a structure it is decoration. */
export type PageItem =
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly baseline: number;
      readonly segments: readonly LineSegment[];
      readonly colour: string;
      readonly structure: StructureNode | undefined;
    }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: string;
    }
  | {
      /** A table's cell, or the part of it that stands on this page: one item, since a long table has 100,000. */
      readonly kind: 'cell';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly ground: string | undefined;
      /** Whether it goes on above or below, so that no line is drawn there. */
      readonly isOpenAbove: boolean;
      readonly isOpenBelow: boolean;
    }
  | {
      readonly kind: 'image';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly image: PdfImage;
      readonly structure: StructureNode;
    };

/** A line of the table of contents that readers show beside the pages. */
export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
  /** Points from the page's top. */
  readonly y: number;
}

/** One page, laid out. */
export interface LaidOutPage {
  readonly items: PageItem[];
  readonly outline: OutlineEntry[];
}

/** Whether it is drawn for the eye alone. */
export function isDecoration(item: PageItem): item is Extract<PageItem, { kind: 'box' | 'cell' }> {
  return item.kind === 'box' || item.kind === 'cell';
}
