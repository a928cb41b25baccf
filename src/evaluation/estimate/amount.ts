/** An amount that is not known before it is spent. */
export interface Amount {
  readonly least: number;
  readonly likely: number;
  readonly most: number;
}

/** An amount that is known. */
export function exactly(amount: number): Amount {
  return { least: amount, likely: amount, most: amount };
}

/** The sum of what two amounts come to when each is multiplied, e.g. tokens by their prices. */
export function sumProducts(terms: readonly (readonly [Amount, number])[]): Amount {
  const sum = (part: keyof Amount): number =>
    terms.reduce((total, [amount, factor]) => total + amount[part] * factor, 0);
  return { least: sum('least'), likely: sum('likely'), most: sum('most') };
}
