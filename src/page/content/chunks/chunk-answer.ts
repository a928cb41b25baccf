import type { ContentChunk } from './chunk-content.ts';

/** What was answered for one part of a page. */
export interface ChunkAnswer {
  readonly value: unknown;
  readonly chunk: ContentChunk;
}
