import {
  type PlotOptions,
  axisX,
  axisY,
  barX,
  dot,
  gridX,
  gridY,
  plot,
  ruleX,
  ruleY,
  text,
} from '@observablehq/plot';
import type { Interval } from '../statistics/to-interval.ts';
import { DOMImplementation, Element, XMLSerializer } from '@xmldom/xmldom';
import type { MetricUnit } from '../metrics/metric.ts';
import { toFigureText } from './to-figure-text.ts';

/**
 * Draws a plot as SVG in HTML, without style sheets and `style` attributes, which the report's policy refuses. The build
 * bundles this file with both packages, so that an installation does not hold them.
 */
export function drawPlot(options: PlotOptions, name: string): string {
  const document = new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html');
  if (!isPlotDocument(document)) throw new TypeError('Plot cannot draw in this document.');
  const svg: unknown = plot({ ...options, document });
  // A legend would make it a figure around the picture.
  if (!(svg instanceof Element)) throw new TypeError('Expected Plot to draw one element.');
  const style = svg.getElementsByTagName('style').item(0);
  style?.parentNode?.removeChild(style);
  for (const element of [svg, ...svg.getElementsByTagName('*')]) {
    element.removeAttribute('style');
    // A picture has one name; Plot's are those of its marks.
    if (element.getAttribute('aria-label')?.includes('axis') === true)
      element.setAttribute('class', 'axis');
    element.removeAttribute('aria-label');
  }
  svg.setAttribute('class', 'plot');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', name);
  return new XMLSerializer().serializeToString(svg);
}

/** Whether it has what Plot needs of a browser's document. */
function isPlotDocument(value: unknown): value is NonNullable<PlotOptions['document']> {
  return typeof value === 'object' && value !== null && 'createElementNS' in value;
}

/** A pipeline's share at a field. */
export interface FieldBar {
  readonly number: number;
  readonly name: string;
  readonly isBest: boolean;
  /** Shares of 1. */
  readonly figure: Interval;
}

/** Pixels of a bar with its distance to the next. */
const rowHeight = 20;

/** Pixels for the names, and the characters of one that fit there; the tables have the whole. */
const nameWidth = 104;

const maxName = 15;

/** Draws a bar for each pipeline, from 0 to 100, with its interval. */
export function drawFieldBars(bars: readonly FieldBar[], name: string): string {
  // Names that were cut may be alike, numbers are not.
  const y = ({ number }: FieldBar): number => number;
  const names = new Map(bars.map(({ number, name }) => [number, cutName(name)]));
  return drawPlot(
    {
      width: 300,
      height: bars.length * rowHeight + 6,
      marginLeft: nameWidth,
      marginRight: 44,
      marginTop: 2,
      marginBottom: 4,
      x: { domain: [0, 100], axis: null },
      y: {
        type: 'band',
        domain: bars.map(y),
        tickFormat: (number: number) => names.get(number) ?? '',
        tickSize: 0,
        label: null,
        padding: 0.35,
      },
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

function cutName(name: string): string {
  return name.length <= maxName ? name : `${name.slice(0, maxName - 1).trimEnd()}…`;
}

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

/** A pipeline as a point. */
interface TradeOffPoint {
  /** What stands in the point, and before the pipeline's name elsewhere. */
  readonly number: number;
  readonly kind: 'best' | 'baseline' | 'other';
  readonly quality: Interval;
  readonly price: Interval;
}

/** What the axes measure. */
interface TradeOffAxis {
  readonly label: string;
  readonly unit: MetricUnit;
}

/** Pixels. Each is drawn anew, since letters of a picture that shrinks cannot be read; `full` stands alone across the page. */
const sizes = {
  full: { width: 1_060, height: 340 },
  wide: { width: 500, height: 300 },
  narrow: { width: 320, height: 260 },
} as const;
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
