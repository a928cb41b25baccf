import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { chromium, type Browser as PlaywrightBrowser, type Page } from 'playwright-core';
import type { Recipe } from '../src/runtime/contracts/recipe/recipe.ts';
import type { Collection } from '../src/runtime/contracts/recipe/replay.ts';
import { parseRecipe } from '../src/recipes/format/parse-recipe.ts';
import { realBrowserPath } from '../test/support/real-browser.ts';
import { loopbackBrowser } from '../test/support/replay.ts';
import { serveListing, shelfItems } from './recipe/serve-listing.ts';

/** Pages per second of a recipe, as a ratio to what a person would write with Playwright for the same site. */
const options = new Command('bench:recipe')
  .description('Replays recipes against hand-written Playwright scripts on the same pages.')
  .option('--rounds <n>', 'measured rounds', Number, 7)
  .option('--pages <n>', 'pages of a site', Number, 20)
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ rounds: number; pages: number; json?: boolean }>();

/** By how much a replay may be slower, which heals, reports, and guards every request. */
const ratioTarget = 0.9;
/** What pictures cost is saved. */
const heavyTarget = 1;

interface Item {
  readonly name: string | null | undefined;
  readonly price: string | null | undefined;
  readonly url: string | undefined;
}

type HandScript = (page: Page, url: string) => Promise<readonly Item[]>;

const site = await serveListing(options.pages);
const replayer = loopbackBrowser(1);
const bare: PlaywrightBrowser = await chromium.launch({
  executablePath: realBrowserPath(),
  chromiumSandbox: false,
});

/** What is read of the site: pages and items of one run. */
interface Subject {
  readonly recipe: Recipe;
  readonly url: string;
  readonly pages: number;
  readonly items: number;
}

const fields = {
  name: { selectors: '.name' },
  price: { selectors: '.price', type: 'number' },
  url: { selectors: 'a', type: 'url' },
};

const [plain, images] = [toList('plain'), toList('images')];
const figures = {
  'plain site / clicking script': await compare(plain, clickOn, ratioTarget),
  'plain site / leanest script': await compare(plain, goOn, ratioTarget),
  'image-heavy site / clicking script': await compare(images, clickOn, heavyTarget),
  'image-heavy site / leanest script': await compare(images, goOn, heavyTarget),
  'pages of items / two tabs by hand': await compare(toShelf(), openInTwoTabs, ratioTarget),
};
await replayer.close?.();
await bare.close();
await site.close();

for (const [name, { value, target, spread, pagesPerSecond }] of Object.entries(figures)) {
  const range = spread.map((bound) => bound.toFixed(2)).join(', ');
  console.log(
    `${name.padEnd(36)} ${value.toFixed(2)} [${range}]  target ≥ ${target}  (${pagesPerSecond.toFixed(1)} pages/s)`,
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'recipe', figures }));

/** As tutorials have it: read, press "next", wait for the page. */
async function clickOn(page: Page, url: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  await page.goto(url);
  for (;;) {
    items.push(...(await page.$$eval('.item', toItems)));
    const next = page.locator('a.next');
    if ((await next.count()) === 0) return items;
    await next.click();
    await page.waitForLoadState();
  }
}

/** The least that can be done in a browser: no clicks, no waiting for what a page loads, one question a page. */
async function goOn(page: Page, url: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let next: string | undefined = url;
  while (next !== undefined) {
    await page.goto(next, { waitUntil: 'domcontentloaded' });
    const read = await page.evaluate(() => ({
      items: [...document.querySelectorAll('.item')].map((element) => ({
        name: element.querySelector('.name')?.textContent,
        price: element.querySelector('.price')?.textContent,
        url: element.querySelector('a')?.href,
      })),
      next: document.querySelector<HTMLAnchorElement>('a.next')?.href,
    }));
    items.push(...read.items);
    ({ next } = read);
  }
  return items;
}

