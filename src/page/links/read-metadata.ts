import type { PageReading } from '../page-reading.ts';
import { foldText } from '../text/node-text.ts';

/** Title, description and language of a page; `null` for each that the page lacks. */
export interface PageMetadata {
  readonly title: string | null;
  readonly description: string | null;
  /** As written, e.g. `en` or `de-CH`. */
  readonly language: string | null;
}

/** Meta tags that describe the page, best first. */
const descriptions = ['description', 'og:description', 'twitter:description', 'dc.description'];
const titles = ['og:title', 'twitter:title'];
const languages = ['content-language', 'og:locale', 'dc.language'];

/** Returns title, description and language of a page. */
export function readMetadata(reading: PageReading): PageMetadata {
  return {
    title: reading.title === '' ? findMeta(reading, titles) : reading.title,
    description: findMeta(reading, descriptions),
    language: reading.language ?? findMeta(reading, languages),
  };
}

function findMeta({ structuredData }: PageReading, names: readonly string[]): string | null {
  for (const name of names) {
    const tag = structuredData.metaTags.find((meta) => meta.name === name);
    const content = foldText(tag?.content ?? '');
    if (content !== '') return content;
  }
  return null;
}
