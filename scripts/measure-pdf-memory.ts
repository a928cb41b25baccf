// What writing a PDF of a very long page takes: memory of the process beside the page that was read, and time.
// node scripts/measure-pdf-memory.ts [kind count]

import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { toPdf } from '../src/page/pdf/to-pdf.ts';

const link = (index: number): string => `<a href="/item/${index}">Item number ${index}</a> `;
const kinds: Readonly<Record<string, (index: number) => string>> = {
  cells: (index) => `${index % 10 === 0 ? '<tr>' : ''}<td>r${index}`,
  'linked cells': (index) => `${index % 10 === 0 ? '<tr>' : ''}<td>${link(index)}`,
  items: (index) => `<li>Item number ${index}`,
  'linked items': (index) => `<li>${link(index)}`,
  'links of a paragraph': link,
};
const all = [
  ['cells', 160_000],
  ['linked cells', 40_000],
  ['items', 100_000],
  ['linked items', 100_000],
  ['links of a paragraph', 140_000],
] as const;

const [kind, count] = process.argv.slice(2);
if (kind === undefined) {
  // A process each: what one has grown to, the next would not need to grow to.
  for (const row of all) {
    const args = [...process.execArgv, import.meta.filename, row[0], String(row[1])];
    process.stdout.write(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  }
} else {
  await measure(kind, Number(count));
}

async function measure(kind: string, count: number): Promise<void> {
  const write = kinds[kind];
  if (write === undefined) throw new TypeError(`There is "${Object.keys(kinds).join('", "')}".`);
  const parts = Array.from({ length: count }, (_part, index) => write(index)).join('');
  const html = kind.endsWith('cells') ? `<table>${parts}</table>` : `<ul>${parts}</ul>`;
  const page = { html, url: 'https://example.com/', title: '', language: undefined };
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const startedMs = performance.now();
  const { pageCount, warnings } = await toPdf({ page });
  clearInterval(watch);
  const grown = Math.round((peak - before) / 1_000_000);
  const ms = Math.round(performance.now() - startedMs);
  console.log(`${count} ${kind}: ${pageCount} pages, ${grown} MB more, ${ms} ms`);
  for (const warning of warnings) console.log(`  ${warning}`);
}