/** The pages of the items of one list page, in two tabs, as `follow` does it. */
async function openInTwoTabs(page: Page, url: string): Promise<readonly Item[]> {
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const items = await page.$$eval('.item', toItems);
  const waiting = [...items.entries()];
  const found: Item[] = [];
  async function openNext(tab: Page): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      await tab.goto(item.url ?? '', { waitUntil: 'domcontentloaded' });
      const fact = await tab.evaluate(() => document.querySelector('dd')?.textContent);
      found[index] = { ...item, price: fact };
    }
  }
  const tabs = [await page.context().newPage(), await page.context().newPage()];
  await Promise.all(tabs.map(openNext));
  return found;
}

function toItems(elements: readonly Element[]): readonly Item[] {
  return elements.map((element) => ({
    name: element.querySelector('.name')?.textContent,
    price: element.querySelector('.price')?.textContent,
    url: element.querySelector('a')?.href,
  }));
}

function toSubject(path: string, extract: object, ...others: readonly object[]): Subject {
  const url = `${site.origin}/${path}`;
  const parameters = { items: '.item', fields, ...extract };
  const recipe = parseRecipe({
    title: 'Listing',
    steps: [
      { type: 'navigate', url },
      { type: 'customStep', name: 'extract', parameters },
      ...others,
    ],
  });
  return { recipe, url, pages: options.pages, items: site.items };
}

function toList(path: string): Subject {
  return toSubject(
    path,
    {},
    { type: 'customStep', name: 'paginate', parameters: { next: 'a.next' } },
  );
}

function toShelf(): Subject {
  const follow = { link: 'a', fields: { fact: { selectors: 'dd' } } };
  return { ...toSubject('shelf', { follow }), pages: shelfItems, items: shelfItems };
}

/** Interleaved, so that a slow moment of the machine hits both. */
async function compare(
  subject: Subject,
  byHand: HandScript,
  target: number,
): Promise<{
  value: number;
  target: number;
  met: boolean;
  spread: readonly [number, number];
  pagesPerSecond: number;
}> {
  const ratios: number[] = [];
  const paces: number[] = [];
  // The first of each starts its browser.
  for (let round = -1; round < options.rounds; round += 1) {
    const own = await pace(subject, () => replay(subject.recipe));
    const hand = await pace(subject, () => runByHand(subject.url, byHand));
    if (round < 0) continue;
    ratios.push(own / hand);
    paces.push(own);
  }
  const value = median(ratios);
  return {
    value,
    target,
    met: value >= target,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    pagesPerSecond: median(paces),
  };
}

/** Pages a second; both must bring every item. */
async function pace(subject: Subject, work: () => Promise<number>): Promise<number> {
  // What the one before left to do.
  await sleep(200);
  const startedMs = performance.now();
  const items = await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  if (items !== subject.items) throw new Error(`Expected ${subject.items} items, got ${items}.`);
  return subject.pages / seconds;
}

async function replay(recipe: Recipe): Promise<number> {
  let items = 0;
  await replayer.replay({
    recipe,
    fingerprints: undefined,
    maxPages: options.pages + 1,
    allowExpressions: false,
    loadMedia: false,
    headers: {},
    stealth: false,
    proxy: undefined,
    files: { uploads: undefined, downloads: undefined },
    signal: new AbortController().signal,
    onStep: () => {},
    async onPage({ collections }) {
      items += collections.reduce((sum, collection) => sum + countRead(collection), 0);
    },
    mayGoOn: async () => true,
    mayFollow: async () => true,
    onFollow: () => {},
  });
  return items;
}

/** Items, where pages are followed only those whose page was read. */
function countRead({ step, items, followed }: Collection): number {
  return step.follow === undefined ? items.length : followed.filter(Boolean).length;
}

async function runByHand(url: string, script: HandScript): Promise<number> {
  const context = await bare.newContext();
  const page = await context.newPage();
  const items = await script(page, url);
  await context.close();
  return items.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
