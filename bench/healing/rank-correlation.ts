/** Spearman's rank correlation of values with their order; ties share the mean of their ranks. */
export function rankCorrelation(values: readonly number[]): number {
  const ranks = values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const same = values.filter((other) => other === value).length;
    return below + (same - 1) / 2;
  });
  const mean = (values.length - 1) / 2;
  let shared = 0;
  let [own, order] = [0, 0];
  for (const [at, rank] of ranks.entries()) {
    shared += (rank - mean) * (at - mean);
    own += (rank - mean) ** 2;
    order += (at - mean) ** 2;
  }
  return own === 0 || order === 0 ? 0 : shared / Math.sqrt(own * order);
}
