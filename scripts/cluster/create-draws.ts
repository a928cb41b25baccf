/** Random numbers that a seed repeats. */
export interface Draws {
  /** At least 0, less than 1. */
  uniform(): number;
  /** Exponential with the mean: time to the next of independent events. */
  exponential(mean: number): number;
  /** A time with the mean and the coefficient of variation: fixed at 0, exponential at 1, else lognormal. */
  time(mean: number, variation: number): number;
}

/** Creates the draws of a seed: mulberry32, whose period of 2³² is beyond what one day takes. */
export function createDraws(seed: number): Draws {
  let state = seed >>> 0;
  function uniform(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const exponential = (mean: number): number => -mean * Math.log(1 - uniform());
  /** Box–Muller. */
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    exponential,
    time(mean, variation) {
      if (variation === 0) return mean;
      if (variation === 1) return exponential(mean);
      const spread = Math.log(1 + variation ** 2);
      return mean * Math.exp(Math.sqrt(spread) * normal() - spread / 2);
    },
  };
}
