import type { JsonSchema } from '../../contracts/extractor.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { copyPlainJson } from '../../schema/copy-plain-json.ts';
import { parseSchema } from '../../schema/parse/parse-schema.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import type { ReadCasesOptions } from './read-cases-options.ts';

/** A case as a file of a data set describes it. */
export type CaseEntry = Omit<EvaluationCase, 'body' | 'cassette'>;

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
