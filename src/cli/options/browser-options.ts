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

/** The engine's options from the environment; browsers that the command names take the place of those there. */
export function readEngineOptions(
  { cdpUrl, playwrightUrl }: BrowserOptions,
  { environment }: CommandIo,
): GleanerOptions {
  if (cdpUrl === undefined && playwrightUrl === undefined) return readEnvironment(environment);
  const { GLEANER_CDP_URL: _cdp, GLEANER_PLAYWRIGHT_URL: _playwright, ...rest } = environment;
  return { ...readEnvironment(rest), browser: { cdpUrl, playwrightUrl } };
}

/** A URL after those before it. What a URL has to be is said where the browser is made. */
function addUrl(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
