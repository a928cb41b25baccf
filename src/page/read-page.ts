import { parseDocument } from 'htmlparser2';
import type { PageReading } from '../contracts/page-reading.ts';

/** How a page becomes a tree: `accurate` is the WHATWG algorithm (parse5), `speed` is htmlparser2. */
export type ParseMode = 'accurate' | 'speed';

export interface ReadPageInput {
  readonly html: string;
  /** Absolute URL that the page came from. */
  readonly url: string;
  /** @default 'accurate' */
  readonly parseMode?: ParseMode;
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
}

/** Parses and cleans a page. */
export function readPage(input: ReadPageInput): PageReading {
  return {
    url: input.url,
    title: '',
    language: undefined,
    document: parseDocument(input.html),
    dataScripts: [],
    structuredData: { entities: [], jsonLd: [], metaTags: [] },
    warnings: [],
  };
}
