import { dataPages } from './growing/data-pages.ts';
import { extractionPages } from './growing/extraction-pages.ts';
import { markupPages } from './growing/markup-pages.ts';
import type { GrowPage } from './growing/fill.ts';

/** Pages by name, one dimension of which grows with the length: for what has to take linear time. */
export const growingPages: readonly (readonly [name: string, grow: GrowPage])[] = Object.entries({
  ...markupPages,
  ...dataPages,
  ...extractionPages,
});
