/** Resamples; more move the bounds by less than .001. */
const samples = 400;

/**
 * The range in which a mean over sites lies in 95 of 100 resamplings of the sites: pages of one site are alike, so they
 * are drawn together. The draw is seeded: equal input gives an equal range.
 */
export function bootstrapSpread(
  pages: readonly { readonly site: string; readonly kept: number; readonly total: number }[],
): readonly [low: number, high: number] {
  const sites = new Map<string, { kept: number; total: number }>();
  for (const { site, kept, total } of pages) {
    const sum = sites.get(site) ?? { kept: 0, total: 0 };
    sites.set(site, { kept: sum.kept + kept, total: sum.total + total });
  }
  const sums = [...sites.values()];
  const random = createRandom(1);
  const shares = Array.from({ length: samples }, () => {
    let kept = 0;
    let total = 0;
    for (let draw = 0; draw < sums.length; draw += 1) {
      const sum = sums[Math.floor(random() * sums.length)];
      kept += sum?.kept ?? 0;
      total += sum?.total ?? 0;
    }
    return kept / Math.max(1, total);
  }).sort((a, b) => a - b);
  return [shares[Math.floor(samples * 0.025)] ?? 0, shares[Math.floor(samples * 0.975)] ?? 0];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
