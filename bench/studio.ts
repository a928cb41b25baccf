import { readFileSync, writeFileSync } from 'node:fs';
import { exit, getuid, stderr } from 'node:process';
import { Command } from 'commander';
import { chromium, type Browser } from 'playwright-core';
import { createRandom } from '../src/evaluation/statistics/draw-figures.ts';
import { findBrowser } from '../src/browser/launch/find-browser.ts';
import { rankLists } from '../src/studio/suggest-recipe.ts';
import { serveFixtureSite } from '../test-kit/fixture-site/serve-fixture-site.ts';
import { decodeLoosely, materialFolder } from './page-set.ts';
import { clickItem, type Outcome, scoreDraft } from './studio/click-item.ts';
import {
  listFixtures,
  listIngredients,
  listListings,
  listTables,
  type Subject,
} from './studio/list-subjects.ts';
import {
  measureFixtures,
  measurePagers,
  measureRecorded,
  type PagedOutcome,
} from './studio/measure-pagination.ts';
import { measureTime } from './studio/measure-time.ts';
import { oddListings } from './studio/odd-listings.ts';
import { openBenchPage } from './studio/open-bench-page.ts';
import { toFolds, type StudioFigure, writeStudioResults } from './studio/write-studio-results.ts';

const options = new Command('bench:studio')
  .description(
    'What one click on a random item of a list brings, against the expected rows, and how it goes on.',
  )
  .option('--set <dir>', 'the folder of the page sets', materialFolder)
  .option('--draws <n>', 'clicks on each page', Number, 3)
  .option('--seed <n>', 'draws the clicks', Number, 1)
  .option('--every <n>', 'take every so many pages of each set', Number, 1)
  .option('--only <text>', 'only pages whose id holds this, and no pagination')
  .option('--tasks <names>', 'only these, with commas between')
  .option('--out <file>', 'write the outcomes')
  .option('--baseline <file>', 'a former --out: also print how the folds differ from it')
  .option('--save', 'write results/studio.md and results/studio.json')
  .option('--misses', 'tell on standard error what went wrong')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set: string;
    draws: number;
    seed: number;
    every: number;
    only?: string;
    tasks?: string;
    out?: string;
    baseline?: string;
    save?: boolean;
    misses?: boolean;
    json?: boolean;
  }>();

type Task = 'tables' | 'listings' | 'ingredients' | 'fixtures';
const targets: Readonly<Record<Task, number | null>> = {
  tables: 0.95,
  listings: 0.8,
  ingredients: null,
  fixtures: null,
};
const fieldTarget = 0.8;
const wanted = new Set(options.tasks?.split(','));

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('No browser was found: run `node scripts/ensure-browser.ts` to get one.');
  exit(1);
}
const browser = await chromium.launch({ executablePath, chromiumSandbox: getuid?.() !== 0 });
await using site = await serve();
const figures: StudioFigure[] = [];
const kept: Record<string, readonly Outcome[]> = {};
const former = options.baseline === undefined ? undefined : readFormer(options.baseline);

const sets: Readonly<Record<Task, () => readonly Subject[] | undefined>> = {
  tables: () => listTables(options.set),
  listings: () => listListings(options.set),
  ingredients: () => listIngredients(options.set),
  fixtures: () => listFixtures(site.url),
};
for (const name of ['tables', 'listings', 'ingredients', 'fixtures'] as const) {
  if (!isWanted(name)) continue;
  const all = sets[name]();
  if (all === undefined) {
    console.log(`skipped ${name}: no page set in ${options.set} (set GLEANER_MATERIAL)`);
    continue;
  }
  const chosen = all.filter(
    ({ id }, at) => id.includes(options.only ?? '') && at % options.every === 0,
  );
  if (chosen.length === 0) continue;
  const { clicks, drafts } = await measure(browser, name, chosen);
  report(name, clicks, targets[name]);
  if (name === 'listings') {
    report(
      'whole listings',
      clicks.filter(({ id }) => !oddListings.has(id)),
      targets[name],
    );
    report('draft without a click', drafts, null);
  }
}
if (options.only === undefined && isWanted('pagination')) {
  reportPages('pagination, pages of one pager', await measurePagers(browser));
  reportPages('pagination, fixture site', await measureFixtures(browser, site.url));
  const recorded = await measureRecorded(browser, options.set, options.every);
  if (recorded !== undefined) reportPages('pagination, recorded', recorded);
}
// A proposal must come while a person still looks at where he clicked; a page of any size must not hold it up for long.
if (options.only === undefined && isWanted('time')) {
  for (const [elements, target] of [
    [2_000, 300],
    [100_000, 1_000],
  ] as const) {
    const { median, low, high } = await measureTime(browser, elements);
    tell(
      `proposal on ${elements} elements, ms`,
      median,
      target,
      7,
      `${low.toFixed(0)}–${high.toFixed(0)}`,
    );
  }
}
await browser.close();
if (options.out !== undefined) writeFileSync(options.out, JSON.stringify(kept));
if (options.save === true) writeStudioResults(figures);
if (options.json === true) console.log(JSON.stringify({ bench: 'studio', figures }));

