import path from 'node:path';
import { stderr } from 'node:process';
import { Command } from 'commander';
import { findAll } from 'domutils';
import { findListCoverage } from '../src/extraction/completeness/find-list-coverage.ts';
import { readPage } from '../src/page/read-page.ts';
import type { PageReading } from '../src/page/page-reading.ts';
import { toSpread } from './to-spread.ts';
import { readText } from '../src/page/tree/node-text.ts';
import { normalise } from './read-views.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';

/** A list of a page as its set states it. */
interface GoldList {
  readonly name: string;
  readonly items: readonly unknown[];
}

interface CompletenessTask {
  readonly name: string;
  readonly folder: string;
  readonly listsOf: (page: SetPage) => readonly GoldList[];
  /** Whether the page has several lists of one form, of which a person would name the one that is meant. */
  readonly namesSection?: boolean;
}

/** An answer that a model might give: the list with some items removed. */
interface Answer {
  readonly kind: string;
  readonly items: readonly unknown[];
}

interface Verdict {
  readonly site: string;
  readonly kind: string;
  readonly isTold: boolean;
}

const options = new Command('bench:completeness')
  .description(
    'How often an incomplete list is not told, and a complete one is told as incomplete.',
  )
  .option('--only <name>', 'one set')
  .option('--sample <n>', 'every n-th page', '1')
  .option('--misses', 'show the lists that are judged wrongly, on standard error')
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ only?: string; sample: string; misses?: boolean; json?: boolean }>();

const completeOfOneKind = 'complete, of one kind';
const ofTwoKinds = 'of two kinds';
const figures: Record<string, object> = {};
/** Most lists that are judged wrongly: the share that is wanted of either kind. */
const target = 0.02;
/** Listings of which the set states a part: its readers keep one court, one kind of document, or the first ones. */
const partial: ReadonlySet<string> = new Set(
  [
    'haw_example hawapp_example hawapp_example_2 massappct_example moctapp_eastern_example',
    'moctapp_southern_example moctapp_western_example nycivct_example nyclaimsct_example',
    'nysupct_example tenn_example va_example',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `opinions_united_states_${name}`),
);
/** What a warning says about a list that lacks what the page shows, and about one of two kinds. */
const shown = ' that the page shows';
const twoKinds = ' mixes two kinds';
/** Kinds of answers that are judged by another sentence than most. */
const sentences: Readonly<Record<string, string>> = {
  [completeOfOneKind]: twoKinds,
  [ofTwoKinds]: twoKinds,
};
/** Fewest items of a list from which some are removed. */
const minItems = 3;
/** Share of a list's items that the page must show as the set states them: what it does not show cannot be counted. */
const minStated = 0.6;

for (const task of listTasks()) {
  if (options.only !== undefined && options.only !== task.name) continue;
  const every = Number(options.sample);
  const pages = readPageSet(task.folder)?.filter((_, at) => at % every === 0);
  if (pages === undefined || pages.length === 0) {
    console.log(`skipped ${task.name}: no page set in ${task.folder} (set GLEANER_MATERIAL)`);
    continue;
  }
  report(
    task,
    pages.flatMap((page) => judgePage(task, page)),
  );
}
if (options.json === true) console.log(JSON.stringify({ bench: 'completeness', figures }));

function judgePage(task: CompletenessTask, page: SetPage): readonly Verdict[] {
  const stated = task.listsOf(page).filter(({ items }) => items.length >= minItems);
  if (stated.length === 0) return [];
  const reading = readPage({ html: decodeLoosely(page.readBody()), url: page.url });
  const visible = normalise(readText(reading.document));
  const lists = stated.filter(({ items }) => {
    return items.filter((item) => isStated(item, visible)).length >= items.length * minStated;
  });
  if (lists.length === 0) return [];
  return lists.flatMap((list) => judgeList(task, page, list, reading));
}

