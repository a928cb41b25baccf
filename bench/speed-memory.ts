import { argv, execArgv } from 'node:process';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { toMarkdown } from '../src/page/markdown/to-markdown.ts';
import { readPage } from '../src/page/read-page.ts';
import { listPageFiles, type PageFile, readPageFile } from './list-page-files.ts';

/**
 * Reads every page of the sets named, one at a time, and prints how large the process became, and how much heap a page
 * keeps while its tree, Markdown and main content are held. A process of its own, because peers and labels take more
 * memory than what is measured. Run by `bench:speed`.
 */
const pagesHeld = 60;

if (!execArgv.includes('--expose-gc')) throw new Error('Run with --expose-gc.');
const collect = (globalThis as unknown as { readonly gc: () => void }).gc;

const files = argv.slice(2).flatMap(listPageFiles);
for (const file of files) convert(readPageFile(file), file.url);
const peakMb = process.resourceUsage().maxRSS / 1_024;

const step = Math.max(1, Math.floor(files.length / pagesHeld));
const ratios = files.filter((_, index) => index % step === 0).map(measureHeld);
console.log(JSON.stringify({ pages: files.length, peakMb, ratios }));

function measureHeld(page: PageFile): number {
  const html = readPageFile(page);
  const before = readHeap();
  const held = convert(html, page.url);
  const after = readHeap();
  return held.length > 0 && html.length > 0 ? (after - before) / html.length : 0;
}

function convert(html: string, url: string): readonly unknown[] {
  const reading = readPage({ html, url, parseMode: 'speed' });
  return [reading, findMainContent(reading), toMarkdown(reading)];
}

function readHeap(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
