/** Right, wrong and missed values; parts of values where a metric counts likeness. */
export interface Tally {
  right: number;
  /** Given, and not right. */
  wrong: number;
  /** Expected, and not given right. */
  missed: number;
}

export function createTally(): Tally {
  return { right: 0, wrong: 0, missed: 0 };
}

export function addTally(sum: Tally, { right, wrong, missed }: Readonly<Tally>): void {
  sum.right += right;
  sum.wrong += wrong;
  sum.missed += missed;
}

/** F1, 0 to 1; 1 for an empty answer where nothing is expected. */
export function toF1({ right, wrong, missed }: Readonly<Tally>): number {
  const total = 2 * right + wrong + missed;
  return total === 0 ? 1 : (2 * right) / total;
}
