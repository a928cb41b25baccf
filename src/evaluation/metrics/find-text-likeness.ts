import { distance } from 'fastest-levenshtein';

/** Texts that differ in more than half of their characters are taken for unrelated, as in ANLS (Biten et al., 2019). */
const minLikeness = 0.5;
/** Beyond, words are counted: two texts of so many characters take 30 ms, and the time grows with the square. */
const maxEditLength = 10_000;

/**
 * Returns how alike two texts are, 0 to 1: 1 less the edit distance by the length of the longer, and 0 below one half. Of texts
 * longer than 10,000 characters, the words that both have, twice, by the words of both.
 */
export function findTextLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const longer = Math.max(one.length, other.length);
  const likeness =
    longer > maxEditLength ? compareWordBags(one, other) : 1 - distance(one, other) / longer;
  return likeness < minLikeness ? 0 : likeness;
}

function compareWordBags(one: string, other: string): number {
  const [first, second] = [listWords(one), listWords(other)];
  const left = new Map<string, number>();
  for (const word of first) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of second) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return (2 * common) / Math.max(1, first.length + second.length);
}

function listWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
