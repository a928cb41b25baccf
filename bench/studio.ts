import path from 'node:path';
import { exit, getuid, stderr } from 'node:process';
import { Command } from 'commander';
import { chromium, type Browser } from 'playwright-core';
import { createRandom } from '../src/evaluation/statistics/create-random.ts';
import { findBrowser } from '../src/browsers/launch/find-browser.ts';
import { parseSelector } from '../src/recipe/parse/parse-selector.ts';
import { proposeList } from '../src/studio/picking/propose-draft.ts';
import { readTable } from '../src/studio/picking/read-table.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { findTableCells, findValuePlaces } from './studio/find-targets.ts';
import { measureTime } from './studio/measure-time.ts';
import { type BenchPage, openBenchPage } from './studio/open-bench-page.ts';
import { scoreTable, squeeze, type TableScore } from './studio/score-table.ts';
import { readViews } from './read-views.ts';

const options = new Command('bench:studio')
  .description('What one click on a random item of a list brings, against the expected rows.')
  .option('--set <dir>', 'the folder of the page sets', materialFolder)
  .option('--draws <n>', 'clicks on each page', Number, 3)
  .option('--seed <n>', 'draws the clicks', Number, 1)
  .option('--only <text>', 'only pages whose id holds this')
  .option('--misses', 'tell on standard error what went wrong')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{
    set: string;
    draws: number;
    seed: number;
    only?: string;
    misses?: boolean;
    json?: boolean;
  }>();

/** A page with a list, and how its expected rows are clicked on. */
interface Subject {
  readonly page: SetPage;
  readonly rows: readonly (readonly string[])[];
  /** XPaths of what may be clicked on in each row. */
  findClicks(open: BenchPage): Promise<readonly (readonly string[])[]>;
  /** Pages of one group count as one. */
  readonly group: string;
}

interface Outcome extends TableScore {
  readonly group: string;
  readonly ms: number;
}

interface Task {
  readonly name: string;
  readonly target: number;
  readonly list: () => readonly Subject[] | undefined;
}

const fieldTarget = 0.8;
const tasks: readonly Task[] = [
  { name: 'tables', target: 0.95, list: listTables },
  { name: 'listings', target: 0.8, list: listListings },
];

const executablePath = findBrowser();
if (executablePath === undefined) {
  console.error('No browser was found: run `node scripts/ensure-browser.ts` to get one.');
  exit(1);
}
const browser = await chromium.launch({ executablePath, chromiumSandbox: getuid?.() !== 0 });
const figures: Record<
  string,
  { readonly value: number; readonly target: number | null; readonly n: number }
> = {};
for (const { name, target, list } of tasks) {
  const all = list();
  if (all === undefined) {
    console.log(`skipped ${name}: no page set in ${options.set} (set GLEANER_MATERIAL)`);
    continue;
  }
  const subjects = all.filter(({ page }) => page.id.includes(options.only ?? ''));
  if (subjects.length > 0) report(name, target, await measure(browser, name, subjects));
}
// A proposal must come while a person still looks at where he clicked; a page of any size must not hold it up for long.
for (const [elements, target] of [
  [2_000, 300],
  [100_000, null],
] as const) {
  const value = await measureTime(browser, elements);
  figures[`proposal.ms.${elements}`] = { value, target, n: 7 };
  console.log(
    `proposal on ${elements} elements: ${value.toFixed(0)} ms${target === null ? '' : ` (target ≤ ${target})`}`,
  );
}
await browser.close();
if (options.json === true) console.log(JSON.stringify({ bench: 'studio', figures }));

