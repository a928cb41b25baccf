import { readFile } from 'node:fs/promises';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import { toDigest, toTextDigest } from '../cases/to-digest.ts';
import type { CaseDescription } from './evaluation-result.ts';

/** A case as results hold it: without its page, of which they know the digest. */
export async function describeCase(evaluationCase: EvaluationCase): Promise<CaseDescription> {
  const { id, site = id, url, prompt, schema, expected, anyOf } = evaluationCase;
  const page = toTextDigest(await readSource(evaluationCase));
  return {
    id,
    site,
    url,
    prompt,
    schema,
    ...(expected === undefined ? {} : { expected }),
    anyOf,
    digest: toDigest({ page, url, prompt, schema, expected, anyOf: anyOf === true }),
  };
}

async function readSource({ id, body, cassette }: EvaluationCase): Promise<Uint8Array> {
  if (body !== undefined) return body;
  if (cassette === undefined) {
    throw new TypeError(`Expected the case "${id}" to have a \`body\` or a \`cassette\`.`);
  }
  try {
    return await readFile(cassette);
  } catch (cause) {
    throw new GleanerError('not_found', `Cannot read the cassette of the case "${id}".`, { cause });
  }
}
