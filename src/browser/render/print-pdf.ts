import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Route } from 'playwright-core';
import type { PrintRequest } from '../../runtime/contracts/browser.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import { deadProxy } from '../launch/launch-browser.ts';

/** Context in which a document is only shown: no scripts, no network, no downloads. */
export const printContextOptions: BrowserContextOptions = {
  javaScriptEnabled: false,
  offline: true,
  serviceWorkers: 'block',
  acceptDownloads: false,
  // Set per context, so that printing is also safe in a browser started with another proxy.
  proxy: { server: deadProxy },
  locale: 'en-US',
};

/** Requests to this origin are fulfilled here, from bundled files; `.invalid` names no host (RFC 2606). */
const fontOrigin = 'https://fonts.invalid';
/** The URL of a document that has no URL. */
const noUrl = 'https://document.invalid/';
/** Runs in our isolated world, where scripts are enabled. */
const fontsLoaded = 'document.documentElement.offsetHeight; document.fonts.ready.then(() => true)';
/** Characters; longer URLs do not fit the footer of a page. */
const maxFootUrlLength = 90;

/**
 * Prints a document in an empty context and returns the PDF. Only the document, once, and bundled fonts are served;
 * all other requests fail.
 */
export async function printPdf(
  request: PrintRequest,
  context: BrowserContext,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = /^https?:/i.test(request.url) ? request.url : noUrl;
  const document = toPrintDocument(request, fontOrigin);
  let isServed = false;
  await raceSignal(
    context.route('**', async (route) => {
      const isFirst = !isServed;
      isServed = true;
      try {
        await (isFirst ? fulfillDocument(route, document) : fulfillFont(route));
      } catch {
        // The print was aborted or the browser was lost: the request no longer needs a response.
      }
    }),
    signal,
  );
  const page = await raceSignal(context.newPage(), signal);
  // Playwright's time-outs are off: the signal is the deadline.
  await raceSignal(page.goto(url, { waitUntil: 'load', timeout: 0 }), signal);
  // Layout requests the fonts that the document needs; the load event does not wait for them.
  await raceSignal(page.evaluate(fontsLoaded), signal);
  const pdf = await raceSignal(
    page.pdf({
      format: 'A4',
      margin: { top: '18mm', bottom: '20mm', left: '18mm', right: '18mm' },
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: toFoot(url),
      tagged: true,
      outline: true,
    }),
    signal,
  );
  eraseDates(pdf);
  return pdf;
}

async function fulfillDocument(route: Route, { headers, body }: PrintDocument): Promise<void> {
  await route.fulfill({ status: 200, headers: { ...headers }, body });
}

async function fulfillFont(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const font = url.origin === fontOrigin ? await readPrintFont(url.pathname.slice(1)) : undefined;
  if (font === undefined) await route.abort('aborted');
  else {
    await route.fulfill({
      body: font,
      headers: { 'content-type': 'font/ttf', 'access-control-allow-origin': '*' },
    });
  }
}

