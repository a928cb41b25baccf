/** How probable differences as large as those found are where there are none. */
export interface PValues {
  /** Of the difference by itself. */
  readonly p: number;
  /** Of any difference as large among all that are looked at together. */
  readonly adjustedP: number;
}

/** A difference as it was found, and as it comes out when sites change sides. */
export interface FlippedDifference {
  readonly found: number;
  /** One for each way to change sides, the same way at the same place for all differences. */
  readonly flipped: Float64Array;
}

/** Parts of the deviation by which equal differences may differ through rounding. */
const rounding = 1e-9;

/**
 * Returns the p-values of differences that were looked at together, by Westfall and Young's step-down maxT: each is compared with the
 * largest of those that are not larger than itself, over the same changes of sides. Metrics of one pipeline say much of the same
 * thing; a correction that knows the number alone, such as Holm's, takes them for separate trials, and ten sites could then show
 * nothing at all. `isComplete`: all ways to change sides are there, among them the one that was found.
 */
export function correctPValues(
  differences: readonly FlippedDifference[],
  isComplete: boolean,
): readonly PValues[] {
  const scaled = differences.map(({ found, flipped }) => {
    const deviation = Math.sqrt(
      flipped.reduce((sum, value) => sum + value * value, 0) / Math.max(1, flipped.length),
    );
    return { found: Math.abs(found) / deviation, deviation, flipped };
  });
  const values: PValues[] = differences.map(() => ({ p: 1, adjustedP: 1 }));
  // Without any deviation there is no difference on any site, and nothing to be wrong about.
  const order = [...scaled.keys()]
    .filter((at) => (scaled[at]?.deviation ?? 0) > 0)
    .sort((a, b) => (scaled[b]?.found ?? 0) - (scaled[a]?.found ?? 0));
  const draws = differences[0]?.flipped.length ?? 0;
  const largest = new Float64Array(draws);
  const counts: { readonly at: number; readonly own: number; readonly any: number }[] = [];
  for (const at of order.toReversed()) {
    const { found, deviation, flipped } = scaled[at] ?? {
      found: 0,
      deviation: 1,
      flipped: largest,
    };
    let [own, any] = [0, 0];
    for (let draw = 0; draw < draws; draw += 1) {
      const size = Math.abs(flipped[draw] ?? 0) / deviation;
      if (size >= found - rounding) own += 1;
      if (size > (largest[draw] ?? 0)) largest[draw] = size;
      if ((largest[draw] ?? 0) >= found - rounding) any += 1;
    }
    counts.push({ at, own, any });
  }
  // The difference as found is one of the ways that chance could have taken.
  const toP = (count: number): number => (isComplete ? count / draws : (count + 1) / (draws + 1));
  let least = 0;
  for (const { at, own, any } of counts.toReversed()) {
    least = Math.max(least, toP(any));
    values[at] = { p: toP(own), adjustedP: least };
  }
  return values;
}
