import { Option, type Command } from 'commander';
import { createGleaner, type ScrapeFormat, type ScrapeResult } from '../../index.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import type { CommandIo } from '../output/command-io.ts';
import { printResult } from '../output/print-records.ts';
import { toCommandText, withFieldNames } from '../output/command-errors.ts';
import {
  addBrowserOptions,
  readEngineOptions,
  type BrowserOptions,
} from '../options/browser-options.ts';
import {
  addPageOptions,
  checkOutput,
  writeOutput,
  pageFieldNames,
  printStart,
  toCallOptions,
  readNamedPage,
  type PageOptions,
} from '../options/page-options.ts';

interface ScrapeOptions extends PageOptions, BrowserOptions {
  readonly format?: ScrapeFormat;
  readonly output?: string;
  readonly tagTruncate?: boolean;
  readonly extractLinks?: boolean;
  readonly navigation?: 'end' | 'omit' | 'keep';
}

/** `gleaner scrape <url|file|->`. */
export function addScrapeCommand(program: Command, io: CommandIo): void {
  const command = program
    .command('scrape')
    .description('Fetch a page as HTML, Markdown or PDF: a URL, a file, or - for standard input.')
    .argument('<url|file|->', 'where the page is')
    .addOption(
      new Option('--format <format>', 'what the page is turned into')
        .choices(['html', 'markdown', 'pdf'])
        .default('html'),
    )
    .option(
      '-o, --output <file>',
      'write the content to a file instead of standard output; with --json, which then holds the rest',
    )
    .option('--tag-truncate', 'images become their alternative text')
    .addOption(
      new Option(
        '--navigation <place>',
        'where menus and lists of links stand in a PDF (default: end)',
      ).choices(['end', 'omit', 'keep']),
    )
    .option('--extract-links', 'list the page’s links (with --json)');
  addBrowserOptions(addPageOptions(command)).action(
    (source: string, { output, ...options }: ScrapeOptions) =>
      // As with other commands, - is standard output, which is where the content goes anyway.
      runScrape(
        source,
        output === '-' || output === undefined ? options : { ...options, output },
        io,
      ),
  );
}

async function runScrape(source: string, options: ScrapeOptions, io: CommandIo): Promise<void> {
  const { format, output, tagTruncate, extractLinks, navigation, json } = options;
  if (format === 'pdf' && output === undefined && json !== true && io.output.isTTY === true) {
    throw new TypeError(
      'A PDF is no text for a terminal: name a file with -o, or redirect the output.',
    );
  }
  if (extractLinks === true && json !== true) {
    throw new TypeError('Links are listed with --json only: add it, or leave out --extract-links.');
  }
  if (output !== undefined) await checkOutput(output, '-o');
  const named = await readNamedPage(source, options, io);
  const input = {
    ...named.input,
    format,
    tagTruncate,
    extractLinks,
    navigation,
  };
  const gleaner = createGleaner({ ...readEngineOptions(options, io), ...named.engine });
  printStart(source, io);
  try {
    const page = await withFieldNames(pageFieldNames(named), () =>
      gleaner.scrape(input, toCallOptions(options, io)),
    );
    await print({ ...page, warnings: page.warnings.map(toCommandText) }, options, io);
  } finally {
    await gleaner.close();
  }
}

async function print(
  page: ScrapeResult,
  { output, json }: ScrapeOptions,
  io: CommandIo,
): Promise<void> {
  const content = page.pdf ?? page.markdown ?? page.html ?? '';
  if (output !== undefined) await writeOutput(output, content);
  if (json === true) {
    const { pdf: _pdf, markdown: _markdown, html: _html, ...others } = page;
    printResult(output === undefined ? page : others, io);
    return;
  }
  if (output === undefined) {
    io.output.write(content);
    // On a terminal what follows begins on a line of its own; elsewhere the page stays as it is.
    const isOpenLine = typeof content === 'string' && !content.endsWith('\n');
    if (io.output.isTTY === true && isOpenLine) io.output.write('\n');
  }
  for (const warning of page.warnings) io.messages.write(`Note: ${warning}\n`);
  const place = output === undefined ? '' : ` · written to ${output}`;
  io.messages.write(`${toCount(page.creditsUsed, 'credit')} · ${page.latencyMs} ms${place}\n`);
}
