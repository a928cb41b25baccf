// Every page of the public sets, the html5lib tree tests and the JSON test suite as pages, scraped in every form. A page
// that shows text must give content in each; what has none must be refused or reported in a warning. PDFs of every tenth page only.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { gunzipSync } from 'node:zlib';
import { textContent } from 'domutils';
import { materialFolder as material } from '../bench/page-set.ts';
import { createGleaner, isGleanerError, type ScrapeInput } from '../src/index.ts';
import { partTouchingWords } from '../src/page/tree/part-touching-words.ts';
import { readPage } from '../src/page/read-page.ts';
import { readBody } from '../src/page/body/read-body.ts';

type Form = Omit<ScrapeInput, 'url' | 'html'>;

const forms: readonly (readonly [name: string, form: Form])[] = (
  ['accurate', 'speed'] as const
).flatMap((parseMode) => [
  [`HTML, ${parseMode}`, { parseMode, tagTruncate: true }],
  [`Markdown, ${parseMode}`, { parseMode, format: 'markdown' }],
  [`main content, ${parseMode}`, { parseMode, format: 'markdown', reduceContent: true }],
]);
const pdf: Form = { format: 'pdf' };
const pdfStep = 10;

const gleaner = createGleaner({ browser: false });
const found = new Map<string, number>();
const faults: string[] = [];
let pages = 0;
let touching = 0;

for (const [name, html] of listPages()) {
  pages += 1;
  if (/[\\/]pages[\\/]/.test(name) && hasTouchingWords(html)) touching += 1;
  for (const [form, options] of forms) await tryForm(name, html, form, options);
  if (pages % pdfStep === 0) await tryForm(name, html, 'PDF', pdf);
}
await gleaner.close();

if (pages === 0) {
  console.error(`No pages in ${material}: set GLEANER_MATERIAL to a folder of page sets.`);
  exit(1);
}
for (const fault of faults) console.log(fault);
for (const [what, times] of found) console.log(`${times} × ${what}`);
console.log(`${touching} pages of the page sets have words that only a style sheet parts`);
console.log(`${faults.length} of ${pages} pages throw or come back silently empty`);
exit(faults.length === 0 ? 0 : 1);

async function tryForm(name: string, html: string, form: string, options: Form): Promise<void> {
  try {
    const page = await gleaner.scrape({ html, url: 'https://example.com/page', ...options });
    const content = page.markdown ?? page.html ?? '';
    // The serialised skeleton of an empty page is no content.
    const shown = content.replaceAll(/<\/?(?:html|head|body)\b[^<>]*>/g, '');
    const isFull = page.pdf !== undefined || /[\p{L}\p{N}\p{S}\p{P}]/u.test(shown);
    if (isFull) count(`${form}: content`);
    else if (page.warnings.length > 0) count(`${form}: nothing, and told`);
    else faults.push(`${name}, ${form}: nothing, and not told`);
  } catch (error) {
    if (isGleanerError(error, 'validation_failed') && error.details.reason === 'empty_page') {
      count(`${form}: refused as empty`);
    } else {
      faults.push(`${name}, ${form}: ${String(error)}`);
    }
  }
}

function hasTouchingWords(html: string): boolean {
  const { document } = readPage({ html, url: 'https://example.com/page' });
  const before = textContent(document).length;
  partTouchingWords(document, new Set());
  return textContent(document).length > before;
}

function count(what: string): void {
  found.set(what, (found.get(what) ?? 0) + 1);
}

function* listPages(): Iterable<readonly [name: string, html: string]> {
  for (const file of listFiles('', /[\\/]pages[\\/]html[\\/].*\.html\.gz$/)) {
    const body = gunzipSync(readFileSync(path.join(material, file)));
    const headers = { 'content-type': 'text/html' };
    yield [file, readBody({ url: 'https://example.com/', status: 200, headers, body }).text];
  }
  for (const file of listFiles('html5lib-tests/tree-construction', /\.dat$/)) {
    const tests = readFileSync(path.join(material, file), 'utf8').split(/(?:^|\n)#data\n/);
    for (const [index, test] of tests.slice(1).entries()) {
      yield [`${file} ${index}`, test.split('\n#errors')[0] ?? ''];
    }
  }
  for (const file of listFiles('JSONTestSuite/test_parsing', /\.json$/)) {
    yield [file, readFileSync(path.join(material, file), 'utf8')];
  }
}

function listFiles(folder: string, name: RegExp): readonly string[] {
  const root = path.join(material, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => name.test(file))
    .toSorted();
}
