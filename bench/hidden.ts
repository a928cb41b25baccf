import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { readPage } from '../src/page/read-page.ts';
import { readText } from '../src/page/tree/node-text.ts';
import { toSpread } from './to-spread.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { type ResultRow, writeResults } from './write-results.ts';

/**
 * What people see must not vanish: the share of wanted passages (runs of four words of what the sets expect) that stand in
 * a page's text as long as its styles are not looked at, and are gone when they are.
 */
const options = new Command('bench:hidden')
  .description('Share of wanted passages that the rules for hidden text drop from pages.')
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--out <file>', 'one JSON line a page: {id, wanted, lost}')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ set?: string; out?: string; json?: boolean }>();

const passageLength = 4;
const sets = [
  'wcxb',
  'trafilatura-eval',
  'fundus-news',
  'recipe-scrapers',
  'product-extraction-benchmark',
  'juriscraper',
  'wikitables',
];

/** Style sheets and `style` attributes, which a page has no hidden text by its styles without. */
const styles = /<style\b[\s\S]*?<\/style\s*>|(?<=<[a-z][^<>]*)\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi;

interface PageCount {
  readonly id: string;
  readonly site: string;
  readonly wanted: number;
  readonly lost: number;
  /** Some of what is lost, to look at. */
  readonly examples: readonly string[];
}

const figures: Record<string, object> = {};
const rows: ResultRow[] = [];
const outLines: string[] = [];
const folders =
  options.set === undefined
    ? sets.map((set) => path.join(materialFolder, set, 'pages'))
    : [options.set];
for (const folder of folders) {
  const name = path.basename(path.resolve(folder, '..'));
  const pages = readPageSet(folder);
  if (pages === undefined || pages.length === 0) {
    console.log(`skipped ${name}: no page set in ${folder} (set GLEANER_MATERIAL)`);
    continue;
  }
  for (const keepCollapsed of [false, true]) {
    const counts = pages.map((page) => countPage(page, keepCollapsed));
    report(keepCollapsed ? `${name}, collapsed content kept` : name, counts);
    for (const count of counts) {
      if (count.lost > 0) outLines.push(`${JSON.stringify({ ...count, keepCollapsed })}\n`);
    }
  }
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.set === undefined && rows.length > 0) {
  writeResults({
    name: 'hidden',
    title: 'Wanted passages that the rules for hidden text drop',
    note: 'Shares of the passages that stand in the page; lower is better.',
    rows,
  });
}
if (options.json === true) console.log(JSON.stringify({ bench: 'hidden', figures }));

function report(name: string, counts: readonly PageCount[]): void {
  const sum = (pick: (count: PageCount) => number): number =>
    counts.reduce((total, count) => total + pick(count), 0);
  const wanted = sum((count) => count.wanted);
  const lost = sum((count) => count.lost);
  const value = wanted === 0 ? 0 : lost / wanted;
  const spread = toSpread(
    counts.map((count) => ({ site: count.site, kept: count.lost, total: count.wanted })),
  );
  figures[name] = { value, target: null, met: null, spread };
  rows.push({ name, value, low: spread[0], high: spread[1], isOwn: true });
  const pages = counts.filter((count) => count.lost > 0).length;
  console.log(
    `${name.padEnd(56)} ${(value * 100).toFixed(3)} %  (${lost} of ${wanted} passages, on ${pages} of ${counts.length} pages)`,
  );
}

function countPage(page: SetPage, keepCollapsed: boolean): PageCount {
  const html = decodeLoosely(page.readBody());
  const all = readWords(html.replace(styles, ''), keepCollapsed);
  const seen = readWords(html, keepCollapsed);
  const wanted = [...listPassages(page.expected)].filter((passage) => all.includes(passage));
  const lost = wanted.filter((passage) => !seen.includes(passage));
  const { id, site } = page;
  return { id, site, wanted: wanted.length, lost: lost.length, examples: lost.slice(0, 5) };
}

/** The words of a page's text, each between two spaces. */
function readWords(html: string, keepCollapsed: boolean): string {
  const { document } = readPage({ html, url: 'about:blank', parseMode: 'speed', keepCollapsed });
  return toWords(readText(document));
}

function toWords(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** Runs of four words of all texts that are wanted; a shorter text is one passage. */
function listPassages(expected: unknown): ReadonlySet<string> {
  const passages = new Set<string>();
  const pending: unknown[] = [expected];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') {
      const words = toWords(value).trim().split(' ');
      for (let start = 0; start <= Math.max(0, words.length - passageLength); start += 1) {
        const passage = words.slice(start, start + passageLength).join(' ');
        if (passage !== '') passages.add(` ${passage} `);
      }
    } else if (typeof value === 'object' && value !== null) {
      // `without` names what is not wanted.
      for (const [key, inner] of Object.entries(value)) if (key !== 'without') pending.push(inner);
    }
  }
  return passages;
}
