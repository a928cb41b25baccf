import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Figure, toGivenFigure } from '../main-figures.ts';
import type { ResultRow } from '../write-results.ts';

interface CrossValidated {
  readonly types: Readonly<Record<string, number>>;
  readonly equal: number;
  readonly mix: number;
  readonly spread: readonly [number, number];
  readonly articleFourGrams: readonly [number, number, number];
  readonly newsFourGrams: readonly [number, number, number];
  readonly snippetRecall: number;
  readonly snippetLeak: number;
}

/** Prints what the table's training found out of fold, and returns it as figures and as rows of the chart. */
export function reportCrossValidation(): {
  readonly figures: Readonly<Record<string, Figure>>;
  readonly rows: readonly ResultRow[];
} {
  const file = path.join(import.meta.dirname, '../../scripts/main-content/results.json');
  const { crossValidated } = JSON.parse(readFileSync(file, 'utf8')) as {
    crossValidated: CrossValidated;
  };
  const { types, equal, mix, spread, snippetRecall, snippetLeak } = crossValidated;
  const [article] = crossValidated.articleFourGrams;
  const [news] = crossValidated.newsFourGrams;
  const byType = Object.entries(types).map(([type, value]) => `${type} ${value.toFixed(3)}`);
  console.log(
    'Cross-validated by site when the table was trained (scripts/main-content/results.json):',
  );
  console.log(
    `  wcxb word-F1, types alike ${equal.toFixed(3)}, by test mix ${mix.toFixed(3)}: ${byType.join(', ')}`,
  );
  console.log(`  4-gram F1: articles ${article.toFixed(3)}, news bodies ${news.toFixed(3)}`);
  console.log(
    `  trafilatura-eval: wanted snippets ${snippetRecall.toFixed(3)}, unwanted ${snippetLeak.toFixed(3)}`,
  );
  const figures = {
    'wcxb cross-validated: word-F1, types alike': toGivenFigure(equal, 0.82, spread),
    'wcxb cross-validated: word-F1 of the worst type': alone(
      Math.min(...Object.values(types)),
      0.66,
    ),
    'wcxb cross-validated: word-F1 by test mix': alone(mix, 0.893),
    'wcxb cross-validated: 4-gram F1 of articles': alone(article, 0.96),
    'fundus-news cross-validated: 4-gram F1': alone(news, 0.96),
    'trafilatura-eval cross-validated: wanted snippets': alone(snippetRecall, 0.96),
    'trafilatura-eval cross-validated: unwanted snippets': alone(snippetLeak, 0.09, true),
  };
  const rows = Object.entries(figures).map(
    ([
      name,
      {
        value,
        target,
        spread: [low, high],
      },
    ]) => ({
      name,
      value,
      low,
      high,
      isOwn: true,
      ...(target === null ? {} : { target }),
    }),
  );
  const typeRows = Object.entries(types).map(([type, value]) => ({
    name: `wcxb cross-validated: word-F1, ${type}`,
    value,
    low: value,
    high: value,
    isOwn: true,
  }));
  return { figures, rows: [...rows, ...typeRows] };
}

/** A figure without a spread. */
function alone(value: number, target: number, isCeiling = false): Figure {
  return toGivenFigure(value, target, [value, value], isCeiling);
}
