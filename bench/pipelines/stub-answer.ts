import type { EvaluationCase } from '../../src/evaluation/index.ts';
import { normalise } from '../read-views.ts';

/**
 * What the best of all models could answer that copies from a text: those of the expected values that stand in it. It is a ceiling
 * by recall for what reaches a model, and says nothing about how well one reads it.
 */
export function stubAnswer({ expected, anyOf }: EvaluationCase, text: string): object {
  const seen = normalise(text);
  const isSeen = (value: unknown): boolean => seen.includes(normalise(toSpelling(value)));
  if (typeof expected !== 'object' || expected === null) return {};
  return Object.fromEntries(
    Object.entries(expected).flatMap(([name, value]) => {
      if (!Array.isArray(value)) return isSeen(value) ? [[name, value]] : [];
      const kept = value.filter(isSeen);
      if (anyOf === true) return kept.length === 0 ? [] : [[name, kept[0]]];
      return [[name, kept]];
    }),
  );
}

/** Labels write days as moments, `2026-07-01 00:00:00+00:00`, which no page does. */
function toSpelling(value: unknown): string {
  return String(value).replace(/^(\d{4}-\d\d-\d\d)[ T].*$/, '$1');
}

/** Tokens of a text, as all benches count them: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
