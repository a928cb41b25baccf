import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { type Issue, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { copyPlainJson } from '../../runtime/plain-json.ts';
import { parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import type { EvaluationCase, ReadCasesOptions } from './evaluation-case.ts';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A case as a file of a data set describes it. */
type CaseEntry = Omit<EvaluationCase, 'body' | 'cassette'>;

/** As deep and as large as the largest answers. */
const limits = { maxDepth: 64, maxNodes: 300_000 } as const;
const maxId = 300;

/**
 * The case that an entry describes; what is wrong with it is given to `refuse`, and some of it may then be missing. `given` is
 * what holds where the entry says nothing.
 */
export function parseCaseEntry(
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
const maxBytes = 64 * 1_024 * 1_024;

/** The real path of a file inside the folder, or why there is none that may be read. */
export function findInside(
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
    return size > maxBytes ? { fault: `has more than ${maxBytes / 1_048_576} MB` } : { file };
  } catch {
    return { fault: 'cannot be read: there is no such file' };
  }
}

/**
 * The bytes of a page's file; `.gz` is unpacked.
 *
 * @throws Error for a file that is gone, no gzip, or larger than 64 MB when it is unpacked.
 */
export function readPageFile(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes;
}

/** What is wrong with the files of a data set. */
export interface Faults {
  /** Takes one down; `place` is a file of the data set, with the line where there is one: `index.jsonl:4`. */
  add(place: string, message: string): void;
  /** In the order in which they were found, the first 200. */
  readonly issues: readonly Issue[];
  readonly count: number;
}

/** Faults that are named; a file of another kind has one a line. */
const maxNamed = 200;

/** A list without faults. */
export function createFaults(): Faults {
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
