import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { Command } from 'commander';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { parseMainPage } from '../src/page/main-content/parse-main-page.ts';
import { bootstrapSpread } from './bootstrap-spread.ts';
import { loadMainPeers } from './main-peers.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { compareFourGrams, scoreMain } from './score-main.ts';

interface Figure {
  readonly value: number;
  readonly target: number | null;
  readonly met: boolean | null;
  readonly spread: readonly [number, number];
}

/** One page under one extractor. */
interface PageResult {
  readonly page: SetPage;
  readonly type: string;
  readonly text: string;
  readonly cpuMs: number;
}

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
const outLines: string[] = [];
const gleaner: Finder = async (html) => findMainContent({ document: parseMainPage(html) }).text;

if (options.set !== undefined) {
  await measureSet(options.set, nameOf(options.set), '');
} else {
  // The published table has seen these pages: only the cross-validated figures say how it does on others.
  reportCrossValidation();
  for (const set of ['wcxb', 'trafilatura-eval', 'fundus-news']) {
    await measureSet(path.join(materialFolder, set, 'pages'), set, ' (in-sample)');
  }
}
if (options.out !== undefined) writeFileSync(options.out, outLines.join(''));
if (options.json === true) console.log(JSON.stringify({ bench: 'main', figures }));
if (options.set !== undefined && Object.keys(figures).length === 0) exit(1);

/** `wcxb` of `…/wcxb/pages`. */
function nameOf(folder: string): string {
  const { base, dir } = path.parse(path.resolve(folder));
  return base === 'pages' ? path.basename(dir) : base;
}

async function measureSet(folder: string, name: string, suffix: string): Promise<void> {
  const pages = readPageSet(folder);
  if (pages === undefined || pages.length === 0) {
    console.log(
      `skipped ${name}: no page set in ${folder} (set GLEANER_MATERIAL, see bench/README.md)`,
    );
    return;
  }
  const results = await findAll(pages, gleaner);
  for (const { page, text } of results) outLines.push(`${JSON.stringify({ id: page.id, text })}\n`);
  report(`${name}${suffix}`, results);
  if (options.peers === 0) return;
  const sample = takeSample(results, options.peers);
  console.log(`  the same ${sample.length} pages under each:`);
  report(`${name} sample, gleaner${suffix}`, sample);
  for (const peer of await loadMainPeers()) {
    const found = await findAll(
      sample.map(({ page }) => page),
      (html, url) => peer.findText(html, url),
    );
    report(`${name} sample, ${peer.name}`, found);
  }
}

async function findAll(pages: readonly SetPage[], find: Finder): Promise<readonly PageResult[]> {
  const results: PageResult[] = [];
  for (const page of pages) {
    const html = decodeLoosely(page.readBody());
    const before = process.cpuUsage();
    let text = '';
    try {
      text = await find(html, page.url);
    } catch (error) {
      console.log(`  ${page.id} threw: ${String(error).slice(0, 120)}`);
    }
    const { user, system } = process.cpuUsage(before);
    results.push({ page, type: readType(page), text, cpuMs: (user + system) / 1_000 });
  }
  return results;
}

function readType(page: SetPage): string {
  const { page_type: type } = JSON.parse(page.line) as { page_type?: string };
  return type ?? 'all';
}

/** The first pages of each type, in the order of the index. */
function takeSample(results: readonly PageResult[], size: number): readonly PageResult[] {
  const counts = new Map<string, number>();
  return results.filter(({ type }) => {
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count <= (type === 'all' ? size * 3 : size);
  });
}

function report(name: string, results: readonly PageResult[]): void {
  const scored = results.map((result) => ({
    ...result,
    score: scoreMain(result.text, result.page.expected),
  }));
  const types = [...new Set(scored.map(({ type }) => type))].sort();
  const isOwn = !name.includes('sample,');
  const cpuMs = results.map((result) => result.cpuMs).sort((one, other) => one - other);
  const empty = results.filter(({ text }) => text.trim() === '').length;
  console.log(
    `${name}: ${results.length} pages, median ${median(cpuMs).toFixed(1)} ms CPU, ${empty} empty`,
  );
  if (results.some(({ page }) => goldOf(page) !== undefined))
    reportWords(name, scored, types, isOwn);
  if (results.some(({ page }) => bodyOf(page) !== undefined)) reportBodies(name, results, isOwn);
  if (results.some(({ page }) => hasSnippets(page))) {
    const recall = mean(scored.map(({ score }) => score.withRecall));
    const leak = mean(scored.map(({ score }) => score.withoutLeak));
    console.log(`  wanted snippets ${recall.toFixed(3)}, unwanted ${leak.toFixed(3)}`);
    if (isOwn) {
      figures[`${name}: wanted snippets`] = toFigure(
        scored.map((one) => [one, one.score.withRecall]),
        0.96,
      );
      figures[`${name}: unwanted snippets`] = toFigure(
        scored.map((one) => [one, one.score.withoutLeak]),
        0.09,
        true,
      );
    }
  }
}

