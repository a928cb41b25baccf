import { html } from 'hono/html';
import type {
  Comparison,
  EvaluationResult,
  MetricDescription,
} from '../../result/evaluation-result.ts';
import type { RankedPipeline, Ranking } from '../figures/rank-pipelines.ts';
import {
  toDifferenceRangeText,
  toDifferenceText,
  toProbabilityText,
} from '../figures/to-figure-text.ts';
import { badge, toVerdictWords } from './summary-section.ts';
import type { Markup } from './markup.ts';

/** Most cases that are named as won or lost in one metric. */
const maxFlips = 50;

/** Every difference from the baseline in words and figures, and the cases in which each pipeline won and lost. */
export function differencesSection(
  result: EvaluationResult,
  ranking: Ranking,
  linksCases: boolean,
): Markup {
  const { baseline, pipelines } = ranking;
  if (baseline === undefined || result.comparisons.length === 0) return html``;
  const metricOf = new Map(result.metrics.map((metric) => [metric.name, metric]));
  return html`<section aria-labelledby="differences">
    <h2 id="differences">Differences from “${baseline.name}”</h2>
    <p class="soft">
      p is the probability of such a difference where there is none, corrected for all
      ${result.comparisons.length} comparisons. “No difference shown” does not mean that there is
      none.
    </p>
    ${pipelines
      .filter((pipeline) => pipeline !== baseline)
      .map((pipeline) => pipelineDifferences(result, pipeline, metricOf, ranking, linksCases))}
  </section>`;
}

/** How pipelines differ from themselves in an earlier result: those differences alone that are shown. */
export function earlierSection({ earlier, metrics }: EvaluationResult): Markup {
  if (earlier === undefined) return html``;
  const { comparisons, startedAt, cases } = earlier;
  const shown = comparisons.filter(({ verdict }) => verdict !== 'no difference shown');
  const metricOf = new Map(metrics.map((metric) => [metric.name, metric]));
  return html`<section aria-labelledby="earlier">
    <h2 id="earlier">Since the result of ${startedAt.slice(0, 10)}</h2>
    <p class="soft">
      ${shown.length} of ${comparisons.length} differences are shown, over the ${cases} cases that
      both results have.
    </p>
    ${shown.length === 0 ? '' : table(shown, metricOf, 'Differences from the earlier result', true)}
  </section>`;
}

function pipelineDifferences(
  { comparisons }: EvaluationResult,
  pipeline: RankedPipeline,
  metricOf: ReadonlyMap<string, MetricDescription>,
  { metrics }: Ranking,
  linksCases: boolean,
): Markup {
  const own = comparisons.filter((comparison) => comparison.pipeline === pipeline.name);
  const flips = own.find(({ metric }) => metric === metrics.quality?.name);
  const shown = own.filter(({ verdict }) => verdict !== 'no difference shown').length;
  // A name such as `f1 (exact)` is the same metric, taken in another way.
  const isFirst = ({ metric }: Comparison): boolean =>
    metricOf.get(metric)?.field === undefined && !metric.includes('(');
  const first = own.filter(isFirst);
  const rest = own.filter((comparison) => !isFirst(comparison));
  return html`<details ${pipeline.kind === 'best' ? 'open' : ''}>
    <summary>
      ${badge(pipeline)} ${pipeline.name}
      <small
        >${shown} of ${own.length} differences
        shown${flips === undefined ? '' : `; ${flips.won.length} cases won, ${flips.lost.length} lost`}</small
      >
    </summary>
    ${table(first, metricOf, `Differences of ${pipeline.name}`)}
    ${
      rest.length === 0
        ? ''
        : html`<details>
            <summary>
              ${rest.length} more <small>each field, and other ways to compare</small>
            </summary>
            ${table(rest, metricOf, `More differences of ${pipeline.name}`)}
          </details>`
    }
    ${flips === undefined ? '' : flipLists(flips, linksCases)}
  </details>`;
}

function table(
  comparisons: readonly Comparison[],
  metricOf: ReadonlyMap<string, MetricDescription>,
  name: string,
  withPipeline = false,
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table>
      <thead>
        <tr>
          ${withPipeline ? html`<th scope="col">Pipeline</th>` : ''}
          <th scope="col">Metric</th>
          <th scope="col">Verdict</th>
          <th scope="col" class="number">Difference</th>
          <th scope="col">95 % interval</th>
          <th scope="col" class="number">p</th>
          <th scope="col" class="number">Won</th>
          <th scope="col" class="number">Lost</th>
        </tr>
      </thead>
      <tbody>
        ${comparisons.map((comparison) =>
          differenceRow(comparison, metricOf.get(comparison.metric), withPipeline),
        )}
      </tbody>
    </table>
  </div>`;
}

function differenceRow(
  { pipeline, metric, verdict, difference, adjustedP, won, lost }: Comparison,
  description: MetricDescription | undefined,
  withPipeline: boolean,
): Markup {
  const unit = description?.unit ?? 'count';
  return html`<tr>
    ${withPipeline ? html`<td>${pipeline}</td>` : ''}
    <th scope="row">${metric}</th>
    <td><span class="verdict ${verdict.split(' ')[0] ?? ''}">${toVerdictWords(verdict)}</span></td>
    <td class="number">${toDifferenceText(difference.value, unit)}</td>
    <td>${toDifferenceRangeText(difference, unit)}</td>
    <td class="number">${toProbabilityText(adjustedP)}</td>
    <td class="number">${won.length}</td>
    <td class="number">${lost.length}</td>
  </tr>`;
}

function flipLists({ metric, won, lost }: Comparison, linksCases: boolean): Markup {
  const list = (word: string, ids: readonly string[]): Markup =>
    ids.length === 0
      ? html``
      : html`<p class="flips">
          <strong>${word} in ${metric}:</strong>
          ${ids.slice(0, maxFlips).map((id) => (linksCases ? html`<button type="button" data-case="${id}">${id}</button> ` : html`<code>${id}</code> `))}
          ${ids.length > maxFlips ? `and ${ids.length - maxFlips} more` : ''}
        </p>`;
  return html`${list('Won', won)}${list('Lost', lost)}`;
}
