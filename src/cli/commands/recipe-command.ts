import path from 'node:path';
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { createGleaner, readEnvironment } from '../../index.ts';
import { makeFolder } from '../../runtime/make-folder.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { suggestRecipe } from '../../studio/suggest-recipe.ts';
import { type LostSelector, listLostSelectors, runTrial } from '../../studio/trial/run-trial.ts';
import type { TrialEvent, TrialResult, TrialStep } from '../../studio/trial/trial-event.ts';
import {
  checkOutput,
  parseTimeout,
  parseVariable,
  readJsonFile,
  writeOutput,
} from '../options/page-options.ts';
import { parseCount } from '../options/store-options.ts';
import { FailedCheck, toCommandText, withFieldNames } from '../output/command-errors.ts';
import { type CommandIo, createProgressLine } from '../output/command-io.ts';
import { toPlainLine } from '../output/print-records.ts';

interface DraftOptions {
  readonly out?: string;
  readonly timeout?: number;
}

/** `gleaner recipe draft <url> [prompt]`. */
export function addRecipeDraftCommand(group: Command, io: CommandIo): void {
  group
    .command('draft')
    .description(
      'Write a recipe for a page without a model: its list and its pagination, to start from.',
    )
    .argument('<url>', 'the first page')
    .argument(
      '[prompt]',
      'what is wanted, in plain language: chooses between the lists of the page',
    )
    .option('--out <file>', 'write the recipe there and not to standard output')
    .option('--timeout <seconds>', 'give up after this long (120)', parseTimeout)
    .action((url: string, prompt: string | undefined, options: DraftOptions) =>
      draft({ url, prompt }, options, io),
    );
}

async function draft(
  input: { readonly url: string; readonly prompt: string | undefined },
  { out, timeout }: DraftOptions,
  io: CommandIo,
): Promise<void> {
  if (out !== undefined) await checkOutput(out, '--out');
  const gleaner = createGleaner(readEnvironment(io.environment));
  try {
    const { recipe, rows, paginationReason } = await withFieldNames({}, () =>
      suggestRecipe(gleaner, {
        ...input,
        ...(timeout === undefined ? {} : { timeoutMs: timeout * 1_000 }),
        signal: io.signal,
      }),
    );
    const json = `${JSON.stringify(recipe, undefined, 2)}\n`;
    if (out === undefined) io.output.write(json);
    else await writeOutput(out, json);
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    io.messages.write(`${toCount(rows.length, 'item')}: ${toPlainLine(fields.join(', '))}\n`);
    io.messages.write(`${toPlainLine(paginationReason ?? 'No way to further pages was found.')}\n`);
  } finally {
    await gleaner.close();
  }
}

interface CheckOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly maxPages?: number;
  readonly pictures?: string;
  readonly allowExpressions?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** `gleaner recipe check <recipe.json|->`. */
export function addRecipeCheckCommand(group: Command, io: CommandIo): void {
  group
    .command('check')
    .description(
      'Try a recipe on the live site, up to 3 pages, and count what its selectors match.',
    )
    .argument('<recipe.json|->', 'the recipe; - for standard input')
    .option('--var, --variables <name=value>', 'value of a variable (repeatable)', parseVariable)
    .option('--max-pages <number>', 'read at most this many pages (3)', parseCount)
    .option('--pictures <folder>', 'keep a picture of each step there, its element marked')
    .option('--allow-expressions', 'let the recipe run its own code in pages')
    .option('--timeout <seconds>', 'give up after this long (120)', parseTimeout)
    .option('--json', 'print the result as one JSON document')
    .action((file: string, options: CheckOptions) => check(file, options, io));
}

async function check(file: string, options: CheckOptions, io: CommandIo): Promise<void> {
  const recipe = await readJsonFile(file, 'recipe', io);
  const gleaner = createGleaner(readEnvironment(io.environment));
  const progress = createProgressLine(io);
  const pictures = createPictures(options.pictures);
  try {
    const tried = await withFieldNames({ url: 'url' }, () =>
      runTrial(gleaner, recipe, {
        variables: options.variables,
        maxPages: options.maxPages,
        allowExpressions: options.allowExpressions,
        ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1_000 }),
        signal: io.signal,
        onEvent(event) {
          pictures.take(event);
          if (event.event === 'step_begun') progress.show(`${event.path} ${event.type}`);
        },
      }),
    );
    progress.clear();
    const files = await pictures.write();
    const result = { ...tried, warnings: tried.warnings.map(toCommandText) };
    const lost = listLostSelectors(result);
    if (options.json === true) {
      const document = { ...result, lostSelectors: lost, pictures: files };
      io.output.write(`${JSON.stringify(document, undefined, 2)}\n`);
    } else printTrial({ result, lost, files }, io);
    judge(result, lost.length);
  } finally {
    progress.clear();
    await gleaner.close();
  }
}

