const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number with its thousands apart; `∞` for what has no limit, which JSON cannot carry. */
export function formatNumber(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '∞' : whole.format(value);
}

/** Bytes in megabytes, of which a limit has whole ones or few digits. */
export function formatBytes(value: number): string {
  return `${formatNumber(value / 1_048_576)} MB`;
}
