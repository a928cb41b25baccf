import type { Browser } from 'gleaner';

/** What a browser did, and how long it took. */
export interface BrowserTask {
  readonly task: 'printPdf' | 'renderPage' | 'replay';
  readonly url: string | undefined;
  readonly durationMs: number;
  readonly succeeded: boolean;
}

/**
 * Reports each task of another browser once it has ended.
 *
 * `createGleaner({ browser: measuredBrowser(chromiumBrowser(), console.log) })`
 */
export function measuredBrowser(browser: Browser, report: (task: BrowserTask) => void): Browser {
  async function measure<Result>(
    task: BrowserTask['task'],
    url: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const startedMs = performance.now();
    let succeeded = false;
    try {
      const result = await work();
      succeeded = true;
      return result;
    } finally {
      report({ task, url, durationMs: performance.now() - startedMs, succeeded });
    }
  }

  return {
    name: browser.name,
    printPdf: (request) => measure('printPdf', request.url, () => browser.printPdf(request)),
    renderPage: (request) => measure('renderPage', request.url, () => browser.renderPage(request)),
    replay: (request) => measure('replay', undefined, () => browser.replay(request)),
  };
}
