import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createGleaner, readEnvironment, type ExtractInput, type JsonSchema } from '../index.ts';
import type { CommandIo } from './command-io.ts';
import { printExtraction } from './print-extraction.ts';

interface ExtractOptions {
  readonly schema?: string;
  readonly base?: string;
  readonly pageComplexity?: 'low' | 'high';
  readonly detailLevel?: 'low' | 'medium' | 'high';
  readonly parseMode?: 'accurate' | 'speed';
  readonly plainText?: boolean;
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
  readonly reduceContent?: boolean;
  readonly experimental?: boolean;
  readonly header?: Readonly<Record<string, string>>;
  readonly maxAge?: number;
  readonly stealth?: boolean;
  readonly evidence?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** `gleaner extract <url|file|-> <prompt>`. */
export function addExtractCommand(program: Command, io: CommandIo): void {
  program
    .command('extract')
    .description(
      'Extract what the prompt asks for from a page: a URL, an HTML file, or - for standard input.',
    )
    .argument('<url|file|->', 'where the page is')
    .argument('<prompt>', 'what to extract, in plain language')
    .option('--schema <file>', 'JSON Schema that the result must match')
    .option('--base <url>', 'address that a file’s relative links start from')
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
    .addOption(
      new Option('--parse-mode <mode>', 'accurate, or speed for well-formed pages').choices([
        'accurate',
        'speed',
      ]),
    )
    .option('--plain-text', 'print text instead of JSON; no schema applies')
    .option('--include-tags <tags>', 'keep only these tags: main,table', toList)
    .option('--exclude-tags <tags>', 'drop these tags: nav,footer', toList)
    .option('--reduce-content', 'always keep the relevant part only')
    .option('--no-reduce-content', 'never drop content; long pages are read in chunks')
    .option('--experimental', 'ask the model only where the page’s structure does not answer')
    .option('--header <name: value>', 'send a request header (repeatable)', toHeaders)
    .option('--max-age <seconds>', 'accept a cached page younger than this', toSeconds)
    .option('--stealth', 'look like an ordinary visitor (costs 5 credits more)')
    .option('--evidence', 'tell where in the page each value stands')
    .option('--timeout <seconds>', 'give up after this long', toSeconds)
    .option('--json', 'print one JSON document with the result and what it cost')
    .action((source: string, prompt: string, options: ExtractOptions) =>
      runExtract(source, prompt, options, io),
    );
}

async function runExtract(
  source: string,
  prompt: string,
  options: ExtractOptions,
  io: CommandIo,
): Promise<void> {
  const input = await toInput(source, prompt, options, io);
  const gleaner = createGleaner(readEnvironment(io.environment));
  if (io.messages.isTTY === true)
    io.messages.write(`Reading ${source === '-' ? 'standard input' : source} …\n`);
  try {
    const extraction = await gleaner.extract(input, {
      signal: io.signal,
      ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1_000 }),
    });
    printExtraction(extraction, { asJson: options.json === true }, io);
  } finally {
    await gleaner.close();
  }
}

async function toInput(
  source: string,
  prompt: string,
  options: ExtractOptions,
  io: CommandIo,
): Promise<ExtractInput> {
  const shared = {
    prompt,
    ...(options.schema === undefined ? {} : { schema: await readSchema(options.schema) }),
    pageComplexity: options.pageComplexity,
    detailLevel: options.detailLevel,
    parseMode: options.parseMode,
    plainText: options.plainText ?? false,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    reduceContent: options.reduceContent,
    experimental: options.experimental,
    headers: options.header,
    maxAge: options.maxAge,
    stealth: options.stealth,
    include: options.evidence === true ? (['evidence', 'usage'] as const) : (['usage'] as const),
  };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(source)) return { ...shared, url: source };
  const html = source === '-' ? await text(io.input) : await readText(source, 'page');
  return { ...shared, html, url: options.base };
}

async function readSchema(path: string): Promise<JsonSchema> {
  const json = await readText(path, 'schema');
  try {
    return JSON.parse(json) as JsonSchema;
  } catch (cause) {
    throw new TypeError(`The schema file "${path}" is no JSON: ${String(cause)}`, { cause });
  }
}

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new TypeError(
      `Cannot read the ${what} "${path}": ${cause instanceof Error ? cause.message : String(cause)}. ` +
        'Give a URL with https://, a file, or - for standard input.',
      { cause },
    );
  }
}

function toList(value: string): readonly string[] {
  return value.split(',').map((entry) => entry.trim());
}

function toHeaders(
  value: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const colon = value.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('Expected "Name: value".');
  return { ...previous, [value.slice(0, colon).trim()]: value.slice(colon + 1).trim() };
}

function toSeconds(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Expected whole seconds.');
  return Number(value);
}
