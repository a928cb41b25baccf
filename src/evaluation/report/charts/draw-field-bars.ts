import { barX, ruleX, ruleY, text } from '@observablehq/plot';
import type { Interval } from '../../statistics/interval.ts';
import { drawPlot } from './draw-plot.ts';

/** A pipeline's share at a field. */
export interface FieldBar {
  readonly number: number;
  readonly isBest: boolean;
  /** Shares of 1. */
  readonly figure: Interval;
}

/** Pixels of a bar with its distance to the next. */
const rowHeight = 20;

/** Draws a bar for each pipeline, from 0 to 100, with its interval. */
export function drawFieldBars(bars: readonly FieldBar[], name: string): string {
  const y = ({ number }: FieldBar): string => String(number);
  return drawPlot(
    {
      width: 300,
      height: bars.length * rowHeight + 6,
      marginLeft: 22,
      marginRight: 44,
      marginTop: 2,
      marginBottom: 4,
      x: { domain: [0, 100], axis: null },
      y: { domain: bars.map(y), tickSize: 0, label: null, padding: 0.35 },
      marks: [
        barX(bars, {
          y,
          x: ({ figure }: FieldBar) => figure.value * 100,
          fill: ({ isBest }: FieldBar) => (isBest ? 'var(--accent)' : 'var(--bar)'),
          className: 'bar',
        }),
        ruleY(bars, {
          y,
          x1: ({ figure }: FieldBar) => Math.max(0, figure.low) * 100,
          x2: ({ figure }: FieldBar) => Math.min(1, figure.high) * 100,
          stroke: 'var(--ink)',
          strokeWidth: 1.5,
          className: 'interval',
        }),
        ruleX([0], { stroke: 'var(--quiet)' }),
        text(bars, {
          y,
          x: 100,
          dx: 40,
          textAnchor: 'end',
          text: ({ figure }: FieldBar) => (figure.value * 100).toFixed(1),
          fill: 'var(--ink)',
          fontSize: 12,
          fontVariant: 'tabular-nums',
        }),
      ],
    },
    name,
  );
}