function judge({ failure }: TrialResult, lost: number): void {
  if (failure !== undefined) throw new FailedCheck(toCommandText(failure.message));
  if (lost > 0) throw new FailedCheck(`${toCount(lost, 'selector')} found nothing.`);
}

/** A picture that was written: where, and which step it shows. */
interface WrittenPicture {
  readonly step: string;
  readonly file: string;
}

interface Pictures {
  take(event: TrialEvent): void;
  write(): Promise<readonly WrittenPicture[]>;
}

/** The last picture of each step; of one that failed, its page at that moment. */
function createPictures(folder: string | undefined): Pictures {
  const last = new Map<string, { readonly type: string; readonly picture: Uint8Array }>();
  return {
    take(event) {
      if (folder === undefined || event.event !== 'step_seen' || event.picture === undefined)
        return;
      last.set(event.path, { type: event.type, picture: event.picture });
    },
    async write() {
      if (folder === undefined) return [];
      makeFolder(folder);
      const written: WrittenPicture[] = [];
      for (const [step, { type, picture }] of last) {
        const numbers = [...step.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
        const name = `${numbers.map((number) => String(number).padStart(2, '0')).join('.')}-${type}.jpg`;
        const file = path.join(folder, name);
        await writeOutput(file, picture);
        written.push({ step, file });
      }
      return written;
    },
  };
}

interface PrintedTrial {
  readonly result: TrialResult;
  readonly lost: readonly LostSelector[];
  readonly files: readonly { readonly file: string }[];
}

/** Prints a trial: a line for each step and for each of its selectors on `output`, the rest on `messages`. */
function printTrial({ result, lost, files }: PrintedTrial, io: CommandIo): void {
  const { steps, warnings, drift, pages, itemsExtracted, durationMs } = result;
  for (const step of steps) printStep(step, io);
  for (const { file } of files) io.messages.write(`Saved: ${file}\n`);
  for (const warning of warnings) io.messages.write(`Note: ${toPlainLine(warning)}\n`);
  for (const explanation of drift?.explanations ?? []) {
    io.messages.write(`Drift: ${toPlainLine(explanation)}\n`);
  }
  for (const { place, selector } of lost) {
    io.messages.write(`Found nothing: ${place}: ${toPlainLine(selector)}\n`);
  }
  const moved = drift === undefined ? '' : ` · ${drift.mode} · drift ${drift.drift}`;
  io.messages.write(
    `${toCount(pages.length, 'page')} · ${toCount(itemsExtracted, 'item')} · ${(durationMs / 1_000).toFixed(1)} s${moved}\n`,
  );
}

const words: Readonly<Record<TrialStep['outcome'], string>> = {
  done: 'done',
  left_out: 'left out',
  failed: 'failed',
  not_reached: 'not reached',
};

/** `/steps/5/parameters/steps/0` is 6.1. */
function printStep(step: TrialStep, io: CommandIo): void {
  const numbers = [...step.path.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
  const time = step.outcome === 'not_reached' ? '' : `  ${step.durationMs} ms`;
  io.output.write(
    `${numbers.join('.').padEnd(5)} ${step.type.padEnd(14)} ${words[step.outcome]}${time}\n`,
  );
  for (const { path, selectors } of step.targets) {
    const name = /\/fields\/([^/]+)\/selectors$/.exec(path)?.[1] ?? '';
    for (const { selector, count } of selectors) {
      const written = toPlainLine([selector].flat().join(' >> '));
      const line = `      ${String(count).padStart(4)} × ${name === '' ? '' : `${name}: `}${written}`;
      io.output.write(`${count === 0 ? mark(line, io) : line}\n`);
    }
  }
  for (const { description, selectors } of step.nearest) {
    const [first] = selectors;
    const instead = first === undefined ? '' : ` · ${[first].flat().join(' >> ')}`;
    io.output.write(`      would do: ${toPlainLine(description + instead)}\n`);
  }
}

function mark(line: string, { output }: CommandIo): string {
  return output.isTTY === true ? styleText('red', line) : line;
}
