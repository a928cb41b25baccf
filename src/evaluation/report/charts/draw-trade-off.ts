import { axisX, axisY, dot, gridX, gridY, ruleX, ruleY, text } from '@observablehq/plot';
import type { Interval } from '../../statistics/interval.ts';
import type { MetricUnit } from '../../metrics/metric.ts';
import { toFigureText } from '../figures/to-figure-text.ts';
import { drawPlot } from './draw-plot.ts';

/** A pipeline as a point. */
export interface TradeOffPoint {
  /** What stands in the point, and before the pipeline's name elsewhere. */
  readonly number: number;
  readonly kind: 'best' | 'baseline' | 'other';
  readonly quality: Interval;
  readonly price: Interval;
}

/** What the axes measure. */
export interface TradeOffAxis {
  readonly label: string;
  readonly unit: MetricUnit;
}

/** Pixels. A narrow one is drawn anew, since letters of a picture that shrinks cannot be read. */
const sizes = { wide: { width: 500, height: 300 }, narrow: { width: 320, height: 260 } } as const;
const radius = 9;
/** The smallest and the largest price differ by more: a linear axis would put the small ones in one place. */
const logFrom = 30;

/** Draws quality against a price, e.g. cost or latency, with the intervals of both as lines. */
export function drawTradeOff(
  points: readonly TradeOffPoint[],
  quality: TradeOffAxis,
  price: TradeOffAxis,
  size: keyof typeof sizes,
): string {
  const { width, height } = sizes[size];
  const ends = points.flatMap(({ price: { low, high } }) => [low, high]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const isLog = least > 0 && most / least > logFrom;
  const powers = isLog ? listPowers(least, most) : [];
  const ticks = isLog ? powers : Math.round(width / 90);
  const at = { x: (point: TradeOffPoint) => point.price.value, y: toY };
  // The best comes last, on top of the others.
  const drawn = points.toSorted(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  );
  const scale = quality.unit === 'share' ? 100 : 1;
  function toY(point: TradeOffPoint): number {
    return point.quality.value * scale;
  }
  return drawPlot(
    {
      width,
      height,
      marginLeft: 44,
      marginRight: 20,
      marginTop: 28,
      marginBottom: 42,
      x: isLog
        ? { type: 'log', inset: 12, domain: [powers[0], powers.at(-1)] }
        : { nice: true, zero: true, inset: 12 },
      y: { nice: true, inset: 6 },
      marks: [
        gridX({ stroke: 'var(--line)', strokeOpacity: 1, ticks }),
        gridY({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 6 }),
        axisX({
          label: price.label,
          labelArrow: 'right',
          tickSize: 0,
          ticks,
          tickFormat: (value: number) => toTick(value, price.unit),
          fontSize: 12,
        }),
        axisY({ label: quality.label, labelArrow: 'up', tickSize: 0, ticks: 6, fontSize: 12 }),
        ruleX(drawn, {
          x: at.x,
          y1: (point: TradeOffPoint) => point.quality.low * scale,
          y2: (point: TradeOffPoint) => point.quality.high * scale,
          stroke: colourOf,
          strokeWidth: 1.5,
          className: 'interval',
        }),
        ruleY(drawn, {
          y: at.y,
          x1: (point: TradeOffPoint) => point.price.low,
          x2: (point: TradeOffPoint) => point.price.high,
          stroke: colourOf,
          strokeWidth: 1.5,
          className: 'interval',
        }),
        dot(drawn, { ...at, r: radius, fill: colourOf, stroke: 'var(--page)', className: 'point' }),
        text(drawn, {
          ...at,
          text: (point: TradeOffPoint) => String(point.number),
          fill: 'var(--on-point)',
          fontSize: 11,
          fontWeight: 700,
        }),
      ],
    },
    `${quality.label} against ${price.label}, ${points.length} pipelines by their numbers`,
  );
}

const order = ['other', 'baseline', 'best'];

/** The powers of ten around a range. */
function listPowers(least: number, most: number): readonly number[] {
  const first = Math.floor(Math.log10(least));
  return Array.from(
    { length: Math.ceil(Math.log10(most)) - first + 1 },
    (_, index) => 10 ** (first + index),
  );
}

/** Plot takes a CSS variable for a constant colour, and lets a channel's values through where all are colours. */
function colourOf({ kind }: Pick<TradeOffPoint, 'kind'>): string {
  return kind === 'best' ? 'var(--accent)' : kind === 'baseline' ? 'var(--ink)' : 'var(--quiet)';
}

function toTick(value: number, unit: MetricUnit): string {
  return unit === 'ms'
    ? toFigureText(value, unit)
    : value.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
}
