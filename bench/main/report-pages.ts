import { type Figure, mean, type Share, shareOf, toFigure } from '../main-figures.ts';
import { compareFourGrams, type MainScore, scoreMain } from '../score-main.ts';
import { bodyOf, goldOf, hasSnippets, type PageResult } from './page-result.ts';

type ScoredPage = PageResult & { readonly score: MainScore };

/** Targets, which hold for pages that nothing was learned from. */
const targets = {
  wordF1: 0.893,
  alike: 0.82,
  fourGrams: 0.96,
  wanted: 0.96,
  unwanted: 0.09,
  /** Characters of the main content, % of the page's, where at least `tokenRecall` of its words are there. */
  tokens: 2.2,
} as const;
const tokenRecall = 0.98;

/** Prints how well texts match what people chose, and returns the figures by name; `isSeen` pages have no targets. */
export function reportPages(
  results: readonly PageResult[],
  isSeen: boolean,
): Readonly<Record<string, Figure>> {
  const scored = results.map((result) => ({
    ...result,
    score: scoreMain(result.text, result.page.expected),
  }));
  const target = (value: number): number | null => (isSeen ? null : value);
  const cpuMs = results.map((result) => result.cpuMs).sort((one, other) => one - other);
  const empty = results.filter(({ text }) => text.trim() === '').length;
  console.log(
    `  ${results.length} pages, median ${median(cpuMs).toFixed(1)} ms CPU, ${empty} empty`,
  );
  return {
    ...reportWords(scored, target),
    ...reportBodies(results, target),
    ...reportSnippets(scored, target),
  };
}

type ToTarget = (value: number) => number | null;

function reportWords(
  scored: readonly ScoredPage[],
  target: ToTarget,
): Readonly<Record<string, Figure>> {
  if (!scored.some(({ page }) => goldOf(page) !== undefined)) return {};
  const types = [...new Set(scored.map(({ type }) => type))].sort();
  const ofType = (wanted: string): readonly ScoredPage[] =>
    scored.filter(({ type }) => type === wanted);
  const sizes = new Map(types.map((type) => [type, ofType(type).length]));
  const word = toFigure(
    scored.map(({ page, score }) => shareOf(page.site, score.wordF1, 1)),
    target(targets.wordF1),
  );
  const alike = toFigure(
    scored.map(({ page, type, score }) =>
      shareOf(page.site, score.wordF1, 1 / (sizes.get(type) ?? 1)),
    ),
    target(targets.alike),
  );
  const byType = types.map(
    (type) => `${type} ${mean(ofType(type).map(({ score }) => score.wordF1)).toFixed(3)}`,
  );
  console.log(
    `  word-F1 ${word.value.toFixed(3)}, types alike ${alike.value.toFixed(3)}: ${byType.join(', ')}`,
  );
  const articles = types.length === 1 ? scored : ofType('article');
  if (articles.length === 0) return { 'word-F1': word, 'word-F1, types alike': alike };
  const { grams, tokens } = reportArticles(articles, goldOf, target);
  return {
    'word-F1': word,
    'word-F1, types alike': alike,
    '4-gram F1 of articles': grams,
    'tokens of articles, % of raw': tokens,
  };
}

/** How well the text of articles is met, and how much of the pages' size it takes. */
function reportArticles(
  articles: readonly PageResult[],
  goldIn: (page: PageResult['page']) => string | undefined,
  target: ToTarget,
): Readonly<Record<'grams' | 'tokens', Figure>> {
  const grams = toFigure(
    articles.map((one) => toGrams(one, goldIn(one.page))),
    target(targets.fourGrams),
  );
  const recall = mean(
    articles.map(({ page, text }) => scoreMain(text, { main_content: goldIn(page) }).wordRecall),
  );
  const tokens = toFigure(
    articles.map(({ page, text, htmlLength }) => ({
      site: page.site,
      kept: 100 * text.length,
      total: htmlLength,
    })),
    recall >= tokenRecall ? target(targets.tokens) : null,
    true,
  );
  console.log(
    `  articles: 4-gram F1 ${grams.value.toFixed(3)}; ${tokens.value.toFixed(2)} % of the page's tokens at word recall ${recall.toFixed(3)}`,
  );
  return { grams, tokens };
}

function reportBodies(
  results: readonly PageResult[],
  target: ToTarget,
): Readonly<Record<string, Figure>> {
  if (!results.some(({ page }) => bodyOf(page) !== undefined)) return {};
  const { grams, tokens } = reportArticles(results, bodyOf, target);
  return { '4-gram F1': grams, 'tokens, % of raw': tokens };
}

function reportSnippets(
  scored: readonly ScoredPage[],
  target: ToTarget,
): Readonly<Record<string, Figure>> {
  if (!scored.some(({ page }) => hasSnippets(page))) return {};
  const wanted = toFigure(
    scored.map(({ page, score }) => shareOf(page.site, score.withRecall, 1)),
    target(targets.wanted),
  );
  const unwanted = toFigure(
    scored.map(({ page, score }) => shareOf(page.site, score.withoutLeak, 1)),
    target(targets.unwanted),
    true,
  );
  console.log(
    `  wanted snippets ${wanted.value.toFixed(3)}, unwanted ${unwanted.value.toFixed(3)}`,
  );
  return { 'wanted snippets': wanted, 'unwanted snippets': unwanted };
}

/** F1 over all pages is the sum of twice what is right, over that and what is extra and missing. */
function toGrams({ page, text }: PageResult, gold: string | undefined): Share {
  const [right, extra, missing] = compareFourGrams(text, gold ?? '');
  return { site: page.site, kept: 2 * right, total: 2 * right + extra + missing };
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0;
}
