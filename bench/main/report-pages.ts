import type { EvaluationResult } from '../../src/evaluation/index.ts';
import { type Figure, toFigure } from '../run-bench.ts';
import type { MainAnswer } from './list-main-metrics.ts';

/** Targets, which hold for pages that nothing was learned from. */
const targets: Readonly<Record<string, number>> = {
  'word-F1': 0.893,
  'word-F1, types alike': 0.82,
  '4-gram F1 of articles': 0.96,
  '4-gram F1': 0.96,
  'wanted snippets': 0.96,
  'unwanted snippets': 0.09,
  // Characters of the main content, % of the page's, where at least `tokenRecall` of its words are there.
  'tokens of articles, % of raw': 2.2,
  'tokens, % of raw': 2.2,
};
const tokenRecall = 0.98;
const decimals: Readonly<Record<string, number>> = { 'time of a page': 1 };

/** Prints how well a pipeline's texts match what people chose, and returns the figures by name; `isSeen` pages have no targets. */
export function reportPages(
  result: EvaluationResult,
  pipeline: string,
  isSeen: boolean,
): Readonly<Record<string, Figure>> {
  const own = result.pipelines.find(({ name }) => name === pipeline)?.figures ?? {};
  const outcomes = result.outcomes.filter((outcome) => outcome.pipeline === pipeline);
  const empty = outcomes.filter(
    ({ value }) => ((value as MainAnswer | undefined)?.text ?? '').trim() === '',
  ).length;
  const shown = Object.entries(own).map(
    ([name, { value }]) => `${name} ${value.toFixed(decimals[name] ?? 3)}`,
  );
  console.log(`  ${outcomes.length} pages, ${empty} empty: ${shown.join('; ')}`);
  const figures: Record<string, Figure> = {};
  for (const [name, interval] of Object.entries(own)) {
    const target = targets[name];
    if (target === undefined) continue;
    const isSize = name.startsWith('tokens');
    const recall = own[name.replace('tokens', 'word recall').replace(', % of raw', '')];
    const isMeant = !isSeen && !(isSize && (recall?.value ?? 0) < tokenRecall);
    figures[name] = toFigure(
      interval,
      isMeant ? target : null,
      isSize || name === 'unwanted snippets',
    );
  }
  return figures;
}
