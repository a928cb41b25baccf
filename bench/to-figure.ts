/** A figure as `--json` prints it. */
export interface Figure {
  readonly value: number;
  readonly target: number;
  readonly met: boolean;
  readonly spread: readonly [low: number, high: number];
}

/** The figure of values that must be at most the target: their median, and the range of their middle eight tenths. */
export function toFigure(values: readonly number[], target: number): Figure {
  const { median, low, high } = summarise(values);
  return { value: median, target, met: median <= target, spread: [low, high] };
}

/** Median, and the range of the middle eight tenths. */
export function summarise(values: readonly number[]): {
  median: number;
  low: number;
  high: number;
} {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), low: at(0.1), high: at(0.9) };
}
