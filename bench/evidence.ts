import path from 'node:path';
import { exit, stderr } from 'node:process';
import { Command } from 'commander';
import type { Evidence } from '../src/runtime/contracts/evidence.ts';
import { findEvidence } from '../src/extraction/evidence/find-evidence.ts';
import type { PageReading } from '../src/page/page-reading.ts';
import { readPage } from '../src/page/read-page.ts';
import { toSpread } from './to-spread.ts';
import { createGoldPlaces } from './evidence/gold-places.ts';
import {
  isStated,
  listGoldLeaves,
  readGoldValue,
  reword,
  swapLeaf,
  toMeaning,
} from './evidence/gold-values.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { readViews } from './read-views.ts';

const options = new Command('bench:evidence')
  .description('Whether values that a page states are found on it, others are not, and where.')
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--every <n>', 'reads every nth page only', '1')
  .option('--misses', 'name what was judged wrongly, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ set?: string; every: string; misses?: boolean; json?: boolean }>();

const setNames = [
  'product-extraction-benchmark',
  'fundus-news',
  'recipe-scrapers',
  'juriscraper',
  'wikitables',
];
const targets = { copied: 0.98, swapped: 0.98, 'swapped alone': 0.98, place: 0.9 } as const;
type Task = keyof typeof targets;

/** Right and all judgements of one page. */
interface Count {
  readonly site: string;
  readonly field: string;
  readonly kept: number;
  readonly total: number;
}

const counts: Readonly<Record<Task, Count[]>> = {
  copied: [],
  swapped: [],
  'swapped alone': [],
  place: [],
};
const places = { right: 0, predicted: 0, gold: 0 };
const figures: Record<string, object> = {};
const folders =
  options.set === undefined
    ? setNames.map((name) => path.join(materialFolder, name, 'pages'))
    : [options.set];

for (const folder of folders) {
  const pages = readPageSet(folder)?.filter((_, at) => at % Number(options.every) === 0);
  if (pages === undefined)
    console.log(`skipped ${folder}: no page set there (set GLEANER_MATERIAL)`);
  else measureSet(path.basename(path.dirname(path.resolve(folder))), pages);
}
for (const task of ['copied', 'swapped', 'swapped alone', 'place'] as const)
  report('all', task, counts[task]);
if (options.json === true) console.log(JSON.stringify({ bench: 'evidence', figures }));
if (Object.keys(figures).length === 0) exit(1);

function measureSet(name: string, pages: readonly SetPage[]): void {
  const before = new Map(Object.entries(counts).map(([task, list]) => [task, list.length]));
  pages.forEach((page, at) => {
    if (stderr.isTTY) stderr.write(`\r${name}: page ${at + 1} of ${pages.length} `);
    measurePage(name, page, pages[(at * 7 + 3) % pages.length] ?? page);
  });
  if (stderr.isTTY) stderr.write('\r\u001B[K');
  for (const task of ['copied', 'swapped', 'swapped alone', 'place'] as const)
    report(name, task, counts[task].slice(before.get(task)));
}

function measurePage(set: string, page: SetPage, other: SetPage): void {
  const own = readGoldValue(set, page);
  const foreign = readGoldValue(set, other);
  if (own === undefined) return;
  const url = findBaseUrl(own) ?? page.url;
  const reading = readPage({ html: decodeLoosely(page.readBody()), url });
  const views = readViews(page);
  const { site } = page;
  // What a model copied right, as it is and in the usual other forms.
  const stated = listGoldLeaves(own).filter((leaf) => isStated(leaf, views, url));
  const right = reword(own);
  const found = judge(right, reading);
  const goldPlaces = createGoldPlaces(reading, own);
  for (const leaf of stated) {
    const entry = found.get(leaf.path);
    const isRight = entry !== undefined && entry.status !== 'unsupported';
    count(
      'copied',
      site,
      leaf.field,
      isRight,
      () => `${page.id} ${leaf.path} ${leaf.text.slice(0, 80)}`,
    );
    const gold = goldPlaces(leaf);
    if (gold === undefined) continue;
    places.gold += 1;
    const node = entry === undefined || entry.status === 'unsupported' ? undefined : entry.node;
    if (node !== undefined) places.predicted += 1;
    const isThere = entry !== undefined && entry.status !== 'unsupported' && gold.holds(entry);
    if (isThere) places.right += 1;
    count(
      'place',
      site,
      leaf.field,
      isThere,
      () => `${page.id} ${leaf.path} ${leaf.text.slice(0, 40)}: ${node} not ${gold.path}`,
    );
  }
  if (foreign === undefined || other.id === page.id) return;
  const known = new Set(listGoldLeaves(own).map((leaf) => toMeaning(leaf)));
  const strange = listGoldLeaves(foreign).filter((leaf) => !known.has(toMeaning(leaf)));
  const whole = judge(reword(foreign), reading);
  for (const leaf of strange) {
    const entry = whole.get(leaf.path);
    if (entry === undefined) continue;
    count('swapped', site, leaf.field, entry.status === 'unsupported', () =>
      describe(page, leaf.path, leaf.text, entry),
    );
  }
  // One foreign value among right ones, at most 24 a page.
  const step = Math.max(1, Math.ceil(strange.length / 24));
  for (const leaf of strange.filter((_, at) => at % step === 0)) {
    const swapped = swapLeaf(own, leaf);
    if (swapped === undefined) continue;
    const entry = judge(reword(swapped.value), reading).get(swapped.path);
    if (entry === undefined) continue;
    count('swapped alone', site, leaf.field, entry.status === 'unsupported', () =>
      describe(page, swapped.path, leaf.text, entry),
    );
  }
}

/** Listings of courts are stored without their URL: the site of their links serves. */
function findBaseUrl(value: unknown): string | undefined {
  const [record] = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const link = record?.['download_urls'];
  return typeof link === 'string' ? URL.parse(link)?.origin : undefined;
}

function judge(value: unknown, reading: PageReading): ReadonlyMap<string, Evidence> {
  const reports = findEvidence({ value, inferred: [] }, reading, () => undefined);
  return new Map(reports.map((entry) => [entry.path, entry]));
}

function count(task: Task, site: string, field: string, isRight: boolean, say: () => string): void {
  counts[task].push({ site, field, kept: Number(isRight), total: 1 });
  if (!isRight && options.misses === true) stderr.write(`${task}: ${say()}\n`);
}

function describe(page: SetPage, at: string, text: string, entry: Evidence): string {
  const place =
    entry.status === 'unsupported'
      ? ''
      : `${entry.status} ${entry.node} ${entry.attribute ?? entry.pointer ?? ''} "${entry.snippet}"`;
  return `${page.id} ${at} ${text.slice(0, 60)} <- ${place}`;
}

function report(set: string, task: Task, list: readonly Count[]): void {
  const total = list.length;
  if (total === 0) return;
  const share = list.reduce((sum, { kept }) => sum + kept, 0) / total;
  const value =
    task === 'place' && set === 'all'
      ? (2 * places.right) / Math.max(1, places.gold + places.predicted)
      : share;
  const spread = toSpread(list);
  const sites = new Set(list.map(({ site }) => site)).size;
  const byField = Map.groupBy(list, ({ field }) => field);
  const fields = [...byField].map(
    ([field, own]) =>
      `${field} ${(own.reduce((sum, { kept }) => sum + kept, 0) / own.length).toFixed(3)} of ${own.length}`,
  );
  console.log(
    `${set} · ${task}: ${value.toFixed(3)} [${spread.map((bound) => bound.toFixed(3)).join('–')}] of ${total} values on ${sites} sites${set === 'all' ? '' : ` (${fields.slice(0, 14).join(', ')})`}`,
  );
  figures[`${set} ${task}`] = { value, target: targets[task], met: value >= targets[task], spread };
}
