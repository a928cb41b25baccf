import { buffer, text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { GleanerOptions, JsonSchema } from '../../index.ts';
import { readPageFile } from './read-page-file.ts';
import type { CommandIo } from '../output/command-io.ts';
import { existsSync, statSync } from 'node:fs';
import { access, constants, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dropSourceMap } from '../../recipes/format/read-recipe-json.ts';
import { parseJsonText } from '../../runtime/plain-json.ts';
import { describeFault } from '../../runtime/errors/shown-text.ts';

/** Options of every command that reads a page. */
export interface PageOptions {
  readonly base?: string;
  readonly parseMode?: 'accurate' | 'speed';
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
  readonly reduceContent?: boolean;
  readonly header?: Readonly<Record<string, string>>;
  readonly maxAge?: number;
  readonly stealth?: boolean;
  readonly timeout?: number;
  readonly json?: boolean;
}

/** Adds them to a command. */
export function addPageOptions(command: Command): Command {
  return command
    .option('--base <url>', 'address that a file’s relative links start from')
    .addOption(
      new Option('--parse-mode <mode>', 'accurate, or speed for well-formed pages').choices([
        'accurate',
        'speed',
      ]),
    )
    .option('--include-tags <tags>', 'keep only these tags: main,table (repeatable)', addList)
    .option('--exclude-tags <tags>', 'drop these tags: nav,footer (repeatable)', addList)
    .option('--reduce-content', 'keep the relevant part only')
    .option('--no-reduce-content', 'never drop content')
    .option('--header <name: value>', 'send a request header (repeatable)', parseHeader)
    .option('--max-age <seconds>', 'accept a cached page younger than this', parseSeconds)
    .option('--stealth', 'look like an ordinary visitor (costs more)')
    .option('--timeout <seconds>', 'give up after this long', parseTimeout)
    .option('--json', 'print one JSON document with the result and what it cost');
}

/** The page that a command line names. */
interface NamedPage {
  /** Which page, and how it is read, as the fields of an input. */
  readonly input:
    | { readonly url: string; readonly html?: undefined }
    | { readonly html: string; readonly url: string | undefined };
  /** What the engine needs besides, to read it. */
  readonly engine: Pick<GleanerOptions, 'fetcher'>;
}

/** Reads the page that a command line names where it is a file or standard input. */
export async function readNamedPage(
  source: string,
  options: PageOptions,
  io: CommandIo,
): Promise<NamedPage> {
  const { base, header: headers, maxAge, stealth } = options;
  const shared = {
    parseMode: options.parseMode,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    reduceContent: options.reduceContent,
    headers,
    maxAge,
    stealth,
  };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    if (base === undefined) return { input: { ...shared, url: source }, engine: {} };
    throw new TypeError(
      '--base is the address of a file: a page that is fetched has its own. Leave it out.',
    );
  }
  const bytes = source === '-' ? await buffer(io.input) : await readSourceFile(source);
  const file = readPageFile(bytes, source, base);
  if ('html' in file) return { input: { ...shared, html: file.html, url: base }, engine: {} };
  if (base !== undefined && !URL.canParse(base)) {
    throw new TypeError('--base: Expected an absolute URL as the base of the page’s links.');
  }
  // The engine says why a page that is here takes no options of fetching.
  if (headers !== undefined || maxAge !== undefined || stealth === true) {
    return { input: { ...shared, html: '', url: base }, engine: {} };
  }
  return { input: { ...shared, url: file.url }, engine: { fetcher: file.fetcher } };
}

async function readSourceFile(source: string): Promise<Buffer> {
  try {
    return await readNamedFile(source, 'page');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(
      `${error.message} Give a URL with https://, a file, or - for standard input.`,
      { cause: error },
    );
  }
}

/** Names of fields that depend on the page's source: a file's URL is its base. */
export function pageFieldNames({ input }: NamedPage): Readonly<Record<string, string>> {
  return input.html === undefined ? {} : { url: '--base' };
}

/** The part of a call's options that comes from the command line. */
export function toCallOptions(
  { timeout }: PageOptions,
  { signal }: CommandIo,
): { readonly signal: AbortSignal; readonly timeoutMs?: number } {
  return { signal, ...(timeout === undefined ? {} : { timeoutMs: timeout * 1_000 }) };
}

