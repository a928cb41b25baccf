import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';

/**
 * The rows of `src/`, top to bottom, by path prefix; the longest prefix of a file is its place. A file imports from its
 * own place or from places in rows below; places of one row never import each other.
 */
const rows: readonly (readonly string[])[] = [
  ['cli'],
  ['cli/commands'],
  ['cli/options'],
  ['cli/output'],
  ['evaluation/index.ts'],
  ['evaluation/compare-pipelines.ts'],
  ['evaluation/run'],
  ['evaluation/report', 'evaluation/estimate'],
  ['evaluation/report/sections'],
  ['evaluation/report/charts', 'evaluation/report/page'],
  ['evaluation/report/cases'],
  ['evaluation/report/figures'],
  ['evaluation/statistics'],
  ['evaluation/result'],
  ['evaluation/statistics/interval.ts'],
  ['evaluation/metrics'],
  ['evaluation/pipelines'],
  ['evaluation/cases'],
  ['testing/index.ts'],
  ['testing/cassette/cassette.ts'],
  ['testing/stress'],
  ['testing/stress/mutations'],
  ['testing/cassette/browser', 'testing/cassette/parts'],
  ['testing/cassette/tape'],
  ['testing/cassette/match'],
  ['testing/cassette/secrets'],
  ['testing/cassette/file'],
  ['testing/contracts'],
  ['testing/fixture-site', 'testing/models', 'testing'],
  ['index.ts'],
  ['dashboard/index.ts'],
  ['dashboard'],
  ['dashboard/routes'],
  ['dashboard/api'],
  ['studio/index.ts'],
  ['studio/create-studio.ts'],
  ['studio/server', 'studio/recipes'],
  ['studio/routes'],
  ['studio/suggestion', 'studio/workbench'],
  ['studio/session'],
  ['studio/api'],
  ['studio/picking'],
  ['studio/recording', 'studio/trial'],
  ['studio/draft'],
  ['dashboard/sign-in', 'dashboard/front-end'],
  ['http/index.ts'],
  ['http/metrics'],
  ['http/server'],
  ['http'],
  ['http/openapi'],
  ['http/routes'],
  ['http/request'],
  ['http/response'],
  ['service/index.ts'],
  ['service/create-service.ts'],
  ['service/maintenance'],
  ['service/sign-in'],
  ['service/schedules', 'service/accounts'],
  ['service/runs'],
  ['service/recipes'],
  ['service/webhooks'],
  ['service'],
  ['engine'],
  ['operations/runs', 'operations/scrape'],
  ['operations/extract'],
  ['operations/pages'],
  ['operations'],
  ['billing'],
  ['page-session'],
  ['browsers/chromium-browser.ts'],
  ['browsers/create-chromium-browser.ts'],
  ['browsers/browsing-slots.ts'],
  ['browsers/chromium-browser-options.ts'],
  ['browsers/replay'],
  ['browsers/replay/follow', 'browsers/replay/paginate'],
  ['browsers/replay/act', 'browsers/replay/read'],
  ['browsers/replay/arrive'],
  ['browsers/replay/locate'],
  ['browsers/replay/run', 'browsers/replay/wait'],
  ['browsers/replay/frames'],
  ['browsers/replay/fail-step.ts'],
  ['browsers/render'],
  ['browsers/remote'],
  ['browsers/session'],
  ['browsers/launch'],
  ['browsers/guard', 'browsers/in-page'],
  ['browsers/page-script'],
  [
    'stores/memory-store.ts',
    'stores/sqlite-store.ts',
    'stores/postgres-store.ts',
    'stores/copy-store.ts',
  ],
  ['stores/copy'],
  ['stores/memory', 'stores/sqlite/writer', 'stores/postgres'],
  ['stores/sqlite'],
  ['stores/sqlite/migrations', 'stores/postgres/migrations'],
  ['stores/sql/sql-store.ts'],
  ['stores/sql/read-operations.ts', 'stores/sql/write-operations.ts'],
  ['stores/sql/operations'],
  ['stores/sql'],
  ['stores/rules'],
  ['extractors/model-extractor.ts', 'extractors/structure-extractor.ts'],
  ['extractors'],
  ['extractors/model', 'extractors/read-structure.ts'],
  ['page-session/thread'],
  ['page-session/page-question.ts'],
  ['fetchers', 'caches', 'files', 'ledgers', 'markdown-writers', 'queues'],
  ['evidence', 'completeness'],
  ['structure/free-shape'],
  ['structure'],
  ['structure/lists', 'structure/tables'],
  ['structure/fields'],
  ['structure/analysis'],
  ['structure/lexicon', 'structure/values'],
  ['structure/analysis/index-page.ts'],
  ['structure/analysis/clean-text.ts', 'structure/analysis/fold-label.ts'],
  ['pdf/write', 'pdf/read'],
  ['page/answers'],
  [
    'page/read-page.ts',
    'page/content',
    'page/exhibit',
    'page/headline',
    'page/links',
    'page/main-content',
    'page/selection',
  ],
  ['page/tree'],
  ['page/structured-data'],
  ['page/markdown'],
  ['page/body', 'page/images'],
  ['page/parse'],
  ['page/text'],
  ['page/page-reading.ts'],
  ['json'],
  ['recipe/healing', 'recipe/run'],
  ['recipe/parse'],
  ['recipe/variables'],
  ['schema/validate', 'schema/coerce'],
  ['schema/parse'],
  ['schema'],
  ['threads', 'unicode'],
  ['egress/create-client-pool.ts', 'egress/filtering-proxy'],
  ['egress'],
  ['egress/connections'],
  ['egress/addresses'],
  ['postgres'],
  ['signals'],
  ['tracing'],
  ['contracts/store'],
  ['contracts'],
  ['errors'],
];

