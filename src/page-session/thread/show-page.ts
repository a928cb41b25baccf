import type { Document } from 'domhandler';
import type { PageReading } from '../../page/page-reading.ts';
import { addHeadline } from '../../page/headline/add-headline.ts';
import { readHeadline } from '../../page/headline/read-headline.ts';
import { findPagination } from '../../page/links/find-pagination.ts';
import { listLinks } from '../../page/links/list-links.ts';
import { readMetadata } from '../../page/links/read-metadata.ts';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import { toMarkdown } from '../../page/markdown/to-markdown.ts';
import { toMicrodataJson } from '../../page/structured-data/to-microdata-json.ts';
import { hasText } from '../../page/text/has-text.ts';
import { keepNodes } from '../../page/tree/keep-nodes.ts';
import { toHtml } from '../../page/tree/to-html.ts';
import type { Description, Scraped, ScrapeQuestion } from '../page-question.ts';
import type { KeptPage } from './kept-page.ts';

/** What a page says of itself, and its links where they are wanted. */
export function describePage(page: KeptPage, withLinks: boolean): Description {
  const { reading } = page;
  const { document, structuredData, url } = reading;
  const warn = (warning: string): void => page.warn(warning);
  return {
    links: withLinks ? listLinks(document, url, warn) : undefined,
    metadata: readMetadata(reading),
    jsonLd: structuredData.jsonLd,
    microdata: toMicrodataJson(structuredData.entities),
    pagination: findPagination(reading),
  };
}

/** What is worth showing without a word. */
const media = /<(?:img|svg|video|audio|iframe|object|embed)\b/;

/** A page as served, as cleaned HTML or as Markdown. */
export function showPage(page: KeptPage, { form, images, mainOnly }: ScrapeQuestion): Scraped {
  if (form === 'served') return { content: page.body.text, isSilent: false };
  const { reading } = page;
  const document = selectDocument(page, mainOnly);
  const warn = (warning: string): void => page.warn(warning);
  if (form === 'markdown') {
    const content = toMarkdown({ url: reading.url, document }, { images, warn });
    return { content, isSilent: content === '' };
  }
  const content = toHtml(document, images, warn);
  const isSilent = !hasText(document) && !media.test(content);
  // The pictures of this tree are texts now.
  if (images === 'alt') page.dropReading();
  return { content, isSilent };
}

/** The whole page, or its main content below its title where only the relevant part is wanted. */
function selectDocument(page: KeptPage, mainOnly: boolean): Document {
  const { reading } = page;
  const main = mainOnly ? selectMainContent(reading) : undefined;
  // A page of which the caller keeps some tags alone has no head.
  if (main === undefined || !page.isWhole) return main ?? reading.document;
  addHeadline(main, readHeadline(reading));
  return main;
}

/** A copy of the main content; `undefined` where it is only in the page's data, which has no place in the tree. */
export function selectMainContent(reading: PageReading): Document | undefined {
  const main = keepNodes(reading.document, findMainContent(reading).nodes);
  return hasText(main) ? main : undefined;
}
