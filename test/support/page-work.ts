import { readOutline } from '../../src/page/body/read-outline.ts';
import { findObstacle } from '../../src/page/body/find-obstacle.ts';
import { findShell } from '../../src/page/body/find-shell.ts';
import { findMainContent } from '../../src/page/main-content/find-main-content.ts';
import { findPagination } from '../../src/page/links/find-pagination.ts';
import { keepNodes } from '../../src/page/tree/keep-nodes.ts';
import { listLinks } from '../../src/page/links/list-links.ts';
import { readBody } from '../../src/page/body/read-body.ts';
import { readFlow } from '../../src/pdf/write/flow/read-flow.ts';
import { readMetadata } from '../../src/page/links/read-metadata.ts';
import { readPage } from '../../src/page/read-page.ts';
import { toHtml } from '../../src/page/tree/to-html.ts';
import { toMarkdown } from '../../src/page/markdown/to-markdown.ts';
import { toMicrodataJson } from '../../src/page/structured-data/to-microdata-json.ts';

const url = 'https://a.example/b/c';

/** Work on a page by name, all of which has to take time in proportion to the page's length. */
export const pageWork: Readonly<Record<string, (html: string) => void>> = {
  'deciding what a response is': (html) => {
    const headers = { 'content-type': 'text/html' };
    const body = readBody({ url, status: 200, headers, body: new TextEncoder().encode(html) });
    findObstacle({ url, status: 403, headers, body });
    findShell(body);
    readOutline(body.html);
  },
  'reading by the HTML standard': (html) => {
    readPage({ html, url });
  },
  'a scrape as Markdown': (html) => {
    const reading = readPage({ html, url, parseMode: 'speed' });
    const { jsonLd, entities } = reading.structuredData;
    JSON.stringify([
      toMarkdown(reading),
      listLinks(reading.document, reading.url, () => {}),
      readMetadata(reading),
      findPagination(reading),
      toMicrodataJson(entities),
      jsonLd,
    ]);
  },
  'a scrape of the main content as HTML': (html) => {
    const reading = readPage({ html, url, parseMode: 'speed', keepCollapsed: true });
    toHtml(keepNodes(reading.document, findMainContent(reading).nodes), 'alt');
  },
  'the blocks of a PDF file': (html) => {
    const { document } = readPage({ html, url, parseMode: 'speed' });
    readFlow({ document, url, hasImage: () => true, maxBlocks: 50_000 });
  },
};
