import { html, raw } from 'hono/html';
import { drawFieldBars } from '../charts/draw-field-bars.ts';
import { drawTradeOff } from '../charts/draw-trade-off.ts';
import type { EvaluationResult, MetricDescription } from '../../result/evaluation-result.ts';
import type { Ranking } from '../figures/rank-pipelines.ts';
import { badge } from './summary-section.ts';
import type { Markup } from './markup.ts';

/** Most fields with bars; the differences table has all. */
const maxFields = 60;

/** Quality against cost and latency, and bars by field. */
export function chartsSection(result: EvaluationResult, ranking: Ranking): Markup {
  const { quality, cost, latency } = ranking.metrics;
  return html`${quality === undefined ? '' : tradeOffs(ranking, quality, [cost, latency])}
  ${fieldBars(result, ranking)}`;
}

function tradeOffs(
  ranking: Ranking,
  quality: MetricDescription,
  prices: readonly (MetricDescription | undefined)[],
): Markup {
  const drawn = prices.flatMap((price) => {
    if (price === undefined) return [];
    const points = ranking.pipelines.flatMap(({ number, kind, figures }) => {
      const [own, spent] = [figures[quality.name], figures[price.name]];
      return own === undefined || spent === undefined
        ? []
        : [{ number, kind, quality: own, price: spent }];
    });
    if (points.length === 0) return [];
    const draw = (size: 'wide' | 'narrow'): Markup =>
      html`<div class="${size}">
        ${raw(drawTradeOff(points, toAxis(quality), toAxis(price), size))}
      </div>`;
    return html`<figure>
      <figcaption>${quality.name} against ${price.name}</figcaption>
      ${draw('wide')} ${draw('narrow')}
    </figure>`;
  });
  if (drawn.length === 0) return html``;
  return html`<section aria-labelledby="trade-off">
    <h2 id="trade-off">Quality and its price</h2>
    <p class="soft">Lines are 95 % intervals over sites. Up and to the left is better.</p>
    <div class="pair">${drawn}</div>
    <p class="legend">
      ${ranking.pipelines.map((pipeline) => html`<span>${badge(pipeline)} ${pipeline.name}</span>`)}
    </p>
  </section>`;
}

function toAxis({ name, unit }: MetricDescription): {
  readonly label: string;
  readonly unit: MetricDescription['unit'];
} {
  const isSaid = name.includes(unit) || unit === 'share' || unit === 'count';
  return { label: isSaid ? name : `${name} (${unit})`, unit };
}

function fieldBars({ metrics }: EvaluationResult, { pipelines }: Ranking): Markup {
  const shares = metrics.filter(({ unit, better }) => unit === 'share' && better === 'higher');
  const byField = Map.groupBy(shares, ({ field }) => field);
  byField.delete(undefined);
  const fields = [...byField.values()].flatMap((group) => {
    const metric = group.find(({ name, field }) => name === `f1 of ${field}`) ?? group[0];
    return metric?.field === undefined ? [] : [{ metric, field: metric.field }];
  });
  if (fields.length === 0) return html``;
  const omitted = fields.length - maxFields;
  return html`<section aria-labelledby="fields">
    <h2 id="fields">By field</h2>
    <p class="soft">
      Bars run from 0 to 100, lines are 95 % intervals.
      ${omitted > 0 ? `The first ${maxFields} of ${fields.length} fields; the others stand in the table of differences.` : ''}
    </p>
    <div class="fields">
      ${fields.slice(0, maxFields).map(({ metric, field }) => {
        const bars = pipelines.flatMap(({ number, kind, figures }) => {
          const figure = figures[metric.name];
          return figure === undefined ? [] : [{ number, isBest: kind === 'best', figure }];
        });
        return html`<figure>
          <figcaption>
            ${field} <small>${metric.name.includes(field) ? '' : metric.name}</small>
          </figcaption>
          ${bars.length === 0 ? 'not scored' : raw(drawFieldBars(bars, `${metric.name} by pipeline`))}
        </figure>`;
      })}
    </div>
  </section>`;
}
