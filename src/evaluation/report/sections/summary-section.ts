import { html, raw } from 'hono/html';
import { drawInterval } from '../charts/draw-interval.ts';
import type { EvaluationResult, MetricDescription } from '../../result/evaluation-result.ts';
import type { RankedPipeline, Ranking } from '../figures/rank-pipelines.ts';
import { toConclusion } from '../figures/to-conclusion.ts';
import {
  toDifferenceRangeText,
  toDifferenceText,
  toFigureText,
  toMetricText,
  toProbabilityText,
  toRangeText,
} from '../figures/to-figure-text.ts';
import type { Markup } from './markup.ts';

const verdictWords = {
  better: '▲ better',
  worse: '▼ worse',
  'no difference shown': '= no difference shown',
} as const;

/** What the comparison comes to, and each pipeline in a line. */
export function summarySection(result: EvaluationResult, ranking: Ranking): Markup {
  const { headline, sentences } = toConclusion(result, ranking);
  const { dataset, startedAt, gleaner, node } = result;
  return html`<header>
      <p class="eyebrow">${dataset.name}</p>
      <h1>${headline}</h1>
      <p class="lead">${sentences.join(' ')}</p>
      <p class="meta">
        ${dataset.cases} cases · ${dataset.sites} sites · ${result.pipelines.length} pipelines ·
        ${startedAt.slice(0, 10)} · Gleaner ${gleaner} · Node ${node}
      </p>
    </header>
    ${scoreboard(ranking)}`;
}

function scoreboard(ranking: Ranking): Markup {
  const { metrics, pipelines } = ranking;
  const { quality, cost, latency } = metrics;
  const domain = toDomain(ranking);
  const prices = [cost, latency].filter((metric) => metric !== undefined);
  const hasFailed = pipelines.some(({ failed }) => failed > 0);
  return html`<section aria-labelledby="pipelines">
    <h2 id="pipelines">Pipelines</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of pipelines">
      <table class="board">
        <thead>
          <tr>
            <th scope="col">Pipeline</th>
            ${
              quality === undefined
                ? ''
                : html`<th scope="col" class="number">${quality.name}</th>
                    <th scope="col">95 % interval</th>
                    <th scope="col">Against the baseline</th>`
            }
            ${prices.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
            ${hasFailed ? html`<th scope="col" class="number">Failed</th>` : ''}
          </tr>
        </thead>
        <tbody>
          ${pipelines.map(
            (pipeline) =>
              html`<tr class="${pipeline.kind}">
                <th scope="row">
                  ${badge(pipeline)}
                  <span>${pipeline.name}</span>
                  ${pipeline.kind === 'baseline' ? html`<small>baseline</small>` : ''}
                </th>
                ${quality === undefined ? '' : qualityCells(pipeline, quality, domain, ranking)}
                ${prices.map((metric) => html`<td class="number" data-label="${metric.name}">${figureOf(pipeline, metric)}</td>`)}
                ${hasFailed ? html`<td class="number" data-label="failed">${pipeline.failed}</td>` : ''}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function qualityCells(
  pipeline: RankedPipeline,
  quality: MetricDescription,
  domain: readonly [number, number],
  { baseline }: Ranking,
): Markup {
  const figure = pipeline.figures[quality.name];
  if (figure === undefined)
    return html`<td class="number">–</td>
      <td>not scored</td>
      <td></td>`;
  const scale = { domain, baseline: baseline?.figures[quality.name]?.value };
  return html`<td class="number" data-label="${quality.name}">
      <strong>${toFigureText(figure.value, quality.unit)}</strong>
    </td>
    <td class="range">
      ${raw(drawInterval(figure, scale, pipeline.kind === 'best'))}
      <small>${toRangeText(figure, quality.unit)}</small>
    </td>
    <td>${describeVerdict(pipeline, quality)}</td>`;
}

function describeVerdict(
  { kind, difference }: RankedPipeline,
  { unit }: MetricDescription,
): Markup {
  if (kind === 'baseline') return html`<span class="soft">–</span>`;
  if (difference === undefined) return html`<span class="soft">not compared</span>`;
  const { verdict, difference: interval, adjustedP } = difference;
  return html`<span class="verdict ${verdict.split(' ')[0] ?? ''}">${verdictWords[verdict]}</span>
    <small
      >${toDifferenceText(interval.value, unit)} (${toDifferenceRangeText(interval, unit)}), p
      ${toProbabilityText(adjustedP)}</small
    >`;
}

/** The pipeline's number, as it stands in charts. */
export function badge({ number, kind }: RankedPipeline): Markup {
  return html`<span class="badge ${kind}">${number}</span>`;
}

function figureOf({ figures }: RankedPipeline, metric: MetricDescription): string {
  const figure = figures[metric.name];
  return figure === undefined ? '–' : toMetricText(figure.value, metric);
}

function toDomain({ metrics: { quality }, pipelines }: Ranking): readonly [number, number] {
  const figures = pipelines.flatMap(({ figures }) => figures[quality?.name ?? ''] ?? []);
  const low = Math.min(...figures.map((figure) => figure.low));
  const high = Math.max(...figures.map((figure) => figure.high));
  return low < high ? [low, high] : [low - 0.5, low + 0.5];
}

/** Words of a verdict, with a sign that needs no colour. */
export function toVerdictWords(verdict: keyof typeof verdictWords): string {
  return verdictWords[verdict];
}
