/** Pairs of texts that are compared; beyond it none are, since both lists are long. */
const maxPairs = 100_000;
/** Share of the shorter text's words that both must have. */
const minCommon = 0.7;
const minWords = 2;
const word = /\p{L}{2,}|\p{N}+/gu;

/** How many of the first texts say what one of the second ones says in other words or signs, each taken once. */
export function matchReworded(items: readonly string[], blocks: readonly string[]): number {
  if (items.length * blocks.length > maxPairs) return 0;
  const left = blocks.map((text) => wordsOf(text));
  let matched = 0;
  for (const item of items) {
    const own = wordsOf(item);
    const at = left.findIndex((words) => areAlike(own, words));
    if (at < 0) continue;
    matched += 1;
    left.splice(at, 1);
  }
  return matched;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(word));
}

function areAlike(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  const least = Math.min(first.size, second.size);
  if (least < minWords) return false;
  let common = 0;
  for (const each of first) if (second.has(each)) common += 1;
  return common >= least * minCommon;
}
