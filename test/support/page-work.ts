import { chunkContent } from '../../src/extraction/content/chunk-content.ts';
import { extractFreeShape } from '../../src/extraction/free-shape/extract-free-shape.ts';
import { extractStructure } from '../../src/extraction/structure/extract-structure.ts';
import { findListCoverage } from '../../src/extraction/completeness/find-list-coverage.ts';
import { findMissingAddresses } from '../../src/extraction/evidence/find-missing-addresses.ts';
import { findEvidence } from '../../src/extraction/evidence/find-evidence.ts';
import { mergeAnswers } from '../../src/extraction/content/merge-answers.ts';
import { findShell, readOutline } from '../../src/page/body/find-shell.ts';
import { findObstacle } from '../../src/page/body/find-obstacle.ts';
import { findMainContent } from '../../src/page/main-content/find-main-content.ts';
import { findPagination } from '../../src/page/links/find-pagination.ts';
import { keepNodes, toHtml } from '../../src/page/tree/to-html.ts';
import { listLinks } from '../../src/page/links/list-links.ts';
import { readBody } from '../../src/page/body/read-body.ts';
import { readFlow } from '../../src/page/pdf/flow/read-flow.ts';
import { readMetadata, toMicrodataJson } from '../../src/page/structured-data/read-metadata.ts';
import { readPage } from '../../src/page/read-page.ts';
import { toMarkdown } from '../../src/page/markdown/to-markdown.ts';

const url = 'https://a.example/b/c';

const text = { type: 'string' } as const;
const product = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      'name description brand sku author published_date total_time availability image url'
        .split(' ')
        .map((name) => [name, text]),
    ),
    price: { type: 'number' },
    ingredients: { type: 'array', items: text },
    tags: { type: 'array', items: text },
    instructions_list: { type: 'array', items: text },
    offers: { type: 'array', items: { type: 'object', properties: { price: text, name: text } } },
  },
} as const;
const products = {
  type: 'object',
  properties: { items: { type: 'array', items: product } },
} as const;
const prompt = 'List all products with name, price and size';

/** Work on a page by name, all of which has to take time in proportion to the page's length. */
/** Values of each kind that evidence is looked for in another way. */
const evidenced = {
  texts: ['a b', 'The quick', '***'],
  count: 12,
  date: '2026-03-12',
  totalTime: 45,
  currency: 'EUR',
  price: '1299.00 EUR',
  availability: 'InStock',
  isOpen: true,
  link: 'https://a.example/none',
};

/** A list whose items stand in many places of a page, one with a list in each item, and an empty one. */
const listed = {
  texts: ['a b', 'x', 'a', 'y'],
  items: Array.from({ length: 40 }, (_, at) => ({ name: `a ${at}`, tags: ['a b', 'x'] })),
  words: [],
};

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
  'holding lists against the page': (html) => {
    findListCoverage(readPage({ html, url }), { value: listed, prompt, schema: undefined });
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
    toHtml(keepNodes(reading.document, findMainContent(reading)), 'alt');
  },
  'the blocks of a PDF file': (html) => {
    const { document } = readPage({ html, url, parseMode: 'speed' });
    readFlow({ document, url, hasImage: () => true, maxBlocks: 50_000 });
  },
  'values without a model': (html) => {
    const reading = readPage({ html, url, parseMode: 'speed' });
    extractStructure({ reading, prompt, schema: product, detailLevel: 'medium' });
    extractFreeShape({ reading, prompt, detailLevel: 'high' });
  },
  'content for a model, and what it answers': (html) => {
    const reading = readPage({ html, url, parseMode: 'speed' });
    chunkContent(reading, { prompt, schema: product, budgetTokens: 100 });
    const query = { prompt, schema: products, budgetTokens: 200, maxParts: 8 };
    const chunks = chunkContent(reading, query);
    const answers = chunks.map((chunk, part) => ({
      chunk,
      value: {
        title: `text ${part}`,
        items: Array.from({ length: 20 }, (_, at) => ({ name: `P${part * 10 + at}`, price: at })),
      },
    }));
    const value = mergeAnswers(products, answers);
    findEvidence({ value: { value, more: evidenced }, inferred: [] }, reading, () => undefined);
    findMissingAddresses({ value: evidenced, given: '' }, reading, undefined);
  },
};
