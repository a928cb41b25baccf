import { styleText } from 'node:util';
import { Option, type Command } from 'commander';
import { createGleaner, type Evidence, type ExtractResult } from '../../index.ts';
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
  type PageOptions,
  addPageOptions,
  pageFieldNames,
  printStart,
  readSchema,
  readNamedPage,
  toCallOptions,
} from '../options/page-options.ts';

interface ExtractOptions extends PageOptions, BrowserOptions {
  readonly schema?: string;
  readonly pageComplexity?: 'low' | 'high';
  readonly detailLevel?: 'low' | 'medium' | 'high';
  readonly plainText?: boolean;
  readonly experimental?: boolean;
  readonly evidence?: boolean;
  readonly grounding?: 'report' | 'drop' | 'require';
  readonly unsure?: 'tell' | 'drop' | 'fail';
  readonly models?: 'always' | 'unsure';
}

/** `gleaner extract <url|file|-> <prompt>`. */
export function addExtractCommand(program: Command, io: CommandIo): void {
  const command = program
    .command('extract')
    .description(
      'Extract what the prompt asks for from a page: a URL, a file, or - for standard input.',
    )
    .argument('<url|file|->', 'where the page is')
    .argument('<prompt>', 'what to extract, in plain language')
    .option('--schema <file>', 'JSON Schema that the result must match')
    .addOption(
      new Option('--page-complexity <level>', 'high for busy pages and nested schemas').choices([
        'low',
        'high',
      ]),
    )
    .addOption(
      new Option('--detail-level <level>', 'how exhaustively to fill the result').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--plain-text', 'print text instead of JSON; no schema applies')
    .option('--experimental', 'ask the model only where the page’s structure does not answer')
    .option('--evidence', 'show where in the page each value stands')
    .addOption(
      new Option('--grounding <mode>', 'what becomes of values that are not on the page').choices([
        'report',
        'drop',
        'require',
      ]),
    )
    .addOption(
      new Option('--unsure <mode>', 'what becomes of values that the page does not settle').choices(
        ['tell', 'drop', 'fail'],
      ),
    )
    .addOption(
      new Option(
        '--models <mode>',
        'when the model is asked: for all, or for what the page does not settle',
      ).choices(['always', 'unsure']),
    );
  addBrowserOptions(addPageOptions(command)).action(
    (source: string, prompt: string, options: ExtractOptions) =>
      runExtract(source, prompt, options, io),
  );
}

async function runExtract(
  source: string,
  prompt: string,
  options: ExtractOptions,
  io: CommandIo,
): Promise<void> {
  const { evidence, detailLevel, pageComplexity, experimental, grounding, unsure, models } =
    options;
  const named = await readNamedPage(source, options, io);
  const input = {
    ...named.input,
    prompt,
    schema: await readSchema(options.schema),
    pageComplexity,
    detailLevel,
    plainText: options.plainText ?? false,
    experimental,
    grounding,
    unsure,
    models,
    include: evidence === true ? (['evidence', 'usage'] as const) : (['usage'] as const),
  };
  const gleaner = createGleaner({ ...readEngineOptions(options, io), ...named.engine });
  printStart(source, io);
  try {
    const extraction = await withFieldNames(pageFieldNames(named), () =>
      gleaner.extract(input, toCallOptions(options, io)),
    );
    const warnings = extraction.warnings.map(toCommandText);
    printExtraction({ ...extraction, warnings }, { asJson: options.json === true }, io);
  } finally {
    await gleaner.close();
  }
}

/** The result on `output`; where its values stand, warnings and the price on `messages`. */
function printExtraction(
  extraction: ExtractResult,
  { asJson }: { readonly asJson: boolean },
  io: CommandIo,
): void {
  if (asJson) {
    printResult(extraction, io);
    return;
  }
  const { result } = extraction;
  io.output.write(
    `${typeof result === 'string' ? result : JSON.stringify(result, undefined, 2)}\n`,
  );
  for (const entry of extraction.evidence ?? []) io.messages.write(`${dim(describe(entry), io)}\n`);
  for (const warning of extraction.warnings) io.messages.write(`Note: ${warning}\n`);
  io.messages.write(`${dim(summarise(extraction), io)}\n`);
}

function summarise(extraction: ExtractResult): string {
  const { creditsUsed, latencyMs, usage = [], savedInputTokens = 0 } = extraction;
  const calls = toCount(usage.length, 'model call');
  const saved = savedInputTokens === 0 ? '' : ` · about ${savedInputTokens} tokens saved`;
  return `${toCount(creditsUsed, 'credit')} · ${calls}${saved} · ${latencyMs} ms`;
}

function describe(entry: Evidence): string {
  if (entry.status === 'unsupported') return `${entry.path}  not found in the page`;
  const rule = entry.status === 'supported' ? '' : ` (${entry.status}: ${entry.rule})`;
  if (entry.node === undefined) return `${entry.path} ${rule}`;
  const place = entry.attribute ?? entry.pointer ?? '';
  return `${entry.path}${rule}  ${entry.kind} at ${entry.node}${place === '' ? '' : ` ${place}`}: “${entry.snippet}”`;
}

function dim(text: string, io: CommandIo): string {
  return io.messages.isTTY === true ? styleText('dim', text) : text;
}
