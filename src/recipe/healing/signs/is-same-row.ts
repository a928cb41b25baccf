import type {
  ElementFingerprint,
  TargetFingerprint,
} from '../../../contracts/recipe/fingerprint.ts';
import { listWords, sameWords } from './said-words.ts';
import { textLikeness } from './text-likeness.ts';

/** Share of its own words that a row keeps when its data change: a price, a count, a state. */
const leastOwn = 0.5;

/**
 * Whether an element stands in the target's row. Rows of one list are often alike but for a number (`Order 1042`), so
 * that the words count by which the row differed from the others.
 */
export function isSameRow(
  { element, rivals }: TargetFingerprint,
  candidate: ElementFingerprint,
): boolean {
  if (textLikeness(element.row, candidate.row) < sameWords) return false;
  const others = new Set(
    rivals.filter(({ row }) => row !== element.row).flatMap(({ row }) => listWords(row)),
  );
  const own = listWords(element.row).filter((word) => !others.has(word));
  const now = new Set(listWords(candidate.row));
  return own.length === 0 || own.filter((word) => now.has(word)).length / own.length >= leastOwn;
}
