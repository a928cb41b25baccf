import type { Document } from './create-tags.ts';
import type { OutlineEntry } from '../layout/page-items.ts';
import { page as paper } from '../page-style.ts';

/** The table of contents that readers show beside the pages, while these are drawn. */
export interface Outline {
  /** An entry that leads to the page that is being drawn. */
  add(entry: OutlineEntry): void;
}

/** Nests headings by their level, whatever levels a page leaves out. */
export function createOutline(document: Document): Outline {
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
