import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { Command } from 'commander';
import { findMainContent } from '../src/page/main-content/find-main-content.ts';
import { readPage } from '../src/page/read-page.ts';
import { type Figure, mean, type Share, shareOf, toFigure, toTold } from './main-figures.ts';
import { loadMainPeers } from './main-peers.ts';
import { decodeLoosely, materialFolder, readPageSet, type SetPage } from './page-set.ts';
import { compareFourGrams, scoreMain } from './score-main.ts';

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
/** As `scrape` with `reduceContent` does it, by the faster parser. */
const gleaner: Finder = async (html) =>
  findMainContent(readPage({ html, url: 'about:blank', parseMode: 'speed', keepFolded: true }))
    .text;

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
      const target = targetFor(name);
      figures[`${name}: wanted snippets`] = toFigure(
        scored.map(({ page, score }) => shareOf(page.site, score.withRecall, 1)),
        target(0.96),
      );
      figures[`${name}: unwanted snippets`] = toFigure(
        scored.map(({ page, score }) => shareOf(page.site, score.withoutLeak, 1)),
        target(0.09),
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
  const sizes = new Map(
    types.map((type) => [type, scored.filter((one) => one.type === type).length]),
  );
  const pages = scored.map(({ page, score }) => shareOf(page.site, score.wordF1, 1));
  const alike = scored.map(({ page, type, score }) =>
    shareOf(page.site, score.wordF1, 1 / (sizes.get(type) ?? 1)),
  );
  const byType = types.map((type) => {
    const f1 = mean(scored.filter((one) => one.type === type).map(({ score }) => score.wordF1));
    return `${type} ${f1.toFixed(3)}`;
  });
  const target = targetFor(name);
  const word = toFigure(pages, target(0.893));
  const evenly = toFigure(alike, target(0.82));
  console.log(
    `  word-F1 ${word.value.toFixed(3)}, types alike ${evenly.value.toFixed(3)}: ${byType.join(', ')}`,
  );
  if (!isOwn) return;
  figures[`${name}: word-F1`] = word;
  figures[`${name}: word-F1, types alike`] = evenly;
  const articles = scored.filter(({ type }) => type === 'article' || types.length === 1);
  if (articles.length === 0) return;
  const grams = toFigure(
    articles.map((one) => toGrams(one, goldOf(one.page))),
    target(0.96),
  );
  console.log(`  4-gram F1 of articles ${grams.value.toFixed(3)}`);
  figures[`${name}: 4-gram F1 of articles`] = grams;
}

function reportBodies(name: string, results: readonly PageResult[], isOwn: boolean): void {
  const grams = toFigure(
    results.map((one) => toGrams(one, bodyOf(one.page))),
    targetFor(name)(0.96),
  );
  console.log(`  4-gram F1 of article bodies ${grams.value.toFixed(3)}`);
  if (isOwn) figures[`${name}: 4-gram F1`] = grams;
}

/** F1 over all pages is the sum of twice what is right, over that and what is extra and missing. */
function toGrams({ page, text }: PageResult, gold: string | undefined): Share {
  const [right, extra, missing] = compareFourGrams(text, gold ?? '');
  return { site: page.site, kept: 2 * right, total: 2 * right + extra + missing };
}

/** A figure that was taken on the pages which the table learned from cannot meet a target. */
function targetFor(name: string): (target: number) => number | null {
  return (target) => (name.includes('(in-sample)') ? null : target);
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
  figures['wcxb cross-validated: word-F1, types alike'] = toTold(equal, 0.82, spread);
  figures['wcxb cross-validated: word-F1 of the worst type'] = toTold(worst, 0.66, [worst, worst]);
  figures['wcxb cross-validated: word-F1 by test mix'] = toTold(mix, 0.893, [mix, mix]);
  const [article] = crossValidated.articleFourGrams;
  const [news] = crossValidated.newsFourGrams;
  const { snippetRecall: recall, snippetLeak: leak } = crossValidated;
  console.log(`  4-gram F1: articles ${article.toFixed(3)}, news bodies ${news.toFixed(3)}`);
  console.log(
    `  trafilatura-eval: wanted snippets ${recall.toFixed(3)}, unwanted ${leak.toFixed(3)}`,
  );
  figures['wcxb cross-validated: 4-gram F1 of articles'] = toTold(article, 0.96, [
    article,
    article,
  ]);
  figures['fundus-news cross-validated: 4-gram F1'] = toTold(news, 0.96, [news, news]);
  figures['trafilatura-eval cross-validated: wanted snippets'] = toTold(recall, 0.96, [
    recall,
    recall,
  ]);
  figures['trafilatura-eval cross-validated: unwanted snippets'] = toTold(
    leak,
    0.09,
    [leak, leak],
    true,
  );
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

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0;
}
