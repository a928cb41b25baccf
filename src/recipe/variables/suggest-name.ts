/** Most characters of a name; the time grows with the square of its length. */
const maxLength = 64;

/** The known name that a misspelt one most likely stands for, or `undefined`: at most a third of it may differ. */
export function suggestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: string | undefined;
  let leastSlips = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > maxLength) continue;
    const slips = countSlips(name.toLowerCase(), candidate.toLowerCase());
    if (slips < leastSlips) [best, leastSlips] = [candidate, slips];
  }
  return best;
}

/** Letters added, left out, changed, or swapped with their neighbour (Damerau–Levenshtein, adjacent swaps only). */
function countSlips(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
