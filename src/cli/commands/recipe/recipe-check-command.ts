import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { createGleaner, readEnvironment } from '../../../index.ts';
import { toCount } from '../../../errors/to-count.ts';
import { listLostSelectors } from '../../../studio/trial/list-lost-selectors.ts';
import { runTrial } from '../../../studio/trial/run-trial.ts';
import type { TrialEvent, TrialResult } from '../../../studio/trial/trial-event.ts';
import { parseCount } from '../../options/data-options.ts';
import { parseTimeout } from '../../options/page-options.ts';
import { parseVariable } from '../../options/parse-variable.ts';
import { readTextFile } from '../../options/read-named-file.ts';
import type { CommandIo } from '../../output/command-io.ts';
import { toCommandText, withFieldNames } from '../../output/command-words.ts';
import { createProgressLine } from '../../output/create-progress-line.ts';
import { FailedCheck } from '../../output/failed-check.ts';
import { printTrial } from '../../output/print-trial.ts';

interface CheckOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly maxPages?: number;
  readonly pictures?: string;
  readonly allowExpressions?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** `gleaner recipe check <recipe.json>`. */
export function addRecipeCheckCommand(group: Command, io: CommandIo): void {
  group
    .command('check')
    .description(
      'Try a recipe on the live site, up to 3 pages, and count what its selectors match.',
    )
    .argument('<recipe.json>', 'the recipe')
    .option('--var, --variables <name=value>', 'value of a variable (repeatable)', parseVariable)
    .option('--max-pages <number>', 'read at most this many pages (3)', parseCount)
    .option('--pictures <folder>', 'keep a picture of each step there, its element marked')
    .option('--allow-expressions', 'let the recipe run its own code in pages')
    .option('--timeout <seconds>', 'give up after this long (120)', parseTimeout)
    .option('--json', 'print the result as one JSON document')
    .action((file: string, options: CheckOptions) => check(file, options, io));
}

async function check(file: string, options: CheckOptions, io: CommandIo): Promise<void> {
  const recipe = await readTextFile(file, 'recipe');
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
      await mkdir(folder, { recursive: true });
      const written: WrittenPicture[] = [];
      for (const [step, { type, picture }] of last) {
        const numbers = [...step.matchAll(/\/steps\/(\d+)/g)].map(([, index]) => Number(index) + 1);
        const name = `${numbers.map((number) => String(number).padStart(2, '0')).join('.')}-${type}.jpg`;
        const file = path.join(folder, name);
        await writeFile(file, picture);
        written.push({ step, file });
      }
      return written;
    },
  };
}
