import type { GleanerLimits } from './gleaner-options.ts';

/** What a numeric option must be: a whole number of `unit`, `least` or more. */
export interface NumberRule {
  readonly unit: string;
  readonly least: number;
  /** Whether `Infinity` is allowed: no limit. */
  readonly mayBeInfinite: boolean;
}

const count = { least: 1, mayBeInfinite: true } as const;

const limitRules: Readonly<Record<keyof GleanerLimits, NumberRule>> = {
  requestsPerMinute: { ...count, unit: 'requests' },
  inFlight: { ...count, unit: 'requests' },
  callMs: { ...count, unit: 'milliseconds' },
  runMs: { ...count, unit: 'milliseconds' },
  runPages: { ...count, unit: 'pages' },
  pageBytes: { ...count, unit: 'bytes' },
  pageMs: { ...count, unit: 'milliseconds' },
};

/** Throws `TypeError` for the first of an engine's limits that is no number of its unit. */
export function checkLimits(limits: GleanerLimits): void {
  checkNumbers('limits.', limits, limitRules);
}

/** Throws `TypeError` for the first option that breaks its rule, by its name behind `prefix`. Absent ones are left alone. */
export function checkNumbers<Name extends string>(
  prefix: string,
  given: Readonly<Partial<Record<Name, unknown>>>,
  rules: Readonly<Record<Name, NumberRule>>,
): void {
  for (const name of Object.keys(rules) as Name[]) {
    const value = given[name];
    const { unit, least, mayBeInfinite } = rules[name];
    if (value === undefined || (mayBeInfinite && value === Infinity)) continue;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) continue;
    const orInfinite = mayBeInfinite ? ', or Infinity' : '';
    throw new TypeError(
      `Expected \`${prefix}${name}\` to be a whole number of ${unit}, ${least} or more${orInfinite}, got ${describe(value)}.`,
    );
  }
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
