import { html } from 'hono/html';
import type { CaseOutcome, EvaluationResult } from '../../result/evaluation-result.ts';
import type { Ranking } from '../figures/rank-pipelines.ts';
import { badge } from './summary-section.ts';
import type { Markup } from './markup.ts';

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
