import type { Command } from 'commander';
import { draftCases } from '../../evaluation/index.ts';
import { readEnvironment, type JsonSchema } from '../../index.ts';
import { toCount } from '../../errors/to-count.ts';
import { readJsonFile } from '../options/read-named-file.ts';
import type { CommandIo } from '../output/command-io.ts';

interface InitOptions {
  readonly prompt: string;
  readonly schema?: string;
  readonly json?: boolean;
}

/** `gleaner bench init <folder> <url|file...>`. */
export function addBenchInitCommand(bench: Command, io: CommandIo): void {
  bench
    .command('init')
    .description(
      'Make a first data set: keep pages, and draft what is expected of them, to be corrected by hand.',
    )
    .argument('<folder>', 'the data set; cases are added to it')
    .argument('<url|file...>', 'pages: addresses, or HTML files')
    .requiredOption('--prompt <text>', 'what is asked for')
    .option('--schema <file>', 'JSON Schema of the answers')
    .option('--json', 'print one JSON document with the cases')
    .action((folder: string, sources: readonly string[], options: InitOptions) =>
      init(folder, sources, options, io),
    );
}

async function init(
  folder: string,
  sources: readonly string[],
  options: InitOptions,
  io: CommandIo,
): Promise<void> {
  const drafted = await draftCases({
    folder,
    sources,
    prompt: options.prompt,
    gleaner: readEnvironment(io.environment),
    signal: io.signal,
    ...(options.schema === undefined
      ? {}
      : { schema: (await readJsonFile(options.schema, 'schema')) as JsonSchema }),
  });
  if (options.json === true) {
    io.output.write(`${JSON.stringify({ folder, cases: drafted }, undefined, 2)}\n`);
    return;
  }
  for (const { id, source, problem } of drafted) {
    io.output.write(`${id}  ${source}\n`);
    if (problem !== undefined) io.messages.write(`Note: ${id} has no draft. ${problem}\n`);
  }
  io.messages.write(
    `${toCount(drafted.length, 'case')} in ${folder}. Correct \`expected\` in each case.json by hand: the drafts are what Gleaner reads, and not what is right.\n`,
  );
}
