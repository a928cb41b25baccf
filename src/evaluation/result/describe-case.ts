import { readFile } from 'node:fs/promises';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { EvaluationCase } from '../cases/evaluation-case.ts';
import type { CaseDescription } from './evaluation-result.ts';
import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../runtime/plain-json.ts';

/** A case with what results say of it. */
export interface DescribedCase {
  readonly case: EvaluationCase;
  readonly description: CaseDescription;
}

/** A case as results hold it: without its page, of which they know the digest. */
export async function describeCase(evaluationCase: EvaluationCase): Promise<DescribedCase> {
  const { id, site = id, url, prompt, schema, expected, anyOf } = evaluationCase;
  const page = toTextDigest(await readSource(evaluationCase));
  const description = {
    id,
    site,
    url,
    prompt,
    ...(schema === undefined ? {} : { schema }),
    ...(expected === undefined ? {} : { expected }),
    ...(anyOf === undefined ? {} : { anyOf }),
    digest: toDigest({ page, url, prompt, schema, expected, anyOf: anyOf === true }),
  };
  return { case: evaluationCase, description };
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

/** SHA-256 of a JSON value, hex: equal for values that differ in the order of their members only. */
export function toDigest(value: unknown): string {
  return toTextDigest(toCanonicalJson(value));
}

/** SHA-256 of a text in UTF-8, or of bytes, hex. */
export function toTextDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