async function measure(
  browser: Browser,
  name: string,
  subjects: readonly Subject[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const random = createRandom(options.seed);
  let skipped = 0;
  for (const subject of subjects) {
    const { page } = subject;
    const html = decodeLoosely(page.readBody());
    await using open = await openBenchPage(browser, { url: page.url, html });
    const clicks = (await subject.findClicks(open)).filter((places) => places.length > 0);
    if (clicks.length === 0) skipped += 1;
    for (let draw = 0; draw < options.draws && clicks.length > 0; draw += 1) {
      const places = clicks[Math.floor(random() * clicks.length)] ?? [];
      const place = places[Math.floor(random() * places.length)] ?? '';
      const outcome = await click(open, subject, place);
      outcomes.push(outcome);
      if (options.misses === true && (!outcome.isExact || outcome.held < 0.8 * outcome.values)) {
        stderr.write(
          `${name} ${page.id}: ${outcome.given} rows of ${outcome.expected}, ${outcome.held} values of ${outcome.values}${outcome.isExact ? '' : ' (rows)'}\n   ${place.replaceAll(/\*\[local-name\(\)="(\w+)"\]/g, '$1')}\n`,
        );
      }
    }
  }
  if (skipped > 0) console.log(`${name}: ${skipped} pages show none of their expected values`);
  return outcomes;
}

async function click(open: BenchPage, { rows, group }: Subject, place: string): Promise<Outcome> {
  const { selector } = parseSelector(`xpath/${place}`);
  const startedMs = performance.now();
  const draft = await proposeList(open.ask, { at: { selector: selector?.parts ?? [] } });
  const ms = performance.now() - startedMs;
  if (draft === undefined || draft.selectors.length === 0 || draft.fields.length === 0) {
    return { ...scoreTable(rows, [], []), group, ms };
  }
  // Values are compared as the page has them: `1,234` is expected, not 1234.
  const asText = draft.fields.map((field) =>
    field.type === 'url' ? field : { ...field, type: 'string' as const },
  );
  const table = await readTable(open.ask, { ...draft, fields: asText });
  const whole = {
    ...draft,
    fields: [
      {
        name: 'text',
        type: 'string' as const,
        selectors: [':scope'],
        attribute: undefined,
        isList: false,
        isOptional: true,
        samples: [],
        isAdded: false,
      },
    ],
  };
  const texts = (await readTable(open.ask, whole)).rows.map((row) =>
    typeof row['text'] === 'string' ? row['text'] : '',
  );
  return { ...scoreTable(rows, texts, table.rows), group, ms };
}

function report(name: string, target: number, outcomes: readonly Outcome[]): void {
  const byGroup = Map.groupBy(outcomes, ({ group }) => group);
  // Each site counts alike: some have many pages of one make.
  const overGroups = (value: (of: readonly Outcome[]) => number): number => {
    const values = [...byGroup.values()].map(value);
    return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  };
  const mean = (of: readonly Outcome[], value: (one: Outcome) => number): number =>
    of.reduce((sum, one) => sum + value(one), 0) / Math.max(1, of.length);
  const whole = overGroups((of) => mean(of, ({ isWhole }) => Number(isWhole)));
  const exact = overGroups((of) => mean(of, ({ isExact }) => Number(isExact)));
  const held = overGroups((of) => mean(of, ({ held, values }) => held / Math.max(1, values)));
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const n = outcomes.length;
  figures[`${name}.rows`] = { value: exact, target, n };
  figures[`${name}.all_expected`] = { value: whole, target: null, n };
  figures[`${name}.values`] = { value: held, target: fieldTarget, n };
  console.log(
    `${name.padEnd(10)} exact rows ${exact.toFixed(3)} (target ≥ ${target}), all expected rows in the table ${whole.toFixed(3)}, values ${held.toFixed(3)} (target ≥ ${fieldTarget}); ${n} clicks on ${byGroup.size} groups; median ${times[Math.floor(n / 2)]?.toFixed(0)} ms`,
  );
}

function listTables(): readonly Subject[] | undefined {
  return readPageSet(path.join(options.set, 'wikitables', 'pages'))?.flatMap((page) => {
    const { rows } = page.expected as { readonly rows: readonly (readonly string[])[] };
    return rows.length < 2
      ? []
      : [
          {
            page,
            rows,
            group: page.id,
            findClicks: ({ page: open }) => findTableCells(open, rows),
          },
        ];
  });
}

function listListings(): readonly Subject[] | undefined {
  return readPageSet(path.join(options.set, 'juriscraper', 'pages'))?.flatMap((page) => {
    if (!Array.isArray(page.expected) || page.expected.length < 2) return [];
    if (!/"kind": "(?:opinions|oral_args)"/.test(page.line)) return [];
    const visible = squeeze(readViews(page).visible);
    const rows = (page.expected as readonly Readonly<Record<string, unknown>>[]).map((record) =>
      Object.entries(record)
        .filter(([name]) => !/short|approximate|blocked|download/.test(name))
        .flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
        .filter((value) => value.length >= 3 && visible.includes(squeeze(value))),
    );
    if (rows.filter((row) => row.length > 0).length < 2) return [];
    return [
      {
        page,
        rows,
        group: page.site,
        async findClicks({ page: open }) {
          const all = [...new Set(rows.flat().map(squeeze))];
          const found = new Map(
            (await findValuePlaces(open, all)).map((place, at) => [all[at], place]),
          );
          return rows.map((row) =>
            row.flatMap((value) => {
              const place = found.get(squeeze(value));
              return place?.count === 1 ? [place.path] : [];
            }),
          );
        },
      },
    ];
  });
}