function judgeList(
  task: CompletenessTask,
  page: SetPage,
  list: GoldList,
  reading: PageReading,
): readonly Verdict[] {
  const section = task.namesSection === true ? findSection(reading, list.items) : '';
  const prompt = `All items of the list on this page: ${section}`;
  const answers = [
    ...listAnswers(list.items),
    { kind: completeOfOneKind, items: list.items },
    ...mixAnswer(reading, list.items),
  ];
  return answers.map(({ kind: answer, items }) => {
    const kind =
      answer === 'complete' && partial.has(page.id) ? 'the part that the set states' : answer;
    const value = { [list.name]: items };
    const found = findListCoverage(reading, { value, prompt, schema: undefined });
    const coverage = found.lists.find(({ path: at }) => at === `/${list.name}`);
    const isTold = found.warnings.some((warning) => warning.includes(sentences[kind] ?? shown));
    const isRight = isTold === isFault(kind);
    if (!isRight && options.misses === true) {
      const seen =
        coverage === undefined
          ? 'not found'
          : `${coverage.returned} of ${coverage.shown} ${coverage.skipped.map(({ reason, count, snippet }) => `${count} ${reason} (${(snippet ?? '').slice(0, 40)})`).join(', ')}`;
      stderr.write(
        `${task.name} ${page.id} ${list.name} ${kind} of ${list.items.length}: ${seen}\n`,
      );
    }
    return { site: page.site, kind, isTold };
  });
}

/** Whether a warning is right. */
function isFault(kind: string): boolean {
  return kind !== 'complete' && kind !== completeOfOneKind;
}

/** The list with a few rows of a table of the page that shares no word with the header of the list's own table. */
function mixAnswer({ document }: PageReading, items: readonly unknown[]): readonly Answer[] {
  if (!items.every(isObject)) return [];
  const values = new Set(items.flatMap((item) => Object.values(item).map(String).map(normalise)));
  const tables = findAll(({ name }) => name === 'table', document.children).map((table) =>
    findAll(({ name }) => name === 'tr', table.children).map((row) =>
      findAll(({ name }) => name === 'td' || name === 'th', row.children).map((cell) =>
        normalise(readText(cell)),
      ),
    ),
  );
  const countOwn = (rows: readonly (readonly string[])[]): number =>
    rows.flat().filter((text) => values.has(text)).length;
  const own = tables.toSorted((a, b) => countOwn(b) - countOwn(a))[0];
  const words = new Set(own?.[0]?.flatMap((text) => text.split(' ')));
  const other = tables.find(
    ([head = [], ...rows]) =>
      rows.length >= minItems &&
      head.length > 1 &&
      head.every((text) => text !== '' && !text.split(' ').some((word) => words.has(word))) &&
      rows.every((row) => row.length === head.length && !row.some((text) => values.has(text))),
  );
  if (other === undefined || own === undefined || countOwn(own) < items.length) return [];
  const some = other.slice(1, 1 + Math.max(2, Math.floor(items.length / 4)));
  const records = some.map((row) => Object.fromEntries(row.map((text, at) => [String(at), text])));
  return [{ kind: ofTwoKinds, items: [...items, ...records] }];
}

/** Caption of the table that has most values of a list, and the heading above it. */
function findSection({ document }: PageReading, items: readonly unknown[]): string {
  const values = new Set(
    items.flatMap((item) =>
      Object.values(isObject(item) ? item : {}).map((value) => normalise(String(value))),
    ),
  );
  let heading = '';
  let best = { count: 0, title: '' };
  for (const element of findAll(() => true, document.children)) {
    if (/^h[1-6]$/.test(element.name)) heading = readText(element);
    if (element.name !== 'table') continue;
    const cells = findAll(({ name }) => name === 'td' || name === 'th', element.children);
    const count = new Set(
      cells.map((cell) => normalise(readText(cell))).filter((text) => values.has(text)),
    ).size;
    const caption = findAll(({ name }) => name === 'caption', element.children).map((each) =>
      readText(each),
    );
    if (count > best.count) best = { count, title: [heading, ...caption].join(' ') };
  }
  return best.title;
}

/** Whether the page shows an item: a text, or one of a record's texts of three characters and more. */
function isStated(item: unknown, visible: string): boolean {
  if (typeof item === 'string') return visible.includes(normalise(item));
  return Object.values(isObject(item) ? item : {}).some(
    (value) => typeof value === 'string' && value.length >= 3 && visible.includes(normalise(value)),
  );
}

