/** Many times, kept as counts: a histogram whose steps are 2 % apart. */
export interface Waits {
  add(valueMs: number): void;
  readonly count: number;
  readonly meanMs: number;
  readonly longestMs: number;
  /** The time that this share of all does not exceed, to 2 %. */
  quantile(share: number): number;
}

const step = 1.02;
const shortestMs = 0.01;
/** Beyond 10 hours. */
const steps = Math.ceil(Math.log(4e7 / shortestMs) / Math.log(step));

/** Creates an empty histogram. */
export function createWaits(): Waits {
  const counts = new Float64Array(steps + 1);
  let count = 0;
  let sum = 0;
  let longest = 0;
  return {
    add(valueMs) {
      count += 1;
      sum += valueMs;
      longest = Math.max(longest, valueMs);
      const index =
        valueMs <= shortestMs ? 0 : Math.ceil(Math.log(valueMs / shortestMs) / Math.log(step));
      const place = Math.min(steps, index);
      counts[place] = (counts[place] ?? 0) + 1;
    },
    get count() {
      return count;
    },
    get meanMs() {
      return count === 0 ? 0 : sum / count;
    },
    get longestMs() {
      return longest;
    },
    quantile(share) {
      let seen = 0;
      for (const [index, at] of counts.entries()) {
        seen += at;
        if (seen >= share * count) return index === 0 ? 0 : shortestMs * step ** index;
      }
      return longest;
    },
  };
}
