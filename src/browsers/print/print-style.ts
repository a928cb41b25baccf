/**
 * How a printed page looks: the page's own styles are made for screens, and are not applied. Words may break only in
 * tables of many columns: one that is too wide makes Chromium shrink the whole document, and in narrower ones `anywhere`
 * breaks short words beside long texts. No `:has`: with it a table of 5,000 rows took 27 s to load instead of .5.
 * The bundled fonts, which hold nothing but their scripts' characters here, come first: behind a font of the machine
 * Chromium does not reach them (156, measured).
 */
export const printStyle = `
html { font: 10.5pt/1.45 "Gleaner Chinese", "Gleaner Korean", "DejaVu Sans Condensed", "Noto Sans", "Arial", sans-serif; color: #1a1a1a; }
body { margin: 0; overflow-wrap: break-word; }
body, td, th, font, center { color: inherit; background: none; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.3em 0 .5em; break-after: avoid; break-inside: avoid; }
h1 { font-size: 19pt; margin-top: 0; } h2 { font-size: 15pt; } h3 { font-size: 12.5pt; } h4, h5, h6 { font-size: 10.5pt; }
p, ul, ol, dl, table, pre, blockquote, figure { margin: 0 0 .8em; orphans: 2; widows: 2; }
li > p, td > p, th > p { margin-bottom: .3em; }
ul ul, ul ol, ol ul, ol ol { margin-bottom: 0; }
dt { font-weight: bold; break-after: avoid; } dd { margin: 0 0 .4em 1.5em; }
a { color: #0b4f9e; text-decoration: underline; overflow-wrap: anywhere; }
blockquote { margin-left: 0; padding-left: 1em; border-left: 2pt solid #bbb; }
pre, code, kbd, samp { font-family: "Gleaner Chinese", "Gleaner Korean", "DejaVu Sans Mono", "Noto Sans Mono", monospace; font-size: 9pt; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; border: .5pt solid #ddd; padding: 6pt; }
table { border-collapse: collapse; font-size: 9.5pt; max-width: 100%; }
th, td { border: .5pt solid #999; padding: 2.5pt 5pt; text-align: start; vertical-align: top; }
th { background: #eee; } caption { text-align: start; font-weight: bold; padding-bottom: 3pt; break-after: avoid; }
table:is([border="0"], [role="presentation"], [role="none"]) > * > tr > td { border: 0; }
tr > :first-child:nth-last-child(n + 9), tr > :first-child:nth-last-child(n + 9) ~ * { font-size: 7.5pt; overflow-wrap: anywhere; min-width: 2.5em; padding: 1.5pt 2.5pt; }
tr > :first-child:nth-last-child(n + 17), tr > :first-child:nth-last-child(n + 17) ~ * { font-size: 5.5pt; }
thead { display: table-header-group; } tfoot { display: table-row-group; } tr { break-inside: avoid; }
img, svg { max-width: 100%; max-height: 230mm; height: auto; break-inside: avoid; }
figcaption, small { font-size: 8.5pt; color: #555; }
hr { border: 0; border-top: .5pt solid #999; margin: 1em 0; }
details::details-content { content-visibility: visible; display: block; }
fieldset { border: .5pt solid #ccc; }
iframe, object, embed, video, audio, canvas, input[type="hidden"] { display: none; }
`;
