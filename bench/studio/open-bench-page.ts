import { type Browser, type BrowserContext, type Page, selectors } from 'playwright-core';
import { callFrame, registerEngine } from '../../src/browser/call-page.ts';
import type { AskPage } from '../../src/studio/picking/list-draft.ts';

/** A page of a set as a browser shows it, and how our operations are called in it. */
export interface BenchPage extends AsyncDisposable {
  readonly page: Page;
  readonly ask: AskPage;
}

/** Milliseconds that one question may take. */
const timeoutMs = 30_000;

/**
 * Sets a page into Chromium under its own address, without scripts; every request but the page's own is refused. Without
 * `html` the page is loaded, with its scripts.
 */
export async function openBenchPage(
  browser: Browser,
  { url, html }: { readonly url: string; readonly html: string | undefined },
): Promise<BenchPage> {
  await registerEngine(selectors);
  const context = await browser.newContext({
    javaScriptEnabled: html === undefined,
    viewport: { width: 1_280, height: 900 },
  });
  const page = await context.newPage();
  if (html !== undefined) await answerOnce(context, html);
  await page.goto(url, { waitUntil: html === undefined ? 'networkidle' : 'domcontentloaded' });
  return {
    page,
    ask: (name, input) =>
      callFrame(page.mainFrame(), name, input, {
        signal: AbortSignal.timeout(timeoutMs),
        timeoutMs,
      }),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function answerOnce(context: BrowserContext, body: string): Promise<void> {
  let isAnswered = false;
  await context.route('**/*', async (route) => {
    if (isAnswered) return route.abort();
    isAnswered = true;
    return route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
  });
}
