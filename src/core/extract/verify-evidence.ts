import { z } from 'zod';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import type { CheckedValue } from '../../extraction/evidence/find-evidence.ts';
import type { CitedEvidence } from '../../runtime/contracts/evidence.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { PageSessions } from '../page-session/create-page-sessions.ts';
import { parseInput } from '../operations/parse-input.ts';
import type { ReadPage } from './extract.ts';

/** A result that carries its evidence: an `ExtractResult`, or the same members of a response over HTTP. */
export interface VerifiableResult {
  readonly result: unknown;
  readonly evidence?: readonly CitedEvidence[] | undefined;
  readonly page?: ReadPage | undefined;
}

/** How the page was read, where the result does not say it. */
export interface VerifyEvidenceOptions {
  /** The page's URL, which its links are relative to. @default that of the result */
  readonly url?: string | undefined;
  /** The `content-type` header that came with the bytes, for their encoding. @default what the bytes say */
  readonly contentType?: string | undefined;
  /** @default that of the result */
  readonly parseMode?: ParseMode | undefined;
  /** @default those of the result */
  readonly includeTags?: readonly string[] | undefined;
  /** @default those of the result */
  readonly excludeTags?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of a result's evidence. */
export interface VerifiedEvidence {
  /** Whether every value has evidence, and all of it is as it was: statuses, places and the whole text at each place. */
  readonly ok: boolean;
  /** In the result's order. */
  readonly values: readonly CheckedValue[];
  /** Sentences for people: what was not looked up because of a limit. */
  readonly warnings: readonly string[];
}

const tags = z.array(z.string()).optional();
const shape = z.object({
  result: z.unknown(),
  evidence: z.array(
    z.looseObject({
      path: z.string(),
      status: z.enum(['supported', 'normalised', 'inferred', 'unsupported']),
    }),
  ),
  url: z.string().refine((url) => URL.canParse(url), 'Expected an absolute URL'),
  contentType: z.string().optional(),
  parseMode: z.enum(['accurate', 'speed']).optional(),
  includeTags: tags,
  excludeTags: tags,
});

/**
 * Looks up again how each value of a result stands on its page, from the bytes or the HTML that was kept. Nothing is fetched, and
 * no model is asked.
 *
 * @throws GleanerError `invalid_request` for a result without evidence or URL.
 */
export async function verifyEvidence(
  html: string | Uint8Array,
  verifiable: VerifiableResult | undefined,
  options: VerifyEvidenceOptions,
  pages: PageSessions,
): Promise<VerifiedEvidence> {
  const { signal = new AbortController().signal, ...given } = options;
  const { result, evidence, page }: Partial<VerifiableResult> = verifiable ?? {};
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const input = { ...page, ...Object.fromEntries(set), result, evidence };
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined || issues.length > 0)
    throw invalidRequest('verify the evidence', issues);
  const { url, contentType = 'text/html', parseMode, includeTags, excludeTags } = fields;
  const session = pages.open(
    { content: html, url, status: 200, headers: { 'content-type': contentType } },
    {
      ...(parseMode === undefined ? {} : { parseMode }),
      includeTags,
      excludeTags,
      keepCollapsed: false,
    },
    signal,
  );
  try {
    // Its members are compared, whatever they are.
    const question = { value: result, evidence: fields.evidence as readonly CitedEvidence[] };
    const values = await session.ask('checkEvidence', question);
    return { ok: values.every(({ ok }) => ok), values, warnings: session.warnings };
  } finally {
    session.close();
  }
}
