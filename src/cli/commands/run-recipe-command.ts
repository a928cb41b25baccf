import { styleText } from 'node:util';
import type { Command } from 'commander';
import {
  applyHealing,
  createGleaner,
  type GleanerOptions,
  type RecipeRun,
  type RunProgress,
} from '../../index.ts';
import type { Cassette } from '../../testing/cassette/cassette.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { type CommandIo, createProgressLine, drawBar } from '../output/command-io.ts';
import { printResult } from '../output/print-records.ts';
import { toCommandText, withFieldNames } from '../output/command-errors.ts';
import {
  addBrowserOptions,
  readEngineOptions,
  type BrowserOptions,
} from '../options/browser-options.ts';
import { parseCount } from '../options/store-options.ts';
import {
  parseHeader,
  parseTimeout,
  parseVariable,
  readJsonFile,
  writeOutput,
} from '../options/page-options.ts';

interface RunOptions extends BrowserOptions {
  readonly var?: Readonly<Record<string, string>>;
  readonly maxPages?: number;
  readonly header?: Readonly<Record<string, string>>;
  readonly stealth?: boolean;
  readonly proxy?: string;
  readonly loadMedia?: boolean;
  readonly allowExpressions?: boolean;
  readonly uploads?: string;
  readonly downloads?: string;
  readonly timeout?: number;
  readonly save?: boolean;
  readonly record?: string;
  readonly json?: boolean;
}

/** `gleaner run <recipe.json|->`. */
export function addRunRecipeCommand(program: Command, io: CommandIo): void {
  const command = program
    .command('run')
    .description('Run a recipe in a real browser: a user flow as Chrome’s Recorder exports it.')
    .argument('<recipe.json|->', 'the recipe; - for standard input')
    .option('--var <name=value>', 'value of a variable (repeatable)', parseVariable)
    .option('--max-pages <number>', 'stop after this many pages', parseCount)
    .option('--header <name: value>', 'send a request header (repeatable)', parseHeader)
    .option('--stealth', 'look like an ordinary visitor')
    .option('--proxy <url>', 'go out through this proxy (http, https or socks5)')
    .option('--load-media', 'load images, fonts and media, too')
    .option('--allow-expressions', 'let the recipe run its own code in pages')
    .option('--uploads <folder>', 'the files that the recipe may choose (GLEANER_UPLOADS)')
    .option('--downloads <folder>', 'keep downloads and screenshots there (GLEANER_DOWNLOADS)')
    .option('--timeout <seconds>', 'give up after this long', parseTimeout)
    .option('--save', 'write what the run learnt, and healed selectors, back to the recipe')
    .option('--record <file>', 'record the pages on a cassette, for stress and for tests')
    .option('--json', 'print one JSON document with the run and what it cost');
  addBrowserOptions(command).action((file: string, options: RunOptions) => run(file, options, io));
}

async function run(file: string, options: RunOptions, io: CommandIo): Promise<void> {
  if (file === '-' && options.save === true) {
    throw new TypeError('--save writes to the file of the recipe: name it in place of -.');
  }
  const recipe = await readJsonFile(file, 'recipe', io);
  const environment = readEngineOptions(options, io);
  const { uploads, downloads } = options;
  const tape = options.record === undefined ? undefined : await record(options.record, environment);
  const gleaner = createGleaner({
    ...environment,
    ...tape?.parts,
    files: {
      ...environment.files,
      ...(uploads === undefined ? {} : { uploads }),
      ...(downloads === undefined ? {} : { downloads }),
    },
  });
  const bar = createProgressLine(io);
  try {
    // A recipe's own `url` is a member of its file, and no argument.
    const ended = await withFieldNames({ url: 'url' }, () =>
      gleaner.runRecipe(recipe, {
        variables: options.var,
        maxPages: options.maxPages,
        headers: options.header,
        stealth: options.stealth,
        proxy: options.proxy,
        loadMedia: options.loadMedia,
        allowExpressions: options.allowExpressions,
        ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1_000 }),
        signal: io.signal,
        onProgress: (progress) => bar.show(describeProgress(progress)),
      }),
    );
    bar.clear();
    if (options.save === true) await save(file, recipe, ended);
    print(ended, options, io);
  } finally {
    bar.clear();
    await gleaner.close();
    await tape?.close();
  }
}

async function record(file: string, environment: GleanerOptions): Promise<Cassette> {
  const { cassette } = await import('../../testing/cassette/cassette.ts');
  const { browser, egress, model } = environment;
  const chromium =
    typeof browser === 'object' && !('printPdf' in browser) ? { chromium: browser } : {};
  return cassette(file, {
    mode: 'record',
    ...chromium,
    ...(egress === undefined ? {} : { egress }),
    ...(model === undefined ? {} : { model }),
  });
}

async function save(file: string, recipe: unknown, run: RecipeRun): Promise<void> {
  await writeOutput(file, `${JSON.stringify(await applyHealing(recipe, run), undefined, 2)}\n`);
}

/** An item a line on `output`, so that other programs can read them; the rest on `messages`. */
function print(run: RecipeRun, { json, save: isSaved }: RunOptions, io: CommandIo): void {
  const { pages, mode, drift } = run.result;
  const warnings = run.result.warnings.map(toCommandText);
  if (json === true) {
    const worded: RecipeRun = { ...run, result: { ...run.result, warnings } };
    printResult(worded, io);
    return;
  }
  for (const { items } of pages) {
    for (const item of items) io.output.write(`${JSON.stringify(item)}\n`);
  }
  for (const { path } of run.files) io.messages.write(`Saved: ${path}\n`);
  for (const warning of warnings) io.messages.write(`Note: ${warning}\n`);
  if (run.healed.length > 0 && isSaved !== true) {
    io.messages.write(
      `Note: --save puts ${toCount(run.healed.length, 'healed selector')} into the recipe.\n`,
    );
  }
  io.messages.write(
    `${toCount(run.pagesExtracted, 'page')} · ${toCount(run.itemsExtracted, 'item')} · ${toCount(run.creditsUsed, 'credit')} · ${mode} · drift ${drift}\n`,
  );
}

function describeProgress({ pages, items, maxPages, step, follow }: RunProgress): string {
  const linked = follow === undefined ? '' : ` ${follow.done} of ${toCount(follow.of, 'link')}`;
  const doing = step === undefined ? '' : styleText('dim', ` · ${step.type}${linked}`);
  return `${drawBar(pages, maxPages)} page ${pages} of at most ${maxPages} · ${toCount(items, 'item')}${doing}`;
}
