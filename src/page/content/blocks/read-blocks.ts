import type { PageReading } from '../../page-reading.ts';
import type { ContentBlock } from './content-block.ts';
import { readPageBlocks } from './read-page-blocks.ts';
import { readStructuredBlocks } from './read-structured-blocks.ts';

const blocksOf = new WeakMap<PageReading, readonly ContentBlock[]>();

/**
 * Returns all content of a page as blocks: meta tags and structured data first, then the page's text in page order.
 * Read once for each reading; selection, evidence and repair share the result.
 */
export function readBlocks(reading: PageReading): readonly ContentBlock[] {
  const known = blocksOf.get(reading);
  if (known !== undefined) return known;
  const page = readPageBlocks(reading.document);
  const blocks = [...readStructuredBlocks(reading, page.annotated), ...page.blocks];
  blocksOf.set(reading, blocks);
  return blocks;
}
