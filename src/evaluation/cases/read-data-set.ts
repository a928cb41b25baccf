import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { GleanerError, type Issue, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson, parseJsonText } from '../../runtime/plain-json.ts';
import { parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import { gunzipSync } from 'node:zlib';
import { refuseName } from '../../runtime/errors/option-checks.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import type { EvaluationCase, ReadCase, ReadCasesOptions } from './evaluation-case.ts';
import { readLines } from './read-lines.ts';
import { createReadStream, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';

/** The file of a data set whose pages are listed in one place. */
const indexName = 'index.jsonl';

/** `readCases`, loaded. */
export async function readDataSet(
  folder: string,
  options: ReadCasesOptions,
): Promise<readonly EvaluationCase[]> {
  const kind = await findKind(folder);
  if (kind === undefined) {
    throw new TypeError(`Cannot read the data set "${folder}": there is no such folder.`);
  }
  const faults = createFaults();
  const read = kind === 'index' ? readPageIndex : readCaseFolders;
  const cases = await read(folder, options, faults);
  checkUnique(cases, faults);
  if (faults.issues.length > 0) throw refusal(folder, faults);
  if (cases.length === 0) {
    throw new TypeError(
      `The data set "${folder}" holds no case: expected a folder with a case.json for each, or an ${indexName}.`,
    );
  }
  return cases.map(({ evaluationCase }) => evaluationCase);
}

async function findKind(folder: string): Promise<'index' | 'folders' | undefined> {
  const isFile = await stat(path.join(folder, indexName)).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return 'index';
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? 'folders' : undefined;
}

function checkUnique(cases: readonly ReadCase[], faults: Faults): void {
  const places = new Map<string, string>();
  for (const { place, evaluationCase } of cases) {
    const { id } = evaluationCase;
    const first = places.get(id);
    if (first !== undefined && id !== '') {
      faults.add(place, `The id "${id}" is that of ${first}, too.`);
    }
    places.set(id, first ?? place);
  }
}

/** All of them in the message: a data set is corrected file by file, and not error by error. */
function refusal(folder: string, faults: Faults): GleanerError<'invalid_request'> {
  const lines = faults.issues.map(({ path: place, message }) => `\n  ${place}: ${message}`);
  const more = faults.count - faults.issues.length;
  const rest = more === 0 ? '' : `\n  and ${more} more`;
  const mistakes = toCount(faults.count, 'mistake');
  return new GleanerError(
    'invalid_request',
    `Cannot use the data set "${folder}", which has ${mistakes}:${lines.join('')}${rest}`,
    { details: { issues: faults.issues } },
  );
}

/** The file that describes a case, those that may lie beside it, and what a case's page may be called. */
const caseName = 'case.json';
const besides = ['schema', 'expected'] as const;
const caseMembers = ['id', 'site', 'url', 'prompt', 'schema', 'expected', 'anyOf', 'note'];
const pageNames = ['page.html', 'page.html.gz', 'page.pdf'] as const;
const cassetteName = 'cassette.har';
/** Of a JSON file. */
const maxJsonBytes = 16 * 1_024 * 1_024;

type Refuse = (place: string, message: string) => void;

/**
 * Reads a folder for each case, named after its id: `case.json` with `url`, `site`, `prompt`, `schema`, `expected`, `anyOf`; the
 * schema and the expected answer may be files of their own. Folders without a `case.json` are no cases.
 */
export async function readCaseFolders(
  folder: string,
  options: ReadCasesOptions,
  faults: Faults,
): Promise<readonly ReadCase[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const cases: ReadCase[] = [];
  for (const name of names.toSorted()) {
    if (!existsSync(path.join(folder, name, caseName))) continue;
    const read = await readFolder(folder, name, options, (place, message) =>
      faults.add(place, message),
    );
    if (read !== undefined) cases.push({ place: `${name}/${caseName}`, evaluationCase: read });
  }
  return cases;
}

async function readFolder(
  folder: string,
  name: string,
  options: ReadCasesOptions,
  refuse: Refuse,
): Promise<EvaluationCase | undefined> {
  const own = path.join(folder, name);
  const entry = await readJson(own, caseName, name, refuse);
  if (entry === undefined) return undefined;
  const members: Record<string, unknown> =
    typeof entry.json === 'object' && entry.json !== null && !Array.isArray(entry.json)
      ? { ...entry.json }
      : {};
  for (const beside of besides) {
    if (members[beside] !== undefined || !existsSync(path.join(own, `${beside}.json`))) continue;
    members[beside] = (await readJson(own, `${beside}.json`, name, refuse))?.json;
  }
  const isObject = Object.keys(members).length > 0;
  const place = `${name}/${caseName}`;
  for (const member of Object.keys(members)) {
    if (!caseMembers.includes(member))
      refuse(place, refuseName(`There is no "${member}" in a case`, member, caseMembers));
  }
  const parsed = parseCaseEntry(
    isObject ? members : entry.json,
    { ...options, id: name },
    (message) => refuse(place, message),
  );
  const source = findSource(own);
  if (source === undefined) {
    refuse(place, `The page is missing: put ${pageNames[0]} or ${cassetteName} beside it.`);
    return undefined;
  }
  const found = findInside(own, source);
  if ('fault' in found) {
    refuse(`${name}/${source}`, `It ${found.fault}.`);
    return undefined;
  }
  const { file } = found;
  return source === cassetteName
    ? { ...parsed, cassette: file }
    : {
        ...parsed,
        get body() {
          return readPageFile(file);
        },
      };
}

function findSource(own: string): string | undefined {
  return [...pageNames, cassetteName].find((name) => existsSync(path.join(own, name)));
}

async function readJson(
  own: string,
  file: string,
  name: string,
  refuse: Refuse,
): Promise<{ readonly json: unknown } | undefined> {
  const place = `${name}/${file}`;
  try {
    const full = path.join(own, file);
    if ((await stat(full)).size > maxJsonBytes) {
      refuse(place, `It has more than ${maxJsonBytes / 1_048_576} MB.`);
      return undefined;
    }
    return { json: parseJsonText(await readFile(full, 'utf8')) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    refuse(place, error instanceof SyntaxError ? `No JSON: ${why}.` : `Cannot be read: ${why}.`);
    return undefined;
  }
}

/** Of a line: an expected answer may be as long as its page. */
const maxLine = 16 * 1_024 * 1_024;
const chunkBytes = 1_024 * 1_024;

/**
 * Reads the cases of an `index.jsonl`: one JSON object a line, `{ id, site, url, html, prompt, schema, expected, anyOf }`, where
 * `html` names the page's file, `.html` or `.html.gz`. A line may have other members, too.
 */
async function readPageIndex(
  folder: string,
  options: ReadCasesOptions,
  faults: Faults,
): Promise<readonly ReadCase[]> {
  const cases: ReadCase[] = [];
  const stream = createReadStream(path.join(folder, indexName), { highWaterMark: chunkBytes });
  let number = 0;
  for await (const { bytes } of readLines(stream, { maxBytes: maxLine, what: indexName })) {
    number += 1;
    const line = bytes.toString('utf8');
    if (line.trim() === '') continue;
    const place = `${indexName}:${number}`;
    const read = readLine(line, folder, options, (message) => faults.add(place, message));
    if (read !== undefined) cases.push({ place, evaluationCase: read });
  }
  return cases;
}

function readLine(
  line: string,
  folder: string,
  options: ReadCasesOptions,
  refuse: (message: string) => void,
): ReadCase['evaluationCase'] | undefined {
  let entry: unknown;
  try {
    entry = parseJsonText(line);
  } catch (error) {
    refuse(`No JSON: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
  const parsed = parseCaseEntry(entry, { ...options, url: inventUrl(entry) }, refuse);
  const html: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'html') : undefined;
  if (typeof html !== 'string') {
    refuse('"html" does not name the file of the page.');
    return undefined;
  }
  const found = findInside(folder, html);
  if ('fault' in found) {
    refuse(`The page "${html}" ${found.fault}.`);
    return undefined;
  }
  const { file } = found;
  return {
    ...parsed,
    get body() {
      return readPageFile(file);
    },
  };
}

/** Sets without addresses have pages all the same: links of these lead nowhere. */
function inventUrl(entry: unknown): string {
  const site: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'site') : undefined;
  const host = typeof site === 'string' ? site : 'page';
  const url = `https://${host}.example/`;
  return URL.canParse(url) ? url : 'https://page.example/';
}

/** A case as a file of a data set describes it. */
type CaseEntry = Omit<EvaluationCase, 'body' | 'cassette'>;

/** As deep and as large as the largest answers. */
const limits = { maxDepth: 64, maxNodes: 300_000 } as const;
const maxId = 300;

/**
 * The case that an entry describes; what is wrong with it is given to `refuse`, and some of it may then be missing. `given` is
 * what holds where the entry says nothing.
 */
function parseCaseEntry(
  entry: unknown,
  given: ReadCasesOptions & { readonly id?: string; readonly url?: string },
  refuse: (message: string) => void,
): CaseEntry {
  const { value, issues } = copyPlainJson(entry, limits);
  for (const { path, message } of issues) refuse(`${path} ${message}.`.trim());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (issues.length === 0) refuse('Expected a JSON object.');
    return { id: '', url: '', prompt: '', expected: undefined };
  }
  const members = new Map<string, unknown>(Object.entries(value));
  const anyOf = members.get('anyOf') ?? given.anyOf;
  const schema = members.get('schema') ?? given.schema;
  const entryCase = {
    id: parseText('id', given.id),
    site: members.has('site') ? parseText('site') : undefined,
    url: toUrl(parseText('url', given.url)),
    prompt: parseText('prompt', given.prompt),
    schema: schema === undefined ? undefined : checkSchema(schema),
    expected: members.get('expected'),
    anyOf: anyOf === undefined ? undefined : checkFlag(anyOf),
  };
  if (entryCase.id.length > maxId) refuse(`"id" has more than ${maxId} characters.`);
  if (entryCase.url !== '' && !isHttpUrl(entryCase.url)) {
    refuse(`"url" is no http or https URL: "${entryCase.url.slice(0, 200)}".`);
  }
  return entryCase;

  function parseText(name: string, otherwise?: string): string {
    const text = members.get(name) ?? otherwise;
    if (typeof text === 'string' && text.trim() !== '') return text;
    if (text !== undefined) refuse(`"${name}" is no text, or empty.`);
    else refuse(name === 'prompt' ? noPrompt : `"${name}" is missing.`);
    return '';
  }

  function checkFlag(flag: unknown): boolean {
    if (typeof flag !== 'boolean') refuse('"anyOf" is neither true nor false.');
    return flag === true;
  }

  function checkSchema(candidate: unknown): JsonSchema {
    try {
      parseSchema(candidate);
    } catch (error) {
      if (!isGleanerError(error, 'invalid_request')) throw error;
      for (const { path, message } of error.details.issues) {
        refuse(`"schema" cannot be used: ${path} ${message}.`);
      }
    }
    // Checked above; a case whose schema is refused goes no further.
    return candidate as JsonSchema;
  }
}

const noPrompt = '"prompt" is missing: write it here, or give one for all cases.';

/** Some sets name the site alone. */
function toUrl(text: string): string {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text) ? `https://${text}/` : text;
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Of a page, unpacked. */
const maxPageBytes = 64 * 1_024 * 1_024;

/** The real path of a file inside the folder, or why there is none that may be read. */
function findInside(
  folder: string,
  name: string,
): { readonly file: string } | { readonly fault: string } {
  if (path.isAbsolute(name)) return { fault: 'is not inside the data set' };
  try {
    const root = realpathSync(folder);
    // A link may lead out of the folder, too.
    const file = realpathSync(path.join(root, name));
    if (!file.startsWith(root + path.sep)) return { fault: 'is not inside the data set' };
    const { size } = statSync(file);
    return size > maxPageBytes
      ? { fault: `has more than ${maxPageBytes / 1_048_576} MB` }
      : { file };
  } catch {
    return { fault: 'cannot be read: there is no such file' };
  }
}

/**
 * The bytes of a page's file; `.gz` is unpacked.
 *
 * @throws Error for a file that is gone, no gzip, or larger than 64 MB when it is unpacked.
 */
function readPageFile(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxPageBytes }) : bytes;
}

/** What is wrong with the files of a data set. */
interface Faults {
  /** Takes one down; `place` is a file of the data set, with the line where there is one: `index.jsonl:4`. */
  add(place: string, message: string): void;
  /** In the order in which they were found, the first 200. */
  readonly issues: readonly Issue[];
  readonly count: number;
}

/** Faults that are named; a file of another kind has one a line. */
const maxNamed = 200;

/** A list without faults. */
function createFaults(): Faults {
  const issues: Issue[] = [];
  let count = 0;
  return {
    issues,
    get count() {
      return count;
    },
    add(place, message) {
      count += 1;
      if (issues.length < maxNamed) issues.push({ path: place, message });
    },
  };
}
