import { dot, ruleX, ruleY } from '@observablehq/plot';
import type { Interval } from '../../statistics/interval.ts';
import { drawPlot } from './draw-plot.ts';

/** Draws a figure with its interval on an axis that other rows share, with the baseline's figure as a line across. */
export function drawInterval(
  figure: Interval,
  scale: { readonly domain: readonly [number, number]; readonly baseline: number | undefined },
  isBest: boolean,
): string {
  const colour = isBest ? 'var(--accent)' : 'var(--ink)';
  return drawPlot(
    {
      width: 150,
      height: 24,
      margin: 0,
      marginLeft: 6,
      marginRight: 6,
      x: { domain: [...scale.domain], axis: null },
      y: { domain: [-1, 1], axis: null },
      marks: [
        ruleX(scale.baseline === undefined ? [] : [scale.baseline], {
          stroke: 'var(--quiet)',
          strokeDasharray: '2,2',
        }),
        ruleY([figure], { y: 0, x1: 'low', x2: 'high', stroke: colour, strokeWidth: 2 }),
        dot([figure], { y: 0, x: 'value', r: 4.5, fill: colour }),
      ],
    },
    `From ${figure.low.toFixed(3)} to ${figure.high.toFixed(3)}`,
  );
}
