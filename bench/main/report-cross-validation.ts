import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Figure, toFigure } from '../run-bench.ts';
import type { ResultRow } from '../write-results.ts';

interface CrossValidated {
  readonly types: Readonly<Record<string, number>>;
  readonly equal: number;
  readonly mix: number;
  readonly spreads: Readonly<Record<string, readonly [number, number]>>;
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
  const { types, equal, mix, spreads, snippetRecall, snippetLeak } = crossValidated;
  const [article] = crossValidated.articleFourGrams;
  const [news] = crossValidated.newsFourGrams;
  const show = (name: string, value: number): string => {
    const [low = value, high = value] = spreads[name] ?? [];
    return `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
  };
  const byType = Object.entries(types).map(([type, value]) => `${type} ${show(type, value)}`);
  console.log(
    'Cross-validated by site when the table was trained, with the spread over sites (scripts/main-content/results.json):',
  );
  console.log(
    `  wcxb word-F1, types alike ${show('equal', equal)}, by test mix ${show('mix', mix)}: ${byType.join(', ')}`,
  );
  console.log(
    `  4-gram F1: articles ${show('articleFourGrams', article)}, news bodies ${show('newsFourGrams', news)}`,
  );
  console.log(
    `  trafilatura-eval: wanted snippets ${show('snippetRecall', snippetRecall)}, unwanted ${show('snippetLeak', snippetLeak)}`,
  );
  /** A figure with its spread over resampled sites. */
  const spread = (name: string, value: number, target: number, isCeiling = false): Figure => {
    const [low, high] = spreads[name] ?? [value, value];
    return toFigure({ value, low, high }, target, isCeiling);
  };
  const [worst = '', lowest = 0] =
    Object.entries(types).sort(([, one], [, other]) => one - other)[0] ?? [];
  const figures = {
    'wcxb cross-validated: word-F1, types alike': spread('equal', equal, 0.82),
    'wcxb cross-validated: word-F1 of the worst type': spread(worst, lowest, 0.66),
    'wcxb cross-validated: word-F1 by test mix': spread('mix', mix, 0.893),
    'wcxb cross-validated: 4-gram F1 of articles': spread('articleFourGrams', article, 0.96),
    'fundus-news cross-validated: 4-gram F1': spread('newsFourGrams', news, 0.96),
    'trafilatura-eval cross-validated: wanted snippets': spread(
      'snippetRecall',
      snippetRecall,
      0.96,
    ),
    'trafilatura-eval cross-validated: unwanted snippets': spread(
      'snippetLeak',
      snippetLeak,
      0.09,
      true,
    ),
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
    low: spreads[type]?.[0] ?? value,
    high: spreads[type]?.[1] ?? value,
    isOwn: true,
  }));
  return { figures, rows: [...rows, ...typeRows] };
}
