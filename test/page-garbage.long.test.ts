import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { PageReading } from '../src/page/page-reading.ts';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { readPage } from '../src/page/read-page.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

const body = `<main>${'<p>Ships that pass in the night, and speak each other in passing.</p>'.repeat(2_000)}</main>`;
/** Objects of one kind in two forms, as pages have them. */
const pages = [body, `<html lang="en"><title>Ships</title>${body}`];
/** A tree of such a page takes .7 MB. */
const limitBytes = 8_000_000;

const read = (html: string): PageReading =>
  readPage({ html, url: 'https://a.example/', parseMode: 'speed' });
const find = (html: string): unknown => findMainContent(read(html));

test.each([
  ['read', read],
  ['looked through for their main content', find],
] as const)(
  'pages that were %s and that nobody holds go with the next small collection',
  (_, use) => {
    let last: unknown = pages.map((page) => use(page));
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 20; count += 1) {
      for (const page of pages) {
        last = use(page);
        collect({ type: 'minor' });
      }
    }
    expect(last).toBeDefined();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(limitBytes);
  },
);
