import type { MetricUnit } from '../metrics/metric.ts';
import type { MetricDescription } from '../result/evaluation-result.ts';
import type { Interval } from '../statistics/to-interval.ts';

/** A number for people by its unit: shares as points of 100, `1.2 s`, `18,400 tokens`. */
export function toFigureText(value: number, unit: MetricUnit): string {
  if (unit === 'ms') return value >= 1_000 ? `${round(value / 1_000)} s` : `${round(value)} ms`;
  return unit === 'share' ? (value * 100).toFixed(1) : `${round(value)}${unitWords[unit]}`;
}

/** The same for a metric, without the unit where its name says it. */
export function toMetricText(
  value: number,
  { name, unit }: Pick<MetricDescription, 'name' | 'unit'>,
): string {
  const text = toFigureText(value, unit);
  return name.includes(unit) ? text.replace(` ${unit}`, '') : text;
}

/** A difference with its sign, shares in points. */
export function toDifferenceText(value: number, unit: MetricUnit): string {
  const text = toFigureText(Math.abs(value), unit);
  const isNothing = /^0(?:\.0+)?(?![\d.])/.test(text);
  return `${isNothing ? '±' : value < 0 ? '−' : '+'}${text}`;
}

/** The ends of an interval, e.g. `88.2 to 92.0`. */
export function toRangeText({ low, high }: Interval, unit: MetricUnit): string {
  return `${toFigureText(low, unit)} to ${toFigureText(high, unit)}`;
}

/** The same of a difference. */
export function toDifferenceRangeText({ low, high }: Interval, unit: MetricUnit): string {
  return `${toDifferenceText(low, unit)} to ${toDifferenceText(high, unit)}`;
}

/** A probability: small ones as a bound, since more digits would promise what resampling cannot. */
export function toProbabilityText(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

const unitWords: Readonly<Record<Exclude<MetricUnit, 'share' | 'ms'>, string>> = {
  count: '',
  tokens: ' tokens',
  credits: ' credits',
  money: '',
};

/** Three digits that count; whole numbers from 100 on. */
function round(value: number): string {
  const digits = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return digits.toLocaleString('en-US', { maximumFractionDigits: 8 });
}

/** A text of at most `maxLength` characters and a note of what was cut. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).toWellFormed()} … (${text.length - maxLength} more characters)`;
}
