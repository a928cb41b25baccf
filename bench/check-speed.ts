import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process, { cpuUsage } from 'node:process';
import { Command } from 'commander';
import { Parser } from 'htmlparser2';
import { createGleaner } from '../src/index.ts';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { toMarkdown } from '../src/page/markdown/to-markdown.ts';
import { readPage } from '../src/page/read-page.ts';
import { keepNodes } from '../src/page/tree/to-html.ts';
import { listPageFiles, readPageFile, speedSets, takeEvenly } from './list-page-files.ts';
import { summarise } from './to-figure.ts';

/**
 * Whether a page still becomes Markdown as fast as it did: in the default mode, as `scrape` reads it, by CPU time, as a ratio to one
 * pass of htmlparser2's parser without handlers over the same page in the same run. Exits with 1 where even the fast rounds stay
 * below nine tenths of the kept figure. `bench:speed` compares with peers.
 */
const options = new Command('check:speed')
  .description('Whether pages still become Markdown as fast as the kept figures say.')
  .option('--keep', 'keep the figures of this run')
  .option('--rounds <n>', 'measured rounds', Number, 9)
  .parse()
  .opts<{ keep?: boolean; rounds: number }>();

interface Page {
  readonly html: string;
  readonly url: string;
}
type Convert = (page: Page) => unknown;

/** What is kept of the figure at the least; the rest is noise of the machine. */
const keptShare = 0.9;
/** Real pages that are read, of those where the material lies beside the repository. */
const pageCount = 60;
const keptFile = path.join(import.meta.dirname, 'results', 'check-speed.json');

const parse: Convert = ({ html }) => new Parser({}).end(html);
/** The page that the engine fetches next. */
let served = new Uint8Array();
const engine = createGleaner({
  browser: false,
  threads: 0,
  fetcher: {
    name: 'stub',
    fetch: async ({ url: asked }) => ({
      url: asked,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: served,
    }),
  },
});
const tasks: Readonly<Record<string, Convert>> = {
  'whole page': (page) => toMarkdown(readPage({ ...page, isForPeople: true })),
  'main content': (page) => {
    const reading = readPage({ ...page, isForPeople: true, keepCollapsed: true });
    const document = keepNodes(reading.document, findMainContent(reading));
    return toMarkdown({ url: reading.url, document });
  },
  'whole page, speed': (page) =>
    toMarkdown(readPage({ ...page, isForPeople: true, parseMode: 'speed' })),
  // With all that a call does beside: whether it is a wall, a shell, or leads on, its metadata, and the bill.
  'scrape, whole call': async ({ html, url: address }) => {
    served = new TextEncoder().encode(html);
    await engine.scrape({ url: address, format: 'markdown' }).catch(() => undefined);
  },
};

const url = 'https://shop.example/';
/** By how many rules the sheet has: what grows with the square of them shows in the last. */
const sets: Record<string, readonly Page[]> = Object.fromEntries(
  [100, 400, 1_600].map((rules) => [
    `sheets of ${rules} rules`,
    [40, 80, 160].map((items) => ({ html: toPage(rules, items), url })),
  ]),
);
const real = choosePages();
if (real.length > 0) sets[`${real.length} real pages`] = real;
else console.log('no real pages: set GLEANER_MATERIAL, see bench/README.md');

const kept: Readonly<Record<string, number>> = existsSync(keptFile)
  ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Readonly<Record<string, number>>)
  : {};
const measured: Record<string, number> = { ...kept };
for (const [set, pages] of Object.entries(sets)) {
  for (const [task, ratios] of Object.entries(await measureRatios(pages))) {
    const name = `${task}, ${set}`;
    const { median, low, high } = summarise(ratios);
    const before = kept[name];
    const isSlow = before !== undefined && high < keptShare * before;
    console.log(
      `${isSlow ? 'SLOW' : 'ok  '} ${name}: ${median.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], kept ${before?.toFixed(3) ?? 'none'}`,
    );
    if (isSlow && options.keep !== true) process.exitCode = 1;
    measured[name] = Number(median.toFixed(3));
  }
}
await engine.close();
if (options.keep === true) writeFileSync(keptFile, `${JSON.stringify(measured, undefined, 2)}\n`);

