import { html } from 'hono/html';
import type {
  CaseOutcome,
  Comparison,
  EvaluationResult,
  MetricDescription,
} from '../result/evaluation-result.ts';
import type { RankedPipeline, Ranking } from './rank-pipelines.ts';
import { toDifferenceRangeText, toDifferenceText, toProbabilityText } from './to-figure-text.ts';
import { type Markup, badge, toVerdictWords } from './summary-section.ts';

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

/** How pipelines differ from themselves in an earlier result: the differences that are shown, and all cases won and lost. */
export function earlierSection(
  { earlier, metrics }: EvaluationResult,
  linksCases: boolean,
): Markup {
  if (earlier === undefined) return html``;
  const { comparisons, changes = [], startedAt, cases } = earlier;
  const shown = comparisons.filter(({ verdict }) => verdict !== 'no difference shown');
  const metricOf = new Map(metrics.map((metric) => [metric.name, metric]));
  return html`<section aria-labelledby="earlier">
    <h2 id="earlier">Since the result of ${startedAt.slice(0, 10)}</h2>
    <p class="soft">
      ${shown.length} of ${comparisons.length} differences are shown, over the ${cases} cases that
      both results have.
    </p>
    ${shown.length === 0 ? '' : table(shown, metricOf, 'Differences from the earlier result', true)}
    ${changes.map(
      (change) =>
        html`<h3>${change.pipeline}</h3>
          <p>${change.won.length} cases won, ${change.lost.length} lost in ${change.metric}.</p>
          ${flipLists(change, linksCases)}`,
    )}
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

function flipLists(
  { metric, won, lost }: Pick<Comparison, 'metric' | 'won' | 'lost'>,
  linksCases: boolean,
): Markup {
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

/** All cases by all pipelines: the score as a number on a ground whose strength follows it. */
export function matrixSection(
  result: EvaluationResult,
  ranking: Ranking,
  opensCases: boolean,
): Markup {
  const { quality } = ranking.metrics;
  const byCase = Map.groupBy(result.outcomes, (outcome) => outcome.case);
  return html`<section aria-labelledby="cases">
    <h2 id="cases">Cases</h2>
    <p class="soft" id="cases-help">
      ${quality === undefined ? 'Whether there was an answer' : `${quality.name} of each case, of 100`}.
      ${opensCases ? 'Arrow keys move, Enter opens a case, Escape closes it.' : ''}
    </p>
    <div class="tools screen">
      <label>Find <input type="search" id="filter-text" placeholder="case or site" /></label>
      <label
        >Show
        <select id="filter-kind">
          <option value="all">all cases</option>
          <option value="differ">where pipelines differ</option>
          <option value="lost">where one falls behind the baseline</option>
          <option value="failed">with a failure</option>
        </select></label
      >
      <output id="filter-count"></output>
    </div>
    <div class="scroll matrix">
      <table role="grid" id="matrix" aria-labelledby="cases" aria-describedby="cases-help">
        <thead>
          <tr role="row">
            <th scope="col" role="columnheader">
              <button type="button" data-sort="id">Case</button>
            </th>
            ${ranking.pipelines.map(
              (pipeline, column) =>
                html`<th scope="col" role="columnheader" class="number">
                  <button type="button" data-sort="${column}" title="${pipeline.name}">
                    ${badge(pipeline)} <span class="name">${pipeline.name}</span>
                  </button>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${result.cases.map(({ id, site }, index) => {
            const outcomes = byCase.get(id) ?? [];
            return html`<tr role="row" data-index="${index}">
              <th scope="row" role="rowheader">
                <span>${id}</span>${site === id ? '' : html` <small>${site}</small>`}
              </th>
              ${ranking.pipelines.map(({ name }) =>
                cell(
                  outcomes.find(({ pipeline }) => pipeline === name),
                  quality?.name,
                  name === result.baseline,
                ),
              )}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Grounds from nothing right to all right. */
const steps = 4;

function cell(
  outcome: CaseOutcome | undefined,
  quality: string | undefined,
  isBaseline: boolean,
): Markup {
  const score = outcome?.scores[quality ?? ''];
  const share = score === undefined || score.total <= 0 ? undefined : score.kept / score.total;
  const step = share === undefined ? 'none' : String(Math.min(steps, Math.floor(share * steps)));
  const text = share === undefined ? '–' : toCellText(share);
  const failure = outcome?.error === undefined ? '' : html` <span class="failed">failed</span>`;
  return html`<td
    role="gridcell"
    tabindex="-1"
    class="s${step}"
    data-score="${share === undefined ? '' : share.toFixed(4)}"
    ${isBaseline ? 'data-baseline' : ''}
    ${outcome?.error === undefined ? '' : 'data-failed'}
  >
    ${text}${failure}
  </td>`;
}

/** 100 is kept for what is all right. */
function toCellText(share: number): string {
  const rounded = Math.round(share * 100);
  return String(share < 1 && rounded === 100 ? 99 : share > 0 && rounded === 0 ? 1 : rounded);
}
