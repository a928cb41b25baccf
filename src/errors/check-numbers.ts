/** What a numeric option must be: a whole number of `unit` from `least` to `most`. */
export interface NumberRule {
  readonly unit: string;
  readonly least: number;
  /** @default the largest whole number that a number holds exactly */
  readonly most?: number;
  /** Whether `Infinity` is allowed: no limit. */
  readonly mayBeInfinite: boolean;
}

/** Throws `TypeError` for the first option that breaks its rule, by its name behind `prefix`. Absent ones are left alone. */
export function checkNumbers<Name extends string>(
  prefix: string,
  given: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  rules: Readonly<Record<Name, NumberRule>>,
): void {
  for (const name of Object.keys(rules) as Name[]) {
    const value = given[name];
    if (value === undefined || isAllowed(value, rules[name])) continue;
    throw new TypeError(
      `Expected \`${prefix}${name}\` to be ${describeRule(rules[name])}, got ${describe(value)}.`,
    );
  }
}

function isAllowed(
  value: unknown,
  { least, most = Number.MAX_SAFE_INTEGER, mayBeInfinite }: NumberRule,
): boolean {
  if (value === Infinity) return mayBeInfinite;
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  );
}

function describeRule({ unit, least, most, mayBeInfinite }: NumberRule): string {
  const range = most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
  return `a whole number of ${unit}${range}${mayBeInfinite ? ', or Infinity' : ''}`;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
