/** What drawing sites anew tells of a figure. */
export interface DrawnFigure {
  readonly value: number;
  /** Standard deviation of the figure over the draws. */
  readonly deviation: number;
  /** How much each site weighs in the figure. */
  readonly sizes: Float64Array;
  /** The least and the most that it can be, where they are known: 0 and 1 of a share, 0 and infinity of a time, -1 and 1 of a difference of shares. */
  readonly limits?: readonly [least: number, most: number] | undefined;
}

/**
 * Returns the range of 95 %: the bootstrap's standard error times Student's t. With few or uneven sites the usual percentiles of
 * the draws are too narrow, in three ways that are mended here: draws of n sites spread as if divided by n instead of n - 1; the
 * spread itself is only known from n sites; and one large site among small ones counts for most of it, so that the degrees of
 * freedom are those of as many equal sites. A share's range is taken on the scale of its odds, because it ends at 0 and 1.
 */
export function toInterval({ value, deviation, sizes, limits }: DrawnFigure): Interval {
  const { count, effective } = countSites(sizes);
  const [least, most] = limits ?? [-Infinity, Infinity];
  // One site tells nothing of others.
  if (count < 2 && Number.isFinite(most)) return { value, low: least, high: most };
  if (count < 2 || !(deviation > 0)) return { value, low: value, high: value };
  const error = deviation * Math.sqrt(count / (count - 1)) * findStudentT(effective - 1);
  if (least !== 0 || most !== 1 || value <= 0 || value >= 1) {
    return { value, low: Math.max(least, value - error), high: Math.min(most, value + error) };
  }
  const odds = Math.log(value / (1 - value));
  const oddsError = error / (value * (1 - value));
  // Near 0 and 1 a large error has no meaning on that scale: four sites with one miss would reach from 0 to 1.
  return {
    value,
    low: Math.max(toShare(odds - oddsError), value - 2 * error),
    high: Math.min(toShare(odds + oddsError), value + 2 * error),
  };
}

/** Sites that have a part in a figure, and how many of equal size would tell as much (Kish). */
function countSites(sizes: Float64Array): { readonly count: number; readonly effective: number } {
  let [count, sum, squares] = [0, 0, 0];
  for (const size of sizes) {
    if (size > 0) count += 1;
    sum += size;
    squares += size * size;
  }
  return { count, effective: squares > 0 ? (sum * sum) / squares : 0 };
}

function toShare(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** The 97.5 % quantiles of Student's t with 1 to 8 degrees of freedom. */
const smallQuantiles: readonly number[] = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306,
];
const normalQuantile = 1.959964;

/**
 * The 97.5 % quantile of Student's t; degrees of freedom need not be whole, and count as at least 1. To 0.4 % from 2.5 on, and too
 * large below, between 1 and 2 by up to a fifth.
 */
export function findStudentT(degrees: number): number {
  const known = Math.max(1, degrees);
  if (known < smallQuantiles.length) {
    const below = Math.floor(known);
    const [near = 0, far = 0] = smallQuantiles.slice(below - 1, below + 1);
    // Between whole degrees the quantile is nearly straight in their reciprocal.
    const part = (1 / below - 1 / known) / (1 / below - 1 / (below + 1));
    return near + part * (far - near);
  }
  // Cornish and Fisher's expansion.
  const z = normalQuantile;
  return (
    z +
    (z ** 3 + z) / (4 * known) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * known ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * known ** 3)
  );
}

/** A number and the range in which it lies in 95 of 100 drawings of the sites. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}