function isWanted(name: string): boolean {
  return wanted.size === 0 || wanted.has(name);
}

async function serve(): Promise<{ readonly url: string } & AsyncDisposable> {
  const served = await serveFixtureSite();
  return { url: served.url, [Symbol.asyncDispose]: () => served.close() };
}

function readFormer(file: string): Readonly<Record<string, readonly Outcome[]>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly Outcome[]>;
}

async function measure(
  browser: Browser,
  name: Task,
  subjects: readonly Subject[],
): Promise<{ readonly clicks: readonly Outcome[]; readonly drafts: readonly Outcome[] }> {
  const clicks: Outcome[] = [];
  const drafts: Outcome[] = [];
  const random = createRandom(options.seed);
  let skipped = 0;
  for (const subject of subjects) {
    const { url, readHtml } = subject.page;
    const html = readHtml && decodeLoosely(readHtml());
    await using open = await openBenchPage(browser, { url, html });
    const rows = (await subject.findClicks(open)).filter((places) => places.length > 0);
    if (rows.length === 0) skipped += 1;
    for (let draw = 0; draw < options.draws && rows.length > 0; draw += 1) {
      const places = rows[Math.floor(random() * rows.length)] ?? [];
      const place = places[Math.floor(random() * places.length)] ?? '';
      const outcome = await clickItem(open, subject, place);
      clicks.push(outcome);
      if (options.misses === true && (!outcome.isExact || outcome.held < 0.8 * outcome.values)) {
        stderr.write(
          `${name} ${subject.id}: ${outcome.given} rows of ${outcome.expected}, ${outcome.held} values of ${outcome.values}${outcome.isExact ? '' : ' (rows)'}\n   ${place.replaceAll(/\*\[local-name\(\)="(\w+)"\]/g, '$1')}\n`,
        );
      }
    }
    if (name !== 'listings' || rows.length === 0) continue;
    const startedMs = performance.now();
    const [best] = await rankLists(open.ask, '');
    const ms = performance.now() - startedMs;
    const score = await scoreDraft(open, subject, best?.draft);
    drafts.push({ ...score, id: subject.id, group: subject.group, ms });
  }
  if (skipped > 0) console.log(`${name}: ${skipped} pages show none of their expected values`);
  return { clicks, drafts };
}

function report(name: string, outcomes: readonly Outcome[], target: number | null): void {
  kept[name] = outcomes;
  const groups = new Set(outcomes.map(({ group }) => group)).size;
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const n = `${outcomes.length} on ${groups}`;
  const before = former?.[name];
  const measures: readonly (readonly [string, number | null, (one: Outcome) => number])[] = [
    ['exact rows', target, ({ isExact }) => Number(isExact)],
    ['all expected rows', null, ({ isWhole }) => Number(isWhole)],
    ['values', target && fieldTarget, ({ held, values }) => held / Math.max(1, values)],
  ];
  for (const [what, goal, value] of measures) {
    const { mean, folds } = toFolds(outcomes, value);
    const change =
      before === undefined
        ? ''
        : `; was ${toFolds(before, value)
            .folds.map((fold) => fold.toFixed(2))
            .join(' ')}`;
    const spread = folds.map((fold) => fold.toFixed(2)).join(' ');
    tell(`${name}: ${what}`, mean, goal, n, `folds ${spread}${change}`);
  }
  console.log(`${name}: median ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms`);
}

function reportPages(name: string, outcomes: readonly PagedOutcome[]): void {
  const paged = outcomes.filter(({ isPaged }) => isPaged);
  const found = toFolds(paged, ({ isFound }) => Number(isFound));
  const wrong = toFolds(outcomes, ({ isWrong }) => Number(isWrong));
  const spread = ({ folds }: typeof found): string =>
    `folds ${folds.map((fold) => fold.toFixed(2)).join(' ')}`;
  tell(`${name}: found`, found.mean, 0.9, paged.length, spread(found));
  tell(`${name}: wrong (≤)`, wrong.mean, 0.02, outcomes.length, spread(wrong));
  if (options.misses !== true) return;
  for (const { id, isPaged, isFound, isWrong, found: what } of outcomes) {
    if (isWrong || (isPaged && !isFound)) stderr.write(`${name} ${id}: ${what}\n`);
  }
}

function tell(
  name: string,
  value: number,
  target: number | null,
  n: number | string,
  spread: string,
): void {
  figures.push({ name, value, target, n: String(n), spread });
  const goal = target === null ? '' : ` (target ${target})`;
  console.log(`${name.padEnd(48)} ${value.toFixed(value < 10 ? 3 : 0)}${goal}  n ${n}  ${spread}`);
}
