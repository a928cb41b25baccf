import type { PageIndex } from '../../structure/analysis/index-page.ts';
import type { BlockPaths } from './block-paths.ts';
import { paginationLabels } from '../../page/links/pagination-labels.ts';
import type { PageRange } from '../locate-records.ts';

/** Characters of a control's label. */
const maxLabelLength = 40;
/** Elements around a list's own in which a control of the list stands. */
const maxAround = 3;
/** Whole labels in lower case. */
const label = new RegExp(paginationLabels.more, 'u');

/**
 * Returns whether a button or link behind a list's last block loads or shows more of the list: "Load more", "Show all 24".
 * Between them stands no heading, and the control stands at most three elements further out than the blocks.
 */
export function hasMoreControl(
  page: PageIndex,
  paths: BlockPaths,
  container: number,
  last: PageRange,
): boolean {
  let around = container;
  for (let level = 0; level < maxAround && paths.parent(around) >= 0; level += 1) {
    around = paths.parent(around);
  }
  const end = page.elements[around]?.end ?? 0;
  for (let at = last.end; at < end; at += 1) {
    const element = page.elements[at];
    if (element === undefined || /^h[1-6]$/.test(element.node.name)) return false;
    const { name, attribs } = element.node;
    if (name !== 'button' && name !== 'a' && attribs['role'] !== 'button') continue;
    const text = page.lineOf(element, maxLabelLength).toLowerCase();
    if (label.test(text)) return true;
  }
  return false;
}
