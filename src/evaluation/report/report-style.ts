/** The style sheet of the report: light and dark by the system, one accent, red for what is wrong. */
export const reportStyle = `
:root { color-scheme: light dark; --page: #fff; --raised: #f5f6f8; --ink: #16191d; --soft: #555d66; --line: #e1e4e8;
  --quiet: #68707a; --bar: #b9c1ca; --accent: #0b6460; --on-point: #fff; --bad: #b3261e; --mark: 11 100 96; --wrong: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --page: #121518; --raised: #1b1f24; --ink: #e9ebee; --soft: #a6aeb7; --line: #2c3238;
  --quiet: #8f98a2; --bar: #4b545e; --accent: #5fccc0; --on-point: #121518; --bad: #ff8f86; --mark: 95 204 192; --wrong: #3a1d1b; } }
* { box-sizing: border-box; }
html { background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
  -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 74rem; padding: 2.5rem clamp(1rem, 4vw, 2.5rem) 5rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.6rem, 1.1rem + 2.2vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; font-weight: 650; margin: .2rem 0 .8rem;
  max-width: 26ch; text-wrap: balance; }
h2 { font-size: 1.15rem; letter-spacing: -.01em; font-weight: 650; margin: 0 0 .35rem; }
h3 { font-size: .95rem; font-weight: 650; margin: 1.2rem 0 .4rem; }
p { margin: 0 0 .8rem; max-width: 72ch; }
section { margin-top: 3rem; }
header + section { margin-top: 2rem; }
small, .soft, .meta, .eyebrow { color: var(--soft); }
small, .meta, .legend { font-size: .84rem; }
.eyebrow { margin: 0; font-size: .84rem; font-weight: 600; }
.lead { font-size: 1.05rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; font-weight: 400;
  overflow-wrap: normal; }
thead th { color: var(--soft); font-size: .84rem; vertical-align: bottom; }
tbody tr:last-child > * { border-bottom: 0; }
.number { text-align: right; white-space: nowrap; }
.scroll { overflow-x: auto; }
.scroll td { white-space: nowrap; }
.board th[scope=row] { min-width: 11rem; overflow-wrap: anywhere; }
.board td { white-space: nowrap; }
.board td small { display: block; }
.board strong { font-size: 1.1rem; font-weight: 650; }
.board .best th[scope=row] span:last-of-type { font-weight: 650; }
.range svg { display: block; width: 150px; }
.badge { display: inline-grid; place-items: center; min-width: 1.35rem; height: 1.35rem; padding: 0 .3rem; border-radius: 1rem; font-size: .75rem;
  font-weight: 700; color: var(--on-point); background: var(--quiet); font-variant-numeric: tabular-nums; vertical-align: .08em; }
.badge.best { background: var(--accent); }
.badge.baseline { background: var(--ink); }
.verdict { white-space: nowrap; }
.verdict.better { color: var(--accent); font-weight: 600; }
.verdict.worse { color: var(--bad); font-weight: 600; }
.verdict.no { color: var(--soft); }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; margin-bottom: .3rem; }
figcaption small { font-weight: 400; }
svg.plot { max-width: 100%; height: auto; font-family: inherit; overflow: visible; }
svg.plot text { white-space: pre; }
svg.plot .axis { fill: var(--soft); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.5rem 2.5rem; margin-top: 1rem; }
.narrow, .full { display: none; }
@media (min-width: 62rem) { .alone .full { display: block; } .alone .wide { display: none; } }
@media (max-width: 34rem) { .wide { display: none; } .narrow { display: block; } }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin-top: .8rem; max-width: none; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1.4rem 2.5rem; margin-top: 1rem; }
.fields svg.plot { width: 100%; }
details { border-top: 1px solid var(--line); padding: .6rem 0; }
summary { cursor: pointer; font-weight: 600; }
summary small { font-weight: 400; margin-left: .5rem; }
details > .scroll, details > pre { margin-top: .6rem; }
button, select, input { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--quiet); border-radius: .4rem;
  padding: .25rem .6rem; }
button { cursor: pointer; }
button:hover { background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.flips { margin: .6rem 0 0; max-width: none; }
.flips button { padding: 0 .4rem; border-color: var(--line); font-size: .84rem; }
.tools { display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; margin: .6rem 0; }
.tools output { color: var(--soft); font-size: .84rem; }
.matrix { max-height: 75vh; overflow: auto; border: 1px solid var(--line); border-radius: .5rem; }
.matrix table { width: auto; min-width: 100%; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { padding: .3rem .7rem; }
.matrix thead th { position: sticky; top: 0; background: var(--page); z-index: 1; }
.matrix thead button { border: 0; padding: .2rem; text-align: inherit; font-size: .84rem; }
.matrix th[aria-sort=ascending] button::after { content: " ↑"; }
.matrix th[aria-sort=descending] button::after { content: " ↓"; }
.matrix .name { display: inline-block; max-width: 9rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.matrix tbody th { position: sticky; left: 0; background: var(--page); min-width: 11rem; max-width: 20rem; overflow-wrap: anywhere; }
.matrix td { text-align: right; min-width: 4.5rem; cursor: pointer; border-left: 1px solid var(--page); }
.figures .matrix td { cursor: default; }
.matrix tbody td:focus-visible { outline-offset: -2px; }
.s0 { background: rgb(var(--mark) / .02); } .s1 { background: rgb(var(--mark) / .08); } .s2 { background: rgb(var(--mark) / .15); }
.s3 { background: rgb(var(--mark) / .23); } .s4 { background: rgb(var(--mark) / .34); }
.failed, .error { color: var(--bad); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 1rem; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; }
pre, code { font-family: ui-monospace, "SF Mono", Consolas, monospace; font-size: .84rem; }
pre { background: var(--raised); border-radius: .4rem; padding: .7rem .9rem; margin: 0 0 .8rem; white-space: pre-wrap; overflow: auto;
  max-height: 24rem; }
dialog { width: min(96vw, 90rem); height: 94vh; max-width: none; max-height: none; padding: 0; border: 1px solid var(--line); border-radius: .7rem;
  background: var(--page); color: inherit; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog[open] { display: flex; flex-direction: column; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; padding: .8rem 1.2rem; border-bottom: 1px solid var(--line); }
.bar h2 { margin: 0; flex: 1 1 12rem; }
.case-text { padding: .7rem 1.2rem 0; }
.case-text p { margin: 0 0 .2rem; max-width: none; }
[role=tablist] { display: flex; flex: none; gap: .2rem; overflow-x: auto; padding: .6rem 1.2rem 0; border-bottom: 1px solid var(--line); }
[role=tab] { white-space: nowrap; border: 0; border-bottom: 3px solid transparent; border-radius: 0; padding: .35rem .6rem; }
[role=tab][aria-selected=true] { border-bottom-color: var(--accent); font-weight: 600; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); flex: 1; min-height: 0; }
.side { overflow: auto; padding: 1rem 1.2rem; min-width: 0; }
.side.page { border-right: 1px solid var(--line); padding: 0; display: flex; flex-direction: column; }
.side.page p { margin: .7rem 1.2rem; }
iframe { border: 0; width: 100%; flex: 1; min-height: 16rem; background: transparent; }
.answer { table-layout: fixed; }
.answer th, .answer td { vertical-align: top; overflow-wrap: anywhere; padding-right: .7rem; }
.answer th:first-child { width: 24%; }
.answer td.actual { padding-left: .6rem; }
.answer thead th:last-child { padding-left: .6rem; }
.answer code { font-size: .8rem; }
.answer tr.is-other td.actual, .answer tr.is-extra td.actual, .answer tr.is-missing td.actual { background: var(--raised); }
.answer .state { display: block; font-size: .8rem; color: var(--soft); }
.answer .unsupported { color: var(--bad); font-weight: 600; }
.answer td.actual.is-unsupported { background: var(--wrong); color: var(--bad); }
.answer button { padding: 0 .35rem; font-size: .8rem; border-color: var(--line); }
.facts-line { color: var(--soft); font-size: .84rem; font-variant-numeric: tabular-nums; }
@media (max-width: 52rem) { .sides { display: block; overflow: auto; } .side.page { border-right: 0; border-bottom: 1px solid var(--line); }
  iframe { height: 45vh; } .side { overflow: visible; } dialog { width: 100vw; height: 100dvh; border: 0; border-radius: 0; margin: 0; } }
@media (max-width: 40rem) { .board, .board tbody, .board th, .board td { display: block; } .board thead { display: none; }
  .board tr { display: grid; grid-template-columns: auto auto; gap: .1rem 1rem; justify-content: start; border-bottom: 1px solid var(--line); padding: .7rem 0; }
  .board th, .board td { border: 0; padding: 0; text-align: left; } .board th { grid-column: 1 / -1; } .board td { white-space: normal; }
  .board td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: .84rem; }
  .board td:not([data-label]):not(.range) { grid-column: 1 / -1; } .board td:empty { display: none; } }
@media (max-width: 34rem) { .matrix .name { display: none; } .matrix th, .matrix td { padding: .3rem .5rem; } .matrix td { min-width: 3rem; }
  .matrix tbody th { min-width: 6.5rem; }
  body { padding-top: 1.5rem; } section { margin-top: 2.3rem; } }
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: appear .12s ease-out; } }
@keyframes appear { from { opacity: 0; transform: translateY(.4rem); } }
@media print {
  :root { --page: #fff; --raised: #f5f6f8; --ink: #000; --soft: #444; --line: #ccc; --quiet: #666; --bar: #bbb; --accent: #0b6460; --on-point: #fff;
    --bad: #b3261e; --mark: 11 100 96; color-scheme: light; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  @page { margin: 14mm; }
  html { font-size: 11px; } body { max-width: none; padding: 0; }
  .screen { display: none !important; } .scroll, .matrix { overflow: visible; max-height: none; border: 0; }
  .matrix thead th, .matrix tbody th { position: static; } thead { display: table-header-group; }
  figure, tr, summary { break-inside: avoid; } h2 { break-after: avoid; } section { margin-top: 1.8rem; }
  .wide { display: block; } .narrow { display: none; } .pair { grid-template-columns: 1fr 1fr; } .fields { grid-template-columns: repeat(3, 1fr); }
  .board td { white-space: normal; } pre { max-height: none; }
  body:has(dialog[open]) > :not(dialog) { display: none; }
  dialog[open] { position: static; display: block; width: auto; height: auto; border: 0; } .side { overflow: visible; }
  .sides { display: block; } iframe { height: 170mm; border: 1px solid #ccc; }
}
`;

/** The style sheet of a case's page in its frame: the page has none of its own any more. */
export const previewStyle = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 1rem; overflow-wrap: anywhere; color: #16191d; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: .15rem .4rem; }
.link { text-decoration: underline; text-decoration-color: #8888; }
.picture { border: 1px solid #8886; border-radius: .2rem; padding: 0 .3rem; font-size: .85em; opacity: .75; }
mark { background: none; color: inherit; }
.supported, .normalised, .inferred { background: #ffe58a; color: #16191d; border-radius: .15rem; box-shadow: 0 0 0 2px #ffe58a; }
.inferred { background: #d8e8ff; box-shadow: 0 0 0 2px #d8e8ff; }
.here { outline: 3px solid #0b6460; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { body { color: #e9ebee; } .here { outline-color: #5fccc0; } }
`;
