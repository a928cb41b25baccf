import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { EvaluationResult, MetricDescription } from '../result/evaluation-result.ts';
import { type CasePage, type CaseView, openCaseViews } from './open-case-views.ts';
import { type Ranking, rankPipelines } from './rank-pipelines.ts';
import { previewStyle, reportStyle } from './report-style.ts';
import { differencesSection, earlierSection, matrixSection } from './comparison-sections.ts';
import { type Markup, badge, summarySection } from './summary-section.ts';
import {
  type CaseDialog,
  type Matrix,
  type ReportSettings,
  createCaseDialog,
  createMatrix,
} from './create-case-dialog.ts';
import { cutText } from './to-figure-text.ts';
import { drawFieldBars, drawTradeOff } from './draw-charts.ts';

/** The report as a page; `pages` is `undefined` where figures alone are wanted. */
export async function renderReport(
  result: EvaluationResult,
  pages: ReadonlyMap<string, CasePage> | undefined,
): Promise<string> {
  const ranking = rankPipelines(result);
  const views = pages === undefined ? [] : await openCaseViews(result, pages);
  const hasCases = pages !== undefined;
  const script = toReportScript();
  const settings = { previewStyle };
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${toPolicy(script)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${result.dataset.name}: pipelines compared</title>
        ${toElement('style', reportStyle)}
      </head>
      <body class="${hasCases ? '' : 'figures'}">
        <main>
          ${summarySection(result, ranking)} ${chartsSection(result, ranking)}
          ${differencesSection(result, ranking, hasCases)} ${earlierSection(result, hasCases)}
          ${matrixSection(result, ranking, hasCases)} ${notesSection(result, ranking)}
        </main>
        ${hasCases ? caseDialog(ranking) : ''}
        <script type="application/json" id="settings">
          ${raw(toScriptJson(settings))}
        </script>
        ${views.map((view, index) => caseScript(view, index))} ${toElement('script', script)}
      </body>
    </html> `;
  return String(page);
}

/** Nothing is loaded from anywhere, and no script or style runs but those of the report itself. */
function toPolicy(script: string): string {
  const styles = [reportStyle, previewStyle].map(toSource).join(' ');
  return `default-src 'none'; script-src ${toSource(script)}; style-src ${styles}; base-uri 'none'; form-action 'none'`;
}

function toSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** An element whose text is hashed: not a space may be added. */
function toElement(name: 'script' | 'style', text: string): Markup {
  return raw(`<${name}>${text}</${name}>`);
}

/** JSON within a script element, which ends at the first `</script` and changes its meaning at `<!--`. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function caseScript(view: CaseView, index: number): Markup {
  return html`<script type="application/json" id="case-${index}">
    ${raw(toScriptJson(view))}
  </script> `;
}

function caseDialog({ pipelines }: Ranking): Markup {
  return html`<dialog id="case" aria-labelledby="case-title">
    <div class="bar">
      <h2 id="case-title" data-part="id"></h2>
      <button type="button" class="screen" data-part="previous">Previous</button>
      <button type="button" class="screen" data-part="next">Next</button>
      <button type="button" class="screen" data-part="close">Close</button>
    </div>
    <div class="case-text">
      <p data-part="prompt"></p>
      <p class="soft" data-part="url"></p>
    </div>
    <div role="tablist" aria-label="Pipelines">
      ${pipelines.map(
        (pipeline, index) =>
          html`<button type="button" role="tab" id="tab-${index}" aria-controls="answer">
            ${badge(pipeline)} ${pipeline.name}
          </button>`,
      )}
    </div>
    <div class="sides">
      <div class="side page" data-part="page"></div>
      <div class="side" id="answer" role="tabpanel" tabindex="0" data-part="answer"></div>
    </div>
  </dialog>`;
}

/** The script of the report's page: its parts as text, and a call that starts it. */
export function toReportScript(): string {
  const parts = [createMatrix, createCaseDialog, startReport].map(String);
  return `'use strict';\n${parts.join('\n')}\nstartReport({ createMatrix, createCaseDialog });`;
}

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
  const charts = prices.flatMap((price) => {
    if (price === undefined) return [];
    const points = ranking.pipelines.flatMap(({ number, kind, figures }) => {
      const [own, spent] = [figures[quality.name], figures[price.name]];
      return own === undefined || spent === undefined
        ? []
        : [{ number, kind, quality: own, price: spent }];
    });
    return points.length === 0 ? [] : [{ price, points }];
  });
  if (charts.length === 0) return html``;
  const isAlone = charts.length === 1;
  const drawn = charts.map(({ price, points }) => {
    const draw = (size: 'full' | 'wide' | 'narrow'): Markup =>
      html`<div class="${size}">
        ${raw(drawTradeOff(points, toAxis(quality), toAxis(price), size))}
      </div>`;
    return html`<figure>
      <figcaption>${quality.name} against ${price.name}</figcaption>
      ${isAlone ? draw('full') : ''} ${draw('wide')} ${draw('narrow')}
    </figure>`;
  });
  return html`<section aria-labelledby="trade-off">
    <h2 id="trade-off">Quality and its price</h2>
    <p class="soft">Lines are 95 % intervals over sites. Up and to the left is better.</p>
    <div class="${isAlone ? 'pair alone' : 'pair'}">${drawn}</div>
    <p class="legend">
      ${ranking.pipelines.map((pipeline) => html`<span>${badge(pipeline)} ${pipeline.name}</span>`)}
    </p>
  </section>`;
}

function toAxis({ name, unit }: MetricDescription): {
  readonly label: string;
  readonly unit: MetricDescription['unit'];
} {
  const hasUnit = name.includes(unit) || unit === 'share' || unit === 'count';
  return { label: hasUnit ? name : `${name} (${unit})`, unit };
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
        const bars = pipelines.flatMap(({ number, name, kind, figures }) => {
          const figure = figures[metric.name];
          return figure === undefined ? [] : [{ number, name, isBest: kind === 'best', figure }];
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

/** What the script is made of. */
interface ReportParts {
  createMatrix(open: ((index: number, pipeline: number) => void) | undefined): Matrix;
  createCaseDialog(settings: ReportSettings, requireMatrix: () => Matrix): CaseDialog;
}

/** Part of the report's script: starts it. It uses nothing from module scope. */
export function startReport({ createMatrix, createCaseDialog }: ReportParts): void {
  const settings = JSON.parse(
    document.getElementById('settings')?.textContent ?? '{}',
  ) as ReportSettings;
  const hasCases = document.getElementById('case') !== null;
  const requireMatrix = (): Matrix => matrix;
  const dialog = hasCases ? createCaseDialog(settings, requireMatrix) : undefined;
  const matrix = createMatrix(dialog?.open);
  const places = new Map(
    [...document.querySelectorAll('#matrix tbody tr')].map((row, index) => [
      row.querySelector('th > span')?.textContent,
      index,
    ]),
  );
  for (const button of document.querySelectorAll<HTMLElement>('button[data-case]')) {
    button.addEventListener('click', () => {
      const place = places.get(button.dataset['case']);
      if (place !== undefined) dialog?.open(place, 0);
    });
  }
  // What is folded on the screen belongs on paper.
  let folded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const details of folded) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of folded) details.open = false;
  });
}
