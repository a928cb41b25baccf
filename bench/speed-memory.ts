import { argv, execArgv, stdin } from 'node:process';
import { json } from 'node:stream/consumers';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { toMarkdown } from '../src/page/markdown/to-markdown.ts';
import { readPage } from '../src/page/read-page.ts';
import { type PageFile, readPageFile } from './list-page-files.ts';

/**
 * Reads the pages that are listed on its input (JSON), one at a time, and prints how large the process became, and how
 * much heap a page keeps while its tree, Markdown and main content are held. A process of its own, because peers and
 * the sets' labels, which stand beside the list of their pages, take more memory than what is measured. With
 * `--load-only` the pages are unpacked and not read: the floor. Run by `bench:speed`.
 */
const pagesHeld = 60;

if (!execArgv.includes('--expose-gc')) throw new Error('Run with --expose-gc.');
const collect = (globalThis as unknown as { readonly gc: () => void }).gc;

const files = (await json(stdin)) as readonly PageFile[];
const startMb = process.memoryUsage.rss() / 2 ** 20;
const isFloor = argv.includes('--load-only');
for (const file of files) {
  const html = readPageFile(file);
  if (!isFloor) convert(html, file.url);
}
const peakMb = process.resourceUsage().maxRSS / 1_024;

const step = Math.max(1, Math.floor(files.length / pagesHeld));
const held = isFloor ? [] : files.filter((_, index) => index % step === 0);
const ratios = held.map(measureHeld);
console.log(JSON.stringify({ startMb, peakMb, ratios }));

function measureHeld(page: PageFile): number {
  const html = readPageFile(page);
  const before = readHeap();
  const held = convert(html, page.url);
  const after = readHeap();
  return held.length > 0 && html.length > 0 ? (after - before) / html.length : 0;
}

function convert(html: string, url: string): readonly unknown[] {
  const reading = readPage({ html, url, isForPeople: true });
  return [reading, findMainContent(reading), toMarkdown(reading)];
}

function readHeap(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