/** The whole list, and the list without a tenth, without half, with a few and with one of its items. */
function listAnswers(items: readonly unknown[]): readonly Answer[] {
  const count = items.length;
  const tenth = Math.ceil(count / 10);
  const half = Math.ceil(count / 2);
  const some = Math.max(2, tenth);
  const scatter = (wanted: number): readonly number[] =>
    Array.from({ length: wanted }, (_, at) => Math.floor(((at + 0.5) * count) / wanted));
  const without = new Set(scatter(tenth));
  return [
    { kind: 'complete', items },
    { kind: 'without the first tenth', items: items.slice(tenth) },
    { kind: 'without the last tenth', items: items.slice(0, count - tenth) },
    {
      kind: 'without a scattered tenth',
      items: items.filter((_, at) => !without.has(at)),
    },
    { kind: 'the first half', items: items.slice(0, count - half) },
    { kind: 'the last half', items: items.slice(half) },
    { kind: 'every other one', items: items.filter((_, at) => at % 2 === 0) },
    { kind: 'the first few', items: items.slice(0, some) },
    { kind: 'a scattered few', items: scatter(some).map((at) => items[at]) },
    { kind: 'one', items: items.slice(half, half + 1) },
  ].filter((answer) => answer.kind === 'complete' || answer.items.length < count);
}

function report(task: CompletenessTask, verdicts: readonly Verdict[]): void {
  const wrong = (kind: string, list: readonly Verdict[], isComplete: boolean): void => {
    if (list.length === 0) return;
    const scores = list.map(({ site, isTold }) => ({
      site,
      kept: Number(isTold === isComplete),
      total: 1,
    }));
    const value = scores.reduce((sum, { kept }) => sum + kept, 0) / Math.max(1, scores.length);
    const spread = toSpread(scores);
    const sites = new Set(list.map(({ site }) => site)).size;
    figures[`${task.name}.${kind}`] = { value, target, met: value <= target, spread };
    const [low, high] = spread.map((bound) => bound.toFixed(3));
    console.log(
      `${task.name}: ${kind}: ${value.toFixed(3)} [${low}, ${high}] of ${list.length} lists of ${sites} sites`,
    );
  };
  const byKind = Map.groupBy(verdicts, (verdict) => verdict.kind);
  const oneKind = byKind.get(completeOfOneKind) ?? [];
  const twoKindsOf = byKind.get(ofTwoKinds) ?? [];
  byKind.delete(completeOfOneKind);
  byKind.delete(ofTwoKinds);
  const complete = byKind.get('complete') ?? [];
  byKind.delete('complete');
  wrong('complete told as incomplete', complete, true);
  wrong('incomplete not told', [...byKind.values()].flat(), false);
  for (const [kind, list] of byKind) wrong(`incomplete not told: ${kind}`, list, false);
  wrong('one kind told as two', oneKind, true);
  wrong('two kinds not told', twoKindsOf, false);
}

function listTasks(): readonly CompletenessTask[] {
  return [
    {
      name: 'wikitables',
      folder: path.join(materialFolder, 'wikitables', 'pages'),
      namesSection: true,
      listsOf: ({ expected }) => {
        if (!isObject(expected) || !Array.isArray(expected['header'])) return [];
        const header = expected['header'].map(String);
        const rows = Array.isArray(expected['rows']) ? expected['rows'].filter(Array.isArray) : [];
        const items = rows.map((row) =>
          Object.fromEntries(row.map((cell: unknown, at) => [`${at} ${header[at] ?? ''}`, cell])),
        );
        return [{ name: 'rows', items }];
      },
    },
    {
      name: 'juriscraper',
      folder: path.join(materialFolder, 'juriscraper', 'pages'),
      listsOf: ({ expected, line }) => {
        const { kind } = JSON.parse(line) as { readonly kind?: string };
        const isListing = kind === 'opinions' || kind === 'oral_args';
        return isListing && Array.isArray(expected) ? [{ name: 'records', items: expected }] : [];
      },
    },
    {
      name: 'recipes',
      folder: path.join(materialFolder, 'recipe-scrapers', 'pages'),
      listsOf: ({ expected }) =>
        ['ingredients', 'instructions_list'].flatMap((name) => {
          const items: unknown = isObject(expected) ? expected[name] : undefined;
          return Array.isArray(items) ? [{ name, items }] : [];
        }),
    },
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
