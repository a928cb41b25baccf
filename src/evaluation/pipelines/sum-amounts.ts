/** The sum; `undefined` where one is unknown, e.g. because a provider does not say what a call took. */
export function sumAmounts(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce<number | undefined>(
    (total, amount) => (total === undefined || amount === undefined ? undefined : total + amount),
    0,
  );
}