/**
 * Work on pages, by path prefix: it runs in threads that can be ended, because a page may make it last. The rest runs on the
 * event loop and imports types of it alone.
 */
const threadSide = [
  'completeness',
  'evidence',
  'json',
  'page',
  'page-session/thread',
  'pdf/read',
  'pdf/write',
  'structure',
];
/** What both sides use: it is quick whatever the page, or starts the threads. */
const bothSides: ReadonlySet<string> = new Set([
  'evidence/fold-for-search.ts',
  'page/body/decode-text.ts',
  'page/body/find-obstacle.ts',
  'page/body/sniff-type.ts',
  'page/images/sniff-image.ts',
  'page/links/pagination-labels.ts',
  'page/tree/check-tag-names.ts',
  'pdf/read/read-pdf.ts',
  'pdf/write/to-pdf.ts',
  // Names of at most 200 characters.
  'structure/analysis/fold-label.ts',
  'structure/lexicon/lexicon.ts',
]);
/** Loads the work into the calling thread, where an embedder asks for that. */
const crossing = 'page-session/calling-thread.ts';

const source = path.join(import.meta.dirname, '..', 'src');
const rowOf = new Map(rows.flatMap((places, row) => places.map((place) => [place, row])));
const importPattern =
  /(?:\b(?:im|ex)port\s+(type\s)?[^';]*?)?\bfrom\s+'(\.{1,2}\/[^']+)'|\bimport\('(\.{1,2}\/[^']+)'\)/g;
const faults: string[] = [];

/** The longest prefix of the path that has a row. */
function findPlace(file: string): string | undefined {
  for (let prefix = file; prefix !== '.'; prefix = path.dirname(prefix)) {
    if (rowOf.has(prefix)) return prefix;
  }
  return undefined;
}

function isThreadSide(file: string): boolean {
  return threadSide.some((prefix) => file.startsWith(`${prefix}/`));
}

function isShared(file: string): boolean {
  return bothSides.has(file);
}

/** Whether an import names more than types: `import { type Page, readPage } from …`, or loads the module. */
function namesValues(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1];
  return names === undefined || names.split(',').some((name) => /^\s*(?!type\s)\S/.test(name));
}

for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  // Tests may use what any user may: they are no part of the house's structure.
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const from = findPlace(file);
  if (from === undefined) {
    faults.push(`src/${file}: its folder has no row in scripts/check-layers.ts`);
    continue;
  }
  const text = readFileSync(path.join(source, file), 'utf8');
  for (const [statement, isType, direct, lazy] of text.matchAll(importPattern)) {
    const target = path.relative(
      source,
      path.join(source, path.dirname(file), direct ?? lazy ?? ''),
    );
    const to = findPlace(target);
    if (isType === undefined && isThreadSide(target) && !isThreadSide(file) && !isShared(file)) {
      if (file !== crossing && !isShared(target) && namesValues(statement)) {
        faults.push(`src/${file}: imports src/${target}, which runs in page threads alone`);
      }
    }
    if (to === from) continue;
    const toRow = to === undefined ? undefined : rowOf.get(to);
    if (toRow === undefined || toRow <= (rowOf.get(from) ?? 0)) {
      faults.push(`src/${file}: imports src/${target}, but "${to}" does not lie below "${from}"`);
    }
  }
}

checkFrontEnd();
for (const fault of faults) console.error(fault);
if (faults.length > 0) exit(1);

/** The front end is a guest in the house: of `src` it knows the types of its two APIs and nothing else. */
function checkFrontEnd(): void {
  const home = path.join(source, '..', 'ui', 'src');
  for (const file of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = readFileSync(path.join(home, file), 'utf8');
    for (const [, isType, direct, lazy] of text.matchAll(importPattern)) {
      const target = path.resolve(home, path.dirname(file), direct ?? lazy ?? '');
      if (target.startsWith(home)) continue;
      const place = path.relative(source, target);
      if (isType === undefined || !/^(?:dashboard|studio)\//.test(place)) {
        faults.push(
          `ui/src/${file}: imports src/${place}, but may import types of dashboard and studio alone`,
        );
      }
    }
  }
}
