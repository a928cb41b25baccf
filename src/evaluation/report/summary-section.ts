import { html, raw } from 'hono/html';
import type {
  Comparison,
  EvaluationResult,
  MetricDescription,
} from '../result/evaluation-result.ts';
import type { RankedPipeline, Ranking } from './rank-pipelines.ts';
import {
  toDifferenceRangeText,
  toDifferenceText,
  toFigureText,
  toMetricText,
  toProbabilityText,
  toRangeText,
} from './to-figure-text.ts';
import { drawInterval } from './draw-charts.ts';
import { findLeastLoss } from '../statistics/compare-figures.ts';
import type { HtmlEscapedString } from 'hono/utils/html';

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

/** What a comparison comes to, in words: which is better, by how much, at what cost, and whether that is sure. */
interface Conclusion {
  /** One clause without a full stop. */
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** Puts a ranking in words. A difference that is not shown is reported by its cases, and by what is missing to be sure. */
function toConclusion(result: EvaluationResult, ranking: Ranking): Conclusion {
  const { best, leader, baseline, metrics } = ranking;
  const { quality } = metrics;
  if (quality === undefined || leader === undefined) {
    return {
      headline: 'Nothing was scored',
      sentences: [
        'No case has an expected answer that a metric could be taken of; costs and times stand below.',
      ],
    };
  }
  if (result.pipelines.length === 1 || baseline === undefined) {
    const figure = leader.figures[quality.name];
    const range =
      figure === undefined ? '' : ` (95 % interval ${toRangeText(figure, quality.unit)})`;
    return {
      headline: `“${leader.name}” scores ${toScore(leader, quality)}`,
      sentences: [
        `${quality.name} over ${countCases(result)}${range}.`,
        ...describePrice(leader, undefined, ranking),
      ],
    };
  }
  if (best !== undefined) {
    return {
      headline: `“${best.name}” answers better than “${baseline.name}”`,
      sentences: [
        describeDifference(best, baseline, quality, true),
        ...describePrice(best, baseline, ranking),
      ],
    };
  }
  const isBaseline = leader.name === baseline.name;
  return {
    headline: isBaseline
      ? `No pipeline is shown to answer better than “${baseline.name}”`
      : describeUnshown(result, leader, baseline),
    sentences: isBaseline
      ? [
          `It scores highest: ${quality.name} ${toScore(baseline, quality)} over ${countCases(result)}.`,
        ]
      : [
          describeDifference(leader, baseline, quality, false),
          ...describePrice(leader, baseline, ranking),
        ],
  };
}

/** A lead that is not shown, e.g. `“own” against “structure”: 6 won, 0 lost; too few sites to be sure (needs ≥ 12)`. */
function describeUnshown(
  { cases }: EvaluationResult,
  { name, difference }: RankedPipeline,
  baseline: RankedPipeline,
): string {
  if (difference === undefined) {
    return `No pipeline is shown to answer better than “${baseline.name}”`;
  }
  const { won, lost } = difference;
  const counts = `“${name}” against “${baseline.name}”: ${won.length} won, ${lost.length} lost`;
  const needed = countNeededSites(cases, difference);
  return needed === undefined
    ? `${counts}; that may be chance`
    : `${counts}; too few sites to be sure (needs ≥ ${needed})`;
}

/** Sites that would do if as many of them changed as do here; `undefined` where it is not the number of sites that is missing. */
function countNeededSites(
  cases: EvaluationResult['cases'],
  { won, lost }: Comparison,
): number | undefined {
  const { sites, changedSites } = findLeastLoss(cases);
  const ids = new Set(won);
  const changedCases = cases.filter(({ id }) => ids.has(id));
  // Where all cases are of one site, each stands for one.
  const areCases = sites === cases.length;
  const changed = areCases ? won.length : new Set(changedCases.map(({ site }) => site)).size;
  if (lost.length > 0 || won.length === 0 || changed >= changedSites) return undefined;
  return Math.ceil((changedSites * sites) / changed);
}

function describeDifference(
  pipeline: RankedPipeline,
  baseline: RankedPipeline,
  { name, unit }: MetricDescription,
  isShown: boolean,
): string {
  const { difference } = pipeline;
  const scores = `“${pipeline.name}” scores ${name} ${toScore(pipeline, { name, unit })} against ${toScore(baseline, { name, unit })} of “${baseline.name}”`;
  if (difference === undefined) return `${scores}; the two were not compared.`;
  const { difference: interval, adjustedP } = difference;
  const points = unit === 'share' ? ' points' : '';
  const size = `${toDifferenceText(interval.value, unit)}${points}, 95 % interval ${toDifferenceRangeText(interval, unit)}, adjusted p ${toProbabilityText(adjustedP)}`;
  return `${scores} (${size})${isShown ? '.' : ': that may be chance.'}`;
}

function describePrice(
  pipeline: RankedPipeline,
  baseline: RankedPipeline | undefined,
  { metrics }: Ranking,
): readonly string[] {
  const parts = [metrics.cost, metrics.latency].flatMap((metric) => {
    if (metric === undefined) return [];
    const own = pipeline.figures[metric.name];
    if (own === undefined) return [];
    const other = baseline?.figures[metric.name];
    const beside = other === undefined ? '' : ` (baseline ${toMetricText(other.value, metric)})`;
    return [`${metric.name} ${toMetricText(own.value, metric)}${beside}`];
  });
  return parts.length === 0 ? [] : [`Its price for a case: ${parts.join('; ')}.`];
}

function toScore(
  { figures }: RankedPipeline,
  { name, unit }: Pick<MetricDescription, 'name' | 'unit'>,
): string {
  const figure = figures[name];
  return figure === undefined ? 'nothing' : toFigureText(figure.value, unit);
}

function countCases({ dataset }: EvaluationResult): string {
  return `${dataset.cases} case${dataset.cases === 1 ? '' : 's'} of ${dataset.sites} site${dataset.sites === 1 ? '' : 's'}`;
}

/** Markup in which every text is escaped: what `html` of hono returns. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;
