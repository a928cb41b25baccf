import type { Command } from 'commander';
import { readEnvironment, type GleanerOptions } from '../../index.ts';
import type { CommandIo } from '../output/command-io.ts';

/** Options of every command that may open pages in a browser elsewhere. */
export interface BrowserOptions {
  readonly cdpUrl?: readonly string[] | undefined;
  readonly playwrightUrl?: readonly string[] | undefined;
}

/** Adds them to a command. */
export function addBrowserOptions(command: Command): Command {
  return command
    .option(
      '--cdp-url <url>',
      'open pages in a browser that runs elsewhere, by its DevTools (repeatable; GLEANER_CDP_URL)',
      addUrl,
    )
    .option(
      '--playwright-url <url>',
      'open pages by a Playwright server (repeatable; GLEANER_PLAYWRIGHT_URL)',
      addUrl,
    );
}

/** The browsers, and how many runs work in them at once. */
interface EngineOptions extends BrowserOptions {
  readonly concurrency?: number | undefined;
}

/** The engine's options from the environment; browsers that the command names take the place of those there. */
export function readEngineOptions(
  { concurrency, cdpUrl, playwrightUrl }: EngineOptions,
  { environment }: CommandIo,
): GleanerOptions {
  const { GLEANER_CDP_URL, GLEANER_PLAYWRIGHT_URL, ...rest } = environment;
  const isNamed = cdpUrl !== undefined || playwrightUrl !== undefined;
  const options = isNamed
    ? { ...readEnvironment(rest), browser: { cdpUrl, playwrightUrl } }
    : readEnvironment({ ...rest, GLEANER_CDP_URL, GLEANER_PLAYWRIGHT_URL });
  const { browser } = options;
  const isElsewhere =
    typeof browser === 'object' &&
    !('printPdf' in browser) &&
    (browser.cdpUrl !== undefined || browser.playwrightUrl !== undefined);
  // The cores of this machine are no measure of what a browser on another one can do.
  return isElsewhere && concurrency !== undefined
    ? { ...options, browser: { ...browser, maxContexts: concurrency } }
    : options;
}

/** A URL after those before it. What a URL has to be is said where the browser is made. */
function addUrl(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