/** Writes which page is being read, on a terminal. */
export function printStart(source: string, { messages }: CommandIo): void {
  if (messages.isTTY !== true) return;
  messages.write(`Reading ${source === '-' ? 'standard input' : source} …\n`);
}

/** A list added to those before it. */
function addList(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(',').map((entry) => entry.trim())];
}

/** A `Name: value` added to those before it. */
export function parseHeader(
  value: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const colon = value.indexOf(':');
  if (colon < 1) throw new InvalidArgumentError('Expected "Name: value".');
  return { ...previous, [value.slice(0, colon).trim()]: value.slice(colon + 1).trim() };
}

/** Whole seconds. */
function parseSeconds(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Expected whole seconds.');
  return Number(value);
}

/** Whole seconds above 0: a call takes some time. */
export function parseTimeout(value: string): number {
  if (!/^0*[1-9]\d*$/.test(value)) {
    throw new InvalidArgumentError('Expected whole seconds above 0.');
  }
  return Number(value);
}

/** A TCP port; 0 lets the system pick one. */
export function parsePort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Infinity;
  if (port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}

/** A number from 0 on, e.g. of money. */
export function parseAmount(value: string): number {
  if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(value)) {
    throw new InvalidArgumentError('Expected a number from 0 on, e.g. 2.50.');
  }
  return Number(value);
}

/** Reads one more `name=value`. */
export function parseVariable(
  value: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const equals = value.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...previous, [value.slice(0, equals)]: value.slice(equals + 1) };
}

/** Reads a file that the command line names. Throws a `TypeError` with the reason where it cannot be read; `what` is e.g. `page`. */
export async function readNamedFile(file: string, what: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new TypeError(`Cannot read the ${what} "${file}": ${describeFault(cause)}.`, { cause });
  }
}

/** Reads a text file in UTF-8; with `io`, `-` is standard input. Throws a `TypeError` as `readNamedFile` does. */
export async function readTextFile(
  path: string,
  what: string,
  io?: Pick<CommandIo, 'input'>,
): Promise<string> {
  if (path === '-' && io !== undefined) return text(io.input);
  return (await readNamedFile(path, what)).toString('utf8');
}

/** Reads a JSON file; with `io`, `-` is standard input. Throws a `TypeError`, also where the file holds something else, or JSON stands in place of its name. */
export async function readJsonFile(
  path: string,
  what: string,
  io?: Pick<CommandIo, 'input'>,
): Promise<unknown> {
  if (/^\s*[{[]/.test(path) && !existsSync(path)) {
    throw new TypeError(
      `Expected the name of a file for the ${what}, got JSON: write it to a file and name that.`,
    );
  }
  const json = await readTextFile(path, what, io);
  try {
    return parseJsonText(what === 'recipe' ? dropSourceMap(json) : json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const named = path === '-' ? 'on standard input' : `"${path}"`;
    throw new TypeError(`The ${what} ${named} is no JSON: ${reason}.`, { cause });
  }
}

/** The schema in a file; `undefined` where none is named. */
export async function readSchema(file: string | undefined): Promise<JsonSchema | undefined> {
  return file === undefined ? undefined : ((await readJsonFile(file, 'schema')) as JsonSchema);
}

/** Throws a `TypeError` where the file that `option` names cannot be written. Called before anything is spent. */
export async function checkOutput(file: string, option: string): Promise<void> {
  if (file === '') throw new TypeError(`Expected the name of a file with ${option}, got "".`);
  const folder = path.dirname(file);
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new TypeError(
      `Cannot write to "${file}": the folder "${folder}" does not exist, or this user may not write to it. Name another file with ${option}.`,
      { cause },
    );
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new TypeError(`Cannot write to "${file}": it is a folder. Name a file with ${option}.`);
  }
}

/** Writes a file that the command line names. Throws why it cannot be written, which is no wrong usage: the work is done. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (cause) {
    throw new Error(`Cannot write to "${file}": ${describeFault(cause)}.`, { cause });
  }
}
