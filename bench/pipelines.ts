import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stderr } from 'node:process';
import { Command } from 'commander';
import { createBenchProgress } from '../src/cli/commands/bench-command.ts';
import { printComparison } from '../src/cli/output/print-comparison.ts';
import { comparePipelines, toReport, type EvaluationResult } from '../src/evaluation/index.ts';
import { jsonLdPipeline } from './pipelines/json-ld-pipeline.ts';
import { mainContentPipeline, stubModelPipeline } from './pipelines/gleaner-pipelines.ts';
import { listMaterialCases } from './pipelines/material-cases.ts';
import { defuddlePipeline, readabilityPipeline } from './pipelines/reader-pipelines.ts';
import { toMarkdown } from './pipelines/to-markdown.ts';

const options = new Command('bench:pipelines')
  .description('Pipelines compared over the labelled sets: products, news, recipes.')
  .option('--every <number>', 'every how many cases are taken', Number, 1)
  .option('--outcomes <file>', 'append outcomes as they come, and go on from them')
  .option('--save', 'write bench/results/pipelines.md')
  .option('--report <file>', 'write the report with pages and values')
  .option('--json', 'print the result as one JSON document')
  .parse()
  .opts<{
    every: number;
    outcomes?: string;
    save?: boolean;
    report?: string;
    json?: boolean;
  }>();

const cases = listMaterialCases()?.filter((_, index) => index % options.every === 0);
if (cases === undefined) {
  console.log('skipped: a labelled set is missing (set GLEANER_MATERIAL, see bench/README.md)');
} else {
  const io = { output: process.stdout, messages: stderr };
  const progress = createBenchProgress(io);
  const result = await comparePipelines({
    name: 'labelled pages',
    cases,
    outcomes: options.outcomes,
    onProgress: (state) => progress.show(state),
    pipelines: {
      structure: {},
      'structure, main content': mainContentPipeline(),
      'JSON-LD by hand': jsonLdPipeline,
      'stub, 2k tokens': stubModelPipeline('low'),
      'stub, 4k tokens': stubModelPipeline('medium'),
      'stub, 4k tokens, unsure': stubModelPipeline('medium', 'unsure'),
      'stub, 8k tokens': stubModelPipeline('high'),
      'Readability, stub': readabilityPipeline,
      'Defuddle, stub': defuddlePipeline,
    },
  });
  progress.clear();
  await write(result);
}

async function write(result: EvaluationResult): Promise<void> {
  if (options.json === true) console.log(JSON.stringify(result));
  else printComparison(result, { output: process.stdout, messages: stderr });
  if (options.report !== undefined && cases !== undefined) {
    writeFileSync(options.report, await toReport(result, { pages: cases }));
  }
  if (options.save !== true) return;
  const file = path.join(import.meta.dirname, 'results', 'pipelines.md');
  writeFileSync(file, toMarkdown(result, options.every));
}
