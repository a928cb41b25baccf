import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Route } from 'playwright-core';
import type { PrintRequest } from '../../contracts/browser.ts';
import { raceSignal } from '../../signals/race-signal.ts';
import { deadProxy } from '../launch/launch-browser.ts';
import { escapeHtml, toPrintDocument, type PrintDocument } from './to-print-document.ts';

/** In a context like this a document can show itself, and nothing else. */
export const printContextOptions: BrowserContextOptions = {
  javaScriptEnabled: false,
  offline: true,
  serviceWorkers: 'block',
  acceptDownloads: false,
  // Of its own, so that a browser started with another proxy prints no less safely.
  proxy: { server: deadProxy },
  locale: 'en-US',
};

/** Requests to it are fulfilled here, from bundled files; `.invalid` names no host (RFC 2606). */
const fontOrigin = 'https://fonts.invalid';
/** For HTML that comes from nowhere. */
const noUrl = 'https://document.invalid/';
/** Runs in our own world, where scripts are on. */
const fontsLoaded = 'document.documentElement.offsetHeight; document.fonts.ready.then(() => true)';
/** Longer URLs would not fit the foot of a page. */
const maxFootUrlLength = 90;

/** Prints in an empty context. All requests of the document are fulfilled here: itself once, fonts, and nothing else. */
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
        // The print was aborted, or the browser is gone: the request has no receiver any more.
      }
    }),
    signal,
  );
  const page = await raceSignal(context.newPage(), signal);
  // No time-outs of Playwright's: the signal is the deadline.
  await raceSignal(page.goto(url, { waitUntil: 'load', timeout: 0 }), signal);
  // Laying the document out asks for the fonts that it needs, which the load event does not wait for.
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

/** The information dictionary is the first object that Chromium writes, with a title of bounded length in it. */
const searchedBytes = 16_384;

/**
 * Blanks the dates of a PDF by Chromium, in place: byte offsets stay as they are, and the same page gives the same bytes.
 * In strings Chromium escapes every parenthesis, so that a title cannot look like a date's entry.
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

/** For scripts that a machine's own fonts often lack; optional packages, as for PDFs made without a browser. */
const fontFiles: ReadonlyMap<string, string> = new Map([
  ['chinese', '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
  ['korean', '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'],
]);

/** The bytes of a bundled font; `undefined` where its package is not installed. */
async function readPrintFont(name: string): Promise<Buffer | undefined> {
  const file = fontFiles.get(name);
  if (file === undefined) return undefined;
  let location: string;
  try {
    location = createRequire(import.meta.url).resolve(file);
  } catch {
    // Optional: the machine's own fonts have to do.
    return undefined;
  }
  return readFile(location);
}
