import { availableParallelism } from 'node:os';
import type { Browser } from '../contracts/browser.ts';
import { createBrowserPool } from './browser-pool.ts';
import { launchBrowser } from './launch-browser.ts';
import { printContextOptions, printPdf } from './print-pdf.ts';

export interface ChromiumBrowserOptions {
  /** @default an installed Chrome or Chromium, else the one that Playwright installed */
  readonly executablePath?: string | undefined;
  /** Chromium's own sandbox around what pages do. @default on, unless the process runs as root, where Chromium cannot */
  readonly sandbox?: boolean | undefined;
  /** Contexts (runs, prints) open at once; further ones wait. @default the number of CPU cores */
  readonly maxContexts?: number | undefined;
  /** Milliseconds without work after which the browser ends; the next work starts it again. @default 5_000 */
  readonly idleMs?: number | undefined;
}

/**
 * A Chrome or Chromium of this machine, driven by Playwright. Opens nothing until it is used.
 *
 * @example
 * const gleaner = createGleaner({ browser: chromiumBrowser() });
 */
export function chromiumBrowser(options: ChromiumBrowserOptions = {}): Browser {
  const { executablePath, sandbox, maxContexts, idleMs } = options;
  const pool = createBrowserPool({
    launch: () => launchBrowser({ executablePath, sandbox }),
    maxContexts: maxContexts ?? availableParallelism(),
    idleMs: idleMs ?? 5_000,
  });
  return {
    name: 'chromium',
    printPdf: (request) =>
      pool.withContext(printContextOptions, request.signal, (context, signal) =>
        printPdf(request, context, signal),
      ),
    close: () => pool.close(),
  };
}
