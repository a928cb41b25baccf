// What writing a PDF of a long table takes: memory of the process beside the page that was read, and time.
// node scripts/measure-pdf-memory.ts [cells]

import process from 'node:process';
import { readPage } from '../src/page/read-page.ts';
import { toPdf } from '../src/pdf/write/to-pdf.ts';

const columns = 10;
const cells = Number(process.argv[2] ?? 160_000);
const rows = Array.from({ length: cells / columns }, (_row, row) =>
  Array.from({ length: columns }, (_cell, column) => `<td>r${row}c${column}`).join(''),
);
const reading = readPage({
  html: `<table><tr>${rows.join('<tr>')}</table>`,
  url: 'https://example.com/',
});
const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
const startedMs = performance.now();
const { pageCount, warnings } = await toPdf({ page: reading });
clearInterval(watch);
for (const warning of warnings) console.log(warning);
console.log(
  `${cells} cells: ${pageCount} pages, ${Math.round((peak - before) / 1_000_000)} MB more, ${Math.round(performance.now() - startedMs)} ms`,
);
