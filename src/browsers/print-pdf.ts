import type { BrowserContext, BrowserContextOptions, Route } from 'playwright-core';
import type { PrintRequest } from '../contracts/browser.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import { raceSignal } from '../signals/race-signal.ts';
import { eraseDates } from './erase-dates.ts';
import { deadProxy } from './launch-browser.ts';
import { readPrintFont } from './read-print-font.ts';
import { escapeHtml, toPrintDocument } from './to-print-document.ts';

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

/** Answered here, from bundled files; `.invalid` names no host (RFC 2606). */
const fontOrigin = 'https://fonts.invalid';
/** For HTML that comes from nowhere. */
const noUrl = 'https://document.invalid/';
/** Longer URLs would not fit the foot of a page. */
const maxFootUrlLength = 90;

/** Prints in an empty context. Every answer the document gets is given here: itself once, fonts, and nothing else. */
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
      if (isServed) return answerFont(route);
      isServed = true;
      return route.fulfill({ status: 200, headers: { ...document.headers }, body: document.body });
    }),
    signal,
  );
  const page = await raceSignal(context.newPage(), signal);
  try {
    // No time-outs of Playwright's: the signal is the deadline.
    await raceSignal(page.goto(url, { waitUntil: 'load', timeout: 0 }), signal);
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
  } catch (cause) {
    signal.throwIfAborted();
    throw new GleanerError(
      'service_unavailable',
      `The browser could not print ${request.html.length} characters of HTML.`,
      { cause },
    );
  }
}

async function answerFont(route: Route): Promise<void> {
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
