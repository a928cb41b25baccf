import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createGleaner, readEnvironment } from '../../../index.ts';
import { toCount } from '../../../errors/to-count.ts';
import { suggestRecipe } from '../../../studio/suggestion/suggest-recipe.ts';
import { parseTimeout } from '../../options/page-options.ts';
import type { CommandIo } from '../../output/command-io.ts';
import { withFieldNames } from '../../output/command-words.ts';
import { toPlainLine } from '../../output/to-plain-line.ts';

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
    else await writeFile(out, json);
    const fields = Object.keys(Object.assign({}, ...rows) as object);
    io.messages.write(`${toCount(rows.length, 'item')}: ${toPlainLine(fields.join(', '))}\n`);
    io.messages.write(`${toPlainLine(paginationReason ?? 'No way to further pages was found.')}\n`);
  } finally {
    await gleaner.close();
  }
}
