import { cpuUsage } from 'node:process';
import { Command } from 'commander';
import { Parser } from 'htmlparser2';
import { extractStructure } from '../src/extraction/structure/extract-structure.ts';
import { readPage } from '../src/page/read-page.ts';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import {
  type PageFile,
  listPageFiles,
  readPageFile,
  speedSets,
  takeEvenly,
} from './list-page-files.ts';
import { type Figure, toFigure } from './to-figure.ts';

/** What an answer without a model takes on pages of a few kinds: the CPU of the extraction alone, behind the reading of the page. */
const options = new Command('bench:extraction')
  .description('CPU of extractions without a model, as a ratio to one htmlparser2 pass.')
  .option('--rounds <n>', 'measured rounds', Number, 15)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; json?: boolean }>();

interface Task {
  readonly pages: readonly string[];
  readonly schema: JsonSchema;
  /** Wanted ratio. */
  readonly target: number;
}

const url = 'https://shop.example/';
let state = 1;
/** Pages of a task: what is kept of one page, and what the compiler learns of one, does not serve the next. */
const pageCount = 8;
const words =
  'harbour lamp brass delivery colour review stars basket shelf paper window garden table chair linen oak small large new offer'.split(
    ' ',
  );

const menus = Array.from({ length: 4 }, (_, menu) => toMenu(menu)).join('');
const tasks: Readonly<Record<string, Task>> = {
  'list of a 20 KB page': toTask(15, 48, toCard, {
    title: { type: 'string' },
    price: { type: 'number' },
    url: { type: 'string', format: 'uri' },
    date: { type: 'string', format: 'date' },
  }),
  'short list among menus': toTask(15, 6, toCard, {
    title: { type: 'string' },
    price: { type: 'number' },
    url: { type: 'string', format: 'uri' },
  }),
  'table of 60 rows': {
    ...toTask(8, 60, toRow, {
      year: { type: 'integer' },
      name: { type: 'string' },
      result: { type: 'string' },
    }),
    pages: toPages(
      (draw) => `<table><tr><th>Year<th>Name<th>Result<th>Notes</tr>${draw(60, toRow)}</table>`,
    ),
  },
  'five fields': {
    pages: toPages(
      (draw) => `<h1>Brass lamp ${draw(1, toWords)}</h1><p class="brand">Harbour &amp; Oak</p>
<p class="price"><s>60.00 €</s> <b>48.50 €</b></p><dl><dt>SKU<dd>HO-4850<dt>Colour<dd>brass<dt>Availability<dd>In stock</dl>
<div class="text">${draw(30, toParagraph)}</div><h2>Others bought</h2>${draw(12, toCard)}`,
    ),
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        price: { type: 'number' },
        brand: { type: 'string' },
        sku: { type: 'string' },
        in_stock: { type: 'boolean' },
      },
    },
    target: 4,
  },
};

type Make = (at: number) => string;
type Draw = typeof drawParts;

/** The same questions on pages as they are, of which scripts and style sheets are a large part: fields of products, lists of any page. */
const realCount = 48;
const [productSet, ...otherSets] = speedSets.toReversed().map(listPageFiles);
const realTasks: Readonly<Record<string, Task | undefined>> = {
  'five fields, real pages': toRealTask(productSet ?? [], tasks['five fields']),
  'list, real pages': toRealTask(otherSets.flat(), tasks['list of a 20 KB page']),
};

const figures: Record<string, Figure> = {};
for (const [name, task] of Object.entries({ ...tasks, ...realTasks })) {
  if (task === undefined || task.pages.length === 0) continue;
  const { pages, schema, target } = task;
  const ratios: number[] = [];
  for (let round = -Math.ceil(options.rounds / 2); round < options.rounds; round += 1) {
    let parseUs = 0;
    let extractUs = 0;
    for (const html of pages) {
      parseUs += timeCpu(() => new Parser({}).end(html));
      const reading = readPage({ html, url });
      extractUs += timeCpu(() =>
        extractStructure({ reading, prompt: 'All of them', schema, detailLevel: 'medium' }),
      );
    }
    if (round >= 0) ratios.push(extractUs / parseUs);
  }
  const figure = toFigure(ratios, target);
  figures[name] = figure;
  const [low, high] = figure.spread.map((bound) => bound.toFixed(1));
  const size = pages.reduce((sum, { length }) => sum + length, 0) / pages.length / 1_024;
  console.log(
    `${name.padEnd(24)} ${size.toFixed(0).padStart(3)} KB  ${figure.value.toFixed(1)} [${low}, ${high}]  target ≤ ${target} ${figure.met ? 'met' : 'missed'}`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'extraction', figures }));

function toRealTask(files: readonly PageFile[], task: Task | undefined): Task | undefined {
  return task && { ...task, pages: takeEvenly(files, realCount).map(readPageFile) };
}

/** Microseconds. */
function timeCpu(work: () => unknown): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return user + system;
}

function toTask(
  target: number,
  count: number,
  make: Make,
  properties: Readonly<Record<string, object>>,
): Task {
  return {
    pages: toPages((draw) => `<h1>Lamps</h1><div class="list">${draw(count, make)}</div>`),
    schema: { type: 'array', items: { type: 'object', properties } },
    target,
  };
}

/** Pages of one form with other words and numbers. */
function toPages(toMain: (draw: Draw) => string): readonly string[] {
  return Array.from(
    { length: pageCount },
    () => `<!doctype html><html lang="en"><head><title>Lamps | Harbour &amp; Oak</title></head>
<body><header>${menus}</header><main>${toMain(drawParts)}</main><footer>${menus}</footer></body></html>`,
  );
}

function drawParts(count: number, make: Make): string {
  return Array.from({ length: count }, (_, at) => make(at + random(1_000))).join('\n');
}

function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function toWords(at: number, count = 3): string {
  return Array.from(
    { length: count },
    (_, next) => words[(at * 7 + next * next) % words.length],
  ).join(' ');
}

function toMenu(menu: number): string {
  const entries = Array.from(
    { length: 8 },
    (_, at) =>
      `<li class="entry"><a href="/${menu}/${at}">${toWords(menu + at, 1 + (at % 2))}</a></li>`,
  );
  return `<nav class="menu"><ul class="menu-${menu}">${entries.join('')}</ul></nav>`;
}

function toCard(at: number): string {
  return `<article class="card"><a class="picture" href="/item/${at}"><img src="/p/${at}.jpg" alt=""></a><h3><a href="/item/${at}">${toWords(at, 4)}</a></h3>
<p class="text">${toWords(at, 12)}</p><time>2026-0${1 + (at % 9)}-1${at % 10}</time><span class="price">${(at * 7) % 400}.50 €</span></article>`;
}

function toRow(at: number): string {
  return `<tr><td>${1900 + (at % 126)}<td>${toWords(at)}<td>${at % 9}–${(at * 3) % 7}<td>${toWords(at, 8)}</tr>`;
}

function toParagraph(at: number): string {
  return `<p>${toWords(at, 40)}.</p>`;
}
