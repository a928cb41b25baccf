import type { IndexedElement } from '../analysis/index-page.ts';

/** One of the things that repeat: elements `start` up to `end`, and the page's text from `from` to `to`. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

export function toBlock({ position, end, textStart, textEnd }: IndexedElement): Block {
  return { start: position, end, from: textStart, to: textEnd };
}