/** The ratios of the rounds by task; from as many rounds before the compiler learns. Page by page, one after the other. */
async function measureRatios(
  pages: readonly Page[],
): Promise<Readonly<Record<string, readonly number[]>>> {
  const passes = Math.ceil(6 / pages.length);
  const ratios = Object.fromEntries(Object.keys(tasks).map((task) => [task, [] as number[]]));
  for (let round = -Math.ceil(options.rounds / 2); round < options.rounds; round += 1) {
    const times = new Map<Convert, number>();
    for (const page of pages) {
      for (const convert of [parse, ...Object.values(tasks)]) {
        times.set(convert, (times.get(convert) ?? 0) + (await cpuMs(convert, page, passes)));
      }
    }
    if (round < 0) continue;
    for (const [task, convert] of Object.entries(tasks)) {
      ratios[task]?.push((times.get(parse) ?? 0) / (times.get(convert) ?? 1));
    }
  }
  return ratios;
}

async function cpuMs(convert: Convert, page: Page, passes: number): Promise<number> {
  const before = cpuUsage();
  for (let pass = 0; pass < passes; pass += 1) await convert(page);
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

/** Real pages at equal distances by the share that style sheets have of them, so that light and heavy ones are among them. */
function choosePages(): readonly Page[] {
  const all = speedSets
    .flatMap((folder) => takeEvenly(listPageFiles(folder), 3 * pageCount))
    .map((file) => ({ html: readPageFile(file), url: file.url }));
  const byShare = all
    .map((page) => ({ page, share: measureSheets(page.html) / page.html.length }))
    .toSorted((a, b) => a.share - b.share);
  return takeEvenly(byShare, pageCount).map(({ page }) => page);
}

function measureSheets(html: string): number {
  const sheets = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/gi)];
  return sheets.reduce((sum, [, css = '']) => sum + css.length, 0);
}

/** A shop's list in a page whose styles are as long as its text, as those of a component library are. */
function toPage(rules: number, items: number): string {
  const sheet = Array.from({ length: rules }, (_, rule) => toRule(rule)).join('\n');
  const list = Array.from({ length: items }, (_, item) => toItem(item)).join('\n');
  return `<!doctype html><html lang="en"><head><title>Kettles</title><style>${sheet}</style></head>
<body class="c1 page"><header class="c2"><nav class="c3"><a href="/a">Home</a> <a href="/b">All kettles</a></nav></header>
<main class="c4"><h1>Kettles</h1><p class="intro c5">What we have this week, and what it costs.</p>${list}</main>
<footer class="c6"><p>Terms, and where we are.</p></footer></body></html>`;
}

function toRule(rule: number): string {
  const kinds = [
    `.c${rule} { color: #${(rule * 7919) % 1_000}; margin: ${rule % 32}px; padding: 0 ${rule % 8}em }`,
    `.card.c${rule} > .price span:not(.old) { font-weight: 600 }`,
    `@media (min-width: ${rule}px) { .c${rule} .title { display: flex } }`,
    `.is-open .menu-${rule}, .menu-${rule}[hidden] { display: none }`,
    `main article:nth-child(${rule % 40}n+1) .note-${rule} a:hover { text-decoration: underline }`,
    `#panel-${rule} { visibility: hidden; opacity: 0 }`,
  ];
  return kinds[rule % kinds.length] ?? '';
}

function toItem(item: number): string {
  return `<article class="card c${item % 97} c${(item * 31) % 389}"><h2 class="title"><a href="/kettle/${item}">Kettle ${item}</a></h2>
<p class="note-${item} text">Holds ${1 + (item % 3)} litres, boils in ${2 + (item % 5)} minutes and is made of steel that does not rust.</p>
<p class="price"><span class="old">${40 + item}.00 €</span> <span>${30 + item}.50 €</span></p>
<ul class="facts"><li>Lid</li><li>Two years of guarantee</li><li>Cable of ${80 + (item % 40)} cm</li></ul></article>`;
}
