import { html } from 'hono/html';
import { cutText } from '../cases/cut-text.ts';
import type { EvaluationResult } from '../../result/evaluation-result.ts';
import type { Ranking } from '../figures/rank-pipelines.ts';
import { badge } from './summary-section.ts';
import type { Markup } from './markup.ts';

/** Characters of a pipeline's options. */
const maxOptions = 5_000;

/** What the comparison warns of, what the pipelines were made of, and how the figures came about. */
export function notesSection(result: EvaluationResult, { pipelines }: Ranking): Markup {
  const { warnings, dataset, seed, startedAt } = result;
  return html`${
      warnings.length === 0
        ? ''
        : html`<section aria-labelledby="warnings">
            <h2 id="warnings">Warnings</h2>
            <ul>
              ${warnings.map((warning) => html`<li>${cutText(warning, maxOptions)}</li>`)}
            </ul>
          </section>`
    }
    <section aria-labelledby="how">
      <h2 id="how">How this was measured</h2>
      <p>
        A figure stands with the interval in which it lies in 95 of 100 drawings of the sites: pages
        of one site are alike, so that more pages of one site make nothing surer. Pipelines are
        compared case by case with the baseline.
      </p>
      <dl class="facts">
        <dt>Data set</dt>
        <dd>${dataset.name}, SHA-256 <code>${dataset.digest.slice(0, 16)}</code></dd>
        <dt>Started</dt>
        <dd>${startedAt}</dd>
        <dt>Seed</dt>
        <dd>${seed}</dd>
      </dl>
      ${pipelines.map(
        (pipeline) =>
          html`<details>
            <summary>${badge(pipeline)} ${pipeline.name} <small>options</small></summary>
            <pre tabindex="0" role="region" aria-label="Options of ${pipeline.name}">
${cutText(JSON.stringify(pipeline.options, undefined, 2) ?? '', maxOptions)}</pre>
          </details>`,
      )}
    </section>`;
}
