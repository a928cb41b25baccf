import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Option, type Command } from 'commander';
import {
  createGleaner,
  readEnvironment,
  type ScrapeFormat,
  type ScrapeResult,
} from '../../index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printResult } from '../output/print-result.ts';
import {
  addPageOptions,
  tellStart,
  toCallOptions,
  toPageInput,
  type PageOptions,
} from '../options/page-options.ts';

interface ScrapeOptions extends PageOptions {
  readonly format?: ScrapeFormat;
  readonly output?: string;
  readonly tagTruncate?: boolean;
  readonly extractLinks?: boolean;
}

/** `gleaner scrape <url|file|->`. */
export function addScrapeCommand(program: Command, io: CommandIo): void {
  const command = program
    .command('scrape')
    .description(
      'Fetch a page as HTML, Markdown or PDF: a URL, an HTML file, or - for standard input.',
    )
    .argument('<url|file|->', 'where the page is')
    .addOption(
      new Option('--format <format>', 'what the page is turned into')
        .choices(['html', 'markdown', 'pdf'])
        .default('html'),
    )
    .option('-o, --output <file>', 'write the content to a file instead of standard output')
    .option('--tag-truncate', 'images become their alternative text')
    .option('--extract-links', 'list the page’s links (with --json)');
  addPageOptions(command).action((source: string, options: ScrapeOptions) =>
    runScrape(source, options, io),
  );
}

async function runScrape(source: string, options: ScrapeOptions, io: CommandIo): Promise<void> {
  const { format, output, tagTruncate, extractLinks, json } = options;
  if (format === 'pdf' && output === undefined && json !== true && io.output.isTTY === true) {
    throw new TypeError(
      'A PDF is no text for a terminal: name a file with -o, or redirect the output.',
    );
  }
  if (extractLinks === true && json !== true) {
    throw new TypeError('Links are listed with --json only: add it, or leave out --extract-links.');
  }
  if (output !== undefined) await checkFolder(output);
  const input = { ...(await toPageInput(source, options, io)), format, tagTruncate, extractLinks };
  const gleaner = createGleaner(readEnvironment(io.environment));
  tellStart(source, io);
  try {
    const page = await gleaner.scrape(input, toCallOptions(options, io));
    await print(page, options, io);
  } finally {
    await gleaner.close();
  }
}

/** Before anything is fetched: a page that cannot be kept would be paid for in vain. */
async function checkFolder(output: string): Promise<void> {
  const folder = path.dirname(output);
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new TypeError(
      `Cannot write to "${output}": the folder "${folder}" is not there, or not yours to write to.`,
      { cause },
    );
  }
}

async function print(
  page: ScrapeResult,
  { output, json }: ScrapeOptions,
  io: CommandIo,
): Promise<void> {
  const content = page.pdf ?? page.markdown ?? page.html ?? '';
  if (output !== undefined) await writeFile(output, content);
  if (json === true) {
    printResult(page, io);
    return;
  }
  if (output === undefined) io.output.write(content);
  for (const warning of page.warnings) io.messages.write(`Note: ${warning}\n`);
  const place = output === undefined ? '' : ` · written to ${output}`;
  const credits = page.creditsUsed === 1 ? '1 credit' : `${page.creditsUsed} credits`;
  io.messages.write(`${credits} · ${page.latencyMs} ms${place}\n`);
}