function reportWords(
  name: string,
  scored: readonly (PageResult & { readonly score: ReturnType<typeof scoreMain> })[],
  types: readonly string[],
  isOwn: boolean,
): void {
  const means = types.map((type) =>
    mean(scored.filter((one) => one.type === type).map(({ score }) => score.wordF1)),
  );
  const byType = types.map((type, index) => `${type} ${(means[index] ?? 0).toFixed(3)}`).join(', ');
  const all = mean(scored.map(({ score }) => score.wordF1));
  console.log(`  word-F1 ${all.toFixed(3)}, types alike ${mean(means).toFixed(3)}: ${byType}`);
  if (!isOwn) return;
  figures[`${name}: word-F1`] = toFigure(
    scored.map((one) => [one, one.score.wordF1]),
    0.893,
  );
  figures[`${name}: word-F1, types alike`] = {
    ...toFigure(
      scored.map((one) => [one, one.score.wordF1]),
      0.82,
    ),
    ...decide(mean(means), 0.82),
  };
  const grams = scored
    .filter(({ type }) => type === 'article' || types.length === 1)
    .map(({ page, text }) => compareFourGrams(text, goldOf(page) ?? ''));
  console.log(`  4-gram F1 of articles ${toF1(grams).toFixed(3)}`);
}

function reportBodies(name: string, results: readonly PageResult[], isOwn: boolean): void {
  const grams = results.map(({ page, text }) => compareFourGrams(text, bodyOf(page) ?? ''));
  const value = toF1(grams);
  console.log(`  4-gram F1 of article bodies ${value.toFixed(3)}`);
  if (isOwn) figures[`${name}: 4-gram F1`] = { ...decide(value, 0.96), spread: [value, value] };
}

function reportCrossValidation(): void {
  const file = path.join(import.meta.dirname, '../scripts/main-content/results.json');
  const { crossValidated } = JSON.parse(readFileSync(file, 'utf8')) as {
    crossValidated: {
      types: Record<string, number>;
      equal: number;
      mix: number;
      spread: [number, number];
      articleFourGrams: [number, number, number];
      newsFourGrams: [number, number, number];
      snippetRecall: number;
      snippetLeak: number;
    };
  };
  const { types, equal, mix, spread } = crossValidated;
  const byType = Object.entries(types).map(([type, value]) => `${type} ${value.toFixed(3)}`);
  console.log(
    'Cross-validated by site when the table was trained (scripts/main-content/results.json):',
  );
  console.log(
    `  wcxb word-F1, types alike ${equal.toFixed(3)}, by test mix ${mix.toFixed(3)}: ${byType.join(', ')}`,
  );
  const worst = Math.min(...Object.values(types));
  figures['wcxb cross-validated: word-F1, types alike'] = { ...decide(equal, 0.82), spread };
  figures['wcxb cross-validated: word-F1 of the worst type'] = {
    ...decide(worst, 0.66),
    spread: [worst, worst],
  };
  figures['wcxb cross-validated: word-F1 by test mix'] = {
    ...decide(mix, 0.893),
    spread: [mix, mix],
  };
  const [article] = crossValidated.articleFourGrams;
  const [news] = crossValidated.newsFourGrams;
  const { snippetRecall: recall, snippetLeak: leak } = crossValidated;
  console.log(`  4-gram F1: articles ${article.toFixed(3)}, news bodies ${news.toFixed(3)}`);
  console.log(
    `  trafilatura-eval: wanted snippets ${recall.toFixed(3)}, unwanted ${leak.toFixed(3)}`,
  );
  figures['wcxb cross-validated: 4-gram F1 of articles'] = {
    ...decide(article, 0.96),
    spread: [article, article],
  };
  figures['fundus-news cross-validated: 4-gram F1'] = {
    ...decide(news, 0.96),
    spread: [news, news],
  };
  figures['trafilatura-eval cross-validated: wanted snippets'] = {
    ...decide(recall, 0.96),
    spread: [recall, recall],
  };
  figures['trafilatura-eval cross-validated: unwanted snippets'] = {
    ...decide(leak, 0.09, true),
    spread: [leak, leak],
  };
}

function toFigure(
  values: readonly (readonly [PageResult, number])[],
  target: number,
  isCeiling = false,
): Figure {
  const value = mean(values.map(([, one]) => one));
  const spread = bootstrapSpread(
    values.map(([{ page }, kept]) => ({ site: page.site, kept, total: 1 })),
  );
  return { ...decide(value, target, isCeiling), spread };
}

function decide(value: number, target: number, isCeiling = false): Omit<Figure, 'spread'> {
  return { value, target, met: isCeiling ? value <= target : value >= target };
}

function goldOf({ expected }: SetPage): string | undefined {
  const { main_content: gold } = expected as { main_content?: unknown };
  return typeof gold === 'string' ? gold : undefined;
}

function bodyOf({ expected }: SetPage): string | undefined {
  const { body } = expected as {
    body?: { summary?: string[]; sections?: { headline?: string[]; paragraphs?: string[] }[] };
  };
  if (body?.sections === undefined) return undefined;
  const sections = body.sections.flatMap(({ headline = [], paragraphs = [] }) => [
    ...headline,
    ...paragraphs,
  ]);
  return [...(body.summary ?? []), ...sections].join('\n');
}

function hasSnippets({ expected }: SetPage): boolean {
  return Array.isArray((expected as { without?: unknown }).without);
}

function toF1(grams: readonly (readonly [number, number, number])[]): number {
  const [right, extra, missing] = [0, 1, 2].map((at) => mean(grams.map((gram) => gram[at] ?? 0)));
  return (2 * (right ?? 0)) / Math.max(1e-9, 2 * (right ?? 0) + (extra ?? 0) + (missing ?? 0));
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
