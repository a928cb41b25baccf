import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { EvaluationResult } from '../result/evaluation-result.ts';
import type { CaseView } from './cases/case-view.ts';
import { openCaseViews, type CasePage } from './cases/open-case-views.ts';
import { rankPipelines, type Ranking } from './figures/rank-pipelines.ts';
import { exhibitStyle, reportStyle } from './page/report-style.ts';
import { toReportScript } from './page/to-report-script.ts';
import { chartsSection } from './sections/charts-section.ts';
import { differencesSection, earlierSection } from './sections/differences-section.ts';
import type { Markup } from './sections/markup.ts';
import { matrixSection } from './sections/matrix-section.ts';
import { notesSection } from './sections/notes-section.ts';
import { badge, summarySection } from './sections/summary-section.ts';

/** The report as a page; `pages` is `undefined` where figures alone are wanted. */
export async function renderReport(
  result: EvaluationResult,
  pages: ReadonlyMap<string, CasePage> | undefined,
): Promise<string> {
  const ranking = rankPipelines(result);
  const views = pages === undefined ? [] : await openCaseViews(result, pages);
  const hasCases = pages !== undefined;
  const script = toReportScript();
  const settings = { exhibitStyle };
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
          ${differencesSection(result, ranking, hasCases)} ${earlierSection(result)}
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
  const styles = [reportStyle, exhibitStyle].map(toSource).join(' ');
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