function toFoot(url: string): string {
  const shown = url.length > maxFootUrlLength ? `${url.slice(0, maxFootUrlLength)}…` : url;
  return `<div style="width: 100%; margin: 0 18mm; font: 7pt sans-serif; color: #666; display: flex; justify-content: space-between">
<span>${url === noUrl ? '' : escapeHtml(shown)}</span>
<span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;
}

/** Bytes searched for dates: Chromium writes the information dictionary first, and its title has a bounded length. */
const searchedBytes = 16_384;

/**
 * Overwrites the dates of a PDF by Chromium in place: byte offsets stay valid, and the same page gives the same bytes.
 * Chromium escapes every parenthesis in strings, so a title cannot look like a date entry.
 */
function eraseDates(pdf: Uint8Array): void {
  const head = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.byteLength, searchedBytes));
  const text = head.toString('latin1');
  for (const { 0: entry, index } of text.matchAll(
    /\/(?:CreationDate|ModDate) \(D:[^()]{0,40}\)/g,
  )) {
    head.fill(' ', index, index + entry.length);
  }
}

/** Fonts for scripts that a machine's fonts often lack, from optional packages, as for PDFs made without a browser. */
const fontFiles: ReadonlyMap<string, string> = new Map([
  ['chinese', '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
  ['korean', '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'],
]);

/** Returns the bytes of a bundled font; `undefined` when its package is not installed. */
async function readPrintFont(name: string): Promise<Buffer | undefined> {
  const file = fontFiles.get(name);
  if (file === undefined) return undefined;
  let location: string;
  try {
    location = createRequire(import.meta.url).resolve(file);
  } catch {
    // The package is optional: without it the browser uses the machine's fonts.
    return undefined;
  }
  return readFile(location);
}

/** The HTML and headers of the document to print, as a server would send them. */
interface PrintDocument {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Characters; longer titles are cut, since viewers show the title in their window bar. */
const maxTitleLength = 300;

/**
 * Returns the document with our head before it. The HTML algorithm ignores a second doctype and head, keeps the first
 * title, and merges the attributes of `html` and `body`, so that the page's own markup needs no change.
 */
function toPrintDocument(request: PrintRequest, fontOrigin: string): PrintDocument {
  const { html, url, language } = request;
  const title = request.title === undefined || request.title === '' ? undefined : request.title;
  const style = `${printStyle}${fontFaces(fontOrigin)}`;
  const head = [
    '<!doctype html>',
    // Without a language the browser would write its own into the PDF.
    `<html lang="${escapeHtml(language === undefined || language === '' ? 'und' : language)}">`,
    '<head><meta charset="utf-8">',
    `<title>${escapeHtml((title ?? url).slice(0, maxTitleLength))}</title>`,
    `<style>${style}</style></head>`,
  ];
  // A page without an `<h1>` gets its title as the first heading.
  const heading =
    title === undefined || /<h1[\s>]/i.test(html) ? '' : `<h1>${escapeHtml(title)}</h1>`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(style, fontOrigin),
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    },
    body: `${head.join('')}${heading}${html}`,
  };
}

/**
 * Returns the content security policy. `sandbox` disables scripts, forms, pop-ups and `meta` refreshes; the page's
 * own styles match no hash.
 */
function contentSecurityPolicy(style: string, fontOrigin: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    'sandbox',
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${hash}'`,
    `font-src ${fontOrigin}`,
    "form-action 'none'",
  ].join('; ');
}

/** Returns `@font-face` rules; a font is loaded only when a character needs it. */
function fontFaces(origin: string): string {
  return `
@font-face { font-family: "Gleaner Chinese"; src: local("Noto Sans CJK SC"), local("Noto Sans CJK JP"), local("PingFang SC"), local("Microsoft YaHei"), url("${origin}/chinese"); unicode-range: U+2E80-2FDF, U+3000-312F, U+31A0-31BF, U+31F0-31FF, U+3400-4DBF, U+4E00-9FFF, U+F900-FAFF, U+FE30-FE4F, U+FF00-FFEF, U+20000-2FA1F; }
@font-face { font-family: "Gleaner Korean"; src: local("Noto Sans CJK KR"), local("Apple SD Gothic Neo"), local("Malgun Gothic"), url("${origin}/korean"); unicode-range: U+1100-11FF, U+3130-318F, U+A960-A97F, U+AC00-D7FF; }
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Styles of a printed page; the page's own styles are made for screens and are not applied. Words may break only in
 * tables of many columns: a table that is too wide makes Chromium shrink the whole document, and in narrower tables
 * `anywhere` breaks short words beside long texts. No `:has`: with it a table of 5,000 rows took 27 s to load instead
 * of .5. The bundled fonts, limited here to the characters of their scripts, come first: behind a font of the machine
 * Chromium does not use them (version 156, measured).
 */
const printStyle = `
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
figure { break-inside: avoid; }
figcaption, small { font-size: 8.5pt; color: #555; }
hr { border: 0; border-top: .5pt solid #999; margin: 1em 0; }
details::details-content { content-visibility: visible; display: block; }
fieldset { border: .5pt solid #ccc; }
iframe, object, embed, video, audio, canvas, input[type="hidden"] { display: none; }
`;
