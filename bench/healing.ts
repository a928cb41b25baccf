import { writeFileSync } from 'node:fs';
import { exit, getuid, stderr } from 'node:process';
import { Command } from 'commander';
import { chromium } from 'playwright-core';
import { findBrowser } from '../src/browsers/launch/find-browser.ts';
import { countCases } from './healing/count-cases.ts';
import { listPages } from './healing/list-pages.ts';
import { measurePage, type PageFigures } from './healing/measure-page.ts';
import { openBenchPage } from './healing/run-case.ts';

const options = new Command('bench:healing')
  .description('How often a lost element is found again, a wrong one taken, and drift understood.')
  .option('--out <file>', 'one JSON line a page: what came of its cases')
  .option('--pages <names>', 'only these pages, separated by commas')
  .option('--misses', 'name the cases in which a wrong element was taken, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ out?: string; pages?: string; misses?: boolean; json?: boolean }>();

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('No browser was found: run `node scripts/ensure-browser.ts` to get one.');
  exit(1);
}
const wanted = options.pages?.split(',');
const pages = listPages().filter(({ name }) => wanted?.includes(name) ?? true);
const browser = await chromium.launch({ executablePath, chromiumSandbox: getuid?.() !== 0 });
const measured: PageFigures[] = [];
try {
  const page = await openBenchPage(browser);
  for (const [at, from] of pages.entries()) {
    if (stderr.isTTY) stderr.write(`\rhealing: page ${at + 1} of ${pages.length} `);
    const other = pages[(at + 5) % pages.length] ?? from;
    measured.push(await measurePage(page, from, other));
  }
} finally {
  await browser.close();
}

if (options.misses === true) {
  for (const { page, misses } of measured)
    for (const miss of misses) stderr.write(`${page.name}: ${miss}\n`);
}
const figures = countCases(measured);
for (const [name, { value, target, met, spread }] of Object.entries(figures)) {
  const goal = target === null ? '' : `  target ${target} ${met === true ? 'met' : 'missed'}`;
  const [low, high] = spread.map((bound) => bound.toFixed(4));
  console.log(`${name.padEnd(44)} ${value.toFixed(4)} [${low}, ${high}]${goal}`);
}
if (options.out !== undefined) {
  const lines = measured.map(({ page, cases, drift }) =>
    JSON.stringify({ id: page.name, secondSet: page.isSecondSet, cases, drift }),
  );
  writeFileSync(options.out, `${lines.join('\n')}\n`);
}
if (options.json === true) console.log(JSON.stringify({ bench: 'healing', figures }));
