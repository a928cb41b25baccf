import { expect, test } from 'vitest';
import { listImportedModules, listImportedSources } from '../bench/import/measure-import.ts';

/** What a page, a model, a browser, a store or a server needs, and an import does not. */
const heavy =
  /\/node_modules\/(?:ai|ajv|hono|htmlparser2|kysely|parse5|pdfkit|playwright-core|re2js|undici|unpdf|zod)\//;

test('importing the package loads at most 60 modules, and nothing heavy', () => {
  const modules = listImportedModules('gleaner');
  expect(modules.some((url) => url.endsWith('/dist/index.js'))).toBe(true);
  expect(modules.filter((url) => heavy.test(url))).toEqual([]);
  expect(modules.length).toBeLessThanOrEqual(60);
});

test('modules of dependencies are counted, those that are required by others too', () => {
  const modules = listImportedModules('gleaner/service');
  expect(modules.some((url) => heavy.test(url))).toBe(true);
  expect(modules.some((url) => url.includes('/node_modules/ajv/dist/compile/'))).toBe(true);
});

test.each([
  [
    'an extraction loads the work on pages in its threads alone',
    `async ({ extract, scrape }) => {
      const html = '<h1>Blue kettle</h1>';
      await extract({ html, prompt: 'The kettle', include: ['evidence'] });
      await scrape({ html, format: 'markdown', reduceContent: true });
    }`,
    /\/node_modules\/(?:htmlparser2|parse5)\/|\/dist\/(?:page|extraction\/(?:evidence|structure|fields))\/(?!body\/sniff|tree\/check-tag-names|markdown\/markdown-converters|documents\/document-readers|documents\/pdf\/pdf-reader\.)/,
    '/dist/core/page-session/',
  ],
  [
    'an extraction loads no writer of PDFs, recipes, services or servers',
    `({ createGleaner }) => createGleaner({ threads: 0 }).extract({ html: '<h1>Blue kettle</h1>', prompt: 'The kettle' })`,
    /\/node_modules\/(?:hono|kysely|pdfkit|playwright-core|undici|unpdf)\/|\/dist\/(?:page\/(?:pdf|documents)|recipes|service)\/(?!document-readers|pdf\/pdf-reader\.)/,
    '/dist/extraction/structure/',
  ],
  [
    'a scrape loads no schema engine and no rules of extraction either',
    `({ createGleaner }) => createGleaner({ threads: 0 }).scrape({ html: '<h1>Blue kettle</h1>', format: 'markdown' })`,
    /\/node_modules\/(?:@opentelemetry|ajv|hono|kysely|pdfkit|playwright-core|re2js|undici|unpdf)\/|\/dist\/(?:page\/(?:pdf|documents)|recipes|service|extraction\/structure)\/(?!document-readers|pdf\/pdf-reader\.)/,
    '/dist/page/markdown/',
  ],
])('%s', (_title, use, unneeded, needed) => {
  const modules = listImportedSources('gleaner', use);
  expect(modules.filter((url) => unneeded.test(url))).toEqual([]);
  expect(modules.some((url) => url.includes(needed))).toBe(true);
});
