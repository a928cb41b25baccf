import { bootstrapSpread } from './bootstrap-spread.ts';

/** One number of a benchmark; without a target where it cannot be met, e.g. on pages that were learned from. */
export interface Figure {
  readonly value: number;
  readonly target: number | null;
  readonly met: boolean | null;
  readonly spread: readonly [number, number];
}

/** A page's part in a figure that is a sum over a sum. */
export interface Share {
  readonly site: string;
  readonly kept: number;
  readonly total: number;
}

/** A page's value with a weight. */
export function shareOf(site: string, value: number, weight: number): Share {
  return { site, kept: value * weight, total: weight };
}

/** The figure over all pages; the spread is that of resampled sites. */
export function toFigure(
  shares: readonly Share[],
  target: number | null,
  isCeiling = false,
): Figure {
  const kept = shares.reduce((sum, share) => sum + share.kept, 0);
  const total = shares.reduce((sum, share) => sum + share.total, 0);
  return toGivenFigure(kept / Math.max(1e-9, total), target, bootstrapSpread(shares), isCeiling);
}

/** A figure whose value and spread are known. */
export function toGivenFigure(
  value: number,
  target: number | null,
  spread: readonly [number, number],
  isCeiling = false,
): Figure {
  const met = target === null ? null : isCeiling ? value <= target : value >= target;
  return { value, target, met, spread };
}

/** 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
