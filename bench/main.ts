import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { Command } from 'commander';
import { readText } from '../src/page/tree/node-text.ts';
import { selectMainContent } from '../src/core/page-session/thread/show-page.ts';
import { readPage } from '../src/page/read-page.ts';
import type { EvaluationCase, EvaluationResult } from '../src/evaluation/index.ts';
import { listMainMetrics, type MainAnswer, type TypedPage } from './main/list-main-metrics.ts';
import { reportCrossValidation } from './main/report-cross-validation.ts';
import { reportPages } from './main/report-pages.ts';
import { loadMainPeers } from './main-peers.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { type Figure, runBench, tellChange, toCase } from './run-bench.ts';
import { type ResultRow, writeResults } from './write-results.ts';

type Finder = (html: string, url: string) => Promise<string>;

const options = new Command('bench:main')
  .description(
    'How well the main content that is found matches what people chose: word-F1, 4-grams, wanted and unwanted snippets.',
  )
  .option('--set <dir>', 'a page set: index.jsonl beside html/*.html.gz')
  .option('--out <file>', 'one JSON line a page: {id, text}')
  .option(
    '--peers <pages>',
    'pages of each type that other extractors are measured on, 0 for none',
    Number,
    8,
  )
  .option('--json', 'print one JSON object last')
  .parse()
  .opts<{ set?: string; out?: string; peers: number; json?: boolean }>();

const figures: Record<string, Figure> = {};
const rows: ResultRow[] = [];
const outLines: string[] = [];
/** As `scrape` with `reduceContent` does it, by the faster parser. */
const gleaner: Finder = async (html) => {
  const page = { html, url: 'about:blank', parseMode: 'speed', keepCollapsed: true } as const;
  const reading = readPage(page);
  return readText(selectMainContent(reading) ?? reading.document);
};

if (options.set !== undefined) {
  await measureSet(options.set, nameOf(options.set), false);
} else {
  // The published table has seen these pages: only the cross-validated figures say how it does on others.
  const validated = reportCrossValidation();
  Object.assign(figures, validated.figures);
  rows.push(...validated.rows);
  for (const set of ['wcxb', 'trafilatura-eval', 'fundus-news']) {
    await measureSet(path.join(materialFolder, set, 'pages'), set, true);
  }
  if (Object.keys(figures).length > Object.keys(validated.figures).length) {
    writeResults({
      name: 'main',
      title: 'Main content: agreement with what people chose',
      note: `Peers on ${options.peers} pages of each type; "seen": learned from these pages. Unwanted snippets: lower is better.`,
      rows,
    });
  }
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'main', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) {
  if (outLines.length > 0) {
    console.error(
      'No figure: no page of the set names a main_content, a body or snippets (with, without).',
    );
  }
  // Where pages were read, their texts may be all that was wanted.
  if (outLines.length === 0 || options.out === undefined) exit(1);
}

/** `wcxb` of `…/wcxb/pages`. */
function nameOf(folder: string): string {
  const { base, dir } = path.parse(path.resolve(folder));
  return base === 'pages' ? path.basename(dir) : base;
}

async function measureSet(folder: string, name: string, isSeen: boolean): Promise<void> {
  const pages = readPageSet(folder)?.map((page) => ({ ...page, type: readType(page) }));
  if (pages === undefined || pages.length === 0) {
    console.log(
      `skipped ${name}: no page set in ${folder} (set GLEANER_MATERIAL, see bench/README.md)`,
    );
    return;
  }
  const suffix = isSeen ? ' (in-sample)' : '';
  console.log(`${name}${suffix}:`);
  const result = await findAll(name, pages, { gleaner });
  for (const { case: id, value } of result.outcomes) {
    const text = (value as MainAnswer | undefined)?.text ?? '';
    outLines.push(`${JSON.stringify({ id, text })}\n`);
  }
  for (const [figure, value] of Object.entries(reportPages(result, 'gleaner', isSeen))) {
    figures[`${name}${suffix}: ${figure}`] = value;
  }
  if (options.peers === 0) return;
  const sample = takeSample(pages, options.peers);
  const peers = await loadMainPeers();
  const compared = await findAll(`${name} sample`, sample, {
    gleaner,
    ...Object.fromEntries(peers.map((peer) => [peer.name, peer.findText.bind(peer)])),
  });
  for (const { name: pipeline } of compared.pipelines) {
    const isOwn = pipeline === 'gleaner';
    console.log(`${name}, ${sample.length} pages under each, ${pipeline}:`);
    const found = reportPages(compared, pipeline, true);
    addRows(`${name} sample, ${pipeline}${isOwn && isSeen ? ', seen' : ''}`, isOwn, found);
    if (isOwn) continue;
    for (const figure of Object.keys(found)) {
      console.log(`  ${figure}: gleaner ${tellChange(compared, pipeline, figure) ?? '–'}`);
    }
  }
}

function addRows(name: string, isOwn: boolean, found: Readonly<Record<string, Figure>>): void {
  for (const [figure, { value, spread }] of Object.entries(found)) {
    // Percents of tokens have another scale than shares.
    if (value > 1) continue;
    rows.push({ name: `${name}: ${figure}`, value, low: spread[0], high: spread[1], isOwn });
  }
}

async function findAll(
  name: string,
  pages: readonly TypedPage[],
  finders: Readonly<Record<string, Finder>>,
): Promise<EvaluationResult> {
  return runBench({
    name,
    cases: pages.map((page) => toCase(page, 'The main content.', () => page.readBody())),
    pipelines: Object.fromEntries(
      Object.entries(finders).map(([finder, find]) => [
        finder,
        async ({ body, url }: EvaluationCase) => {
          const html = decodeLoosely(body ?? new Uint8Array());
          return { value: { text: await find(html, url), htmlLength: html.length } };
        },
      ]),
    ),
    metrics: listMainMetrics(pages),
  });
}

function readType(page: SetPage): string {
  const { page_type: type } = JSON.parse(page.line) as { page_type?: string };
  return type ?? 'all';
}

/** The first pages of each type, in the order of the index. */
function takeSample(pages: readonly TypedPage[], size: number): readonly TypedPage[] {
  const counts = new Map<string, number>();
  return pages.filter(({ type }) => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count <= (type === 'all' ? size * 3 : size);
  });
}
