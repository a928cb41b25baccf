import type {
  VerifiableResult,
  VerifiedEvidence,
  VerifyEvidenceOptions,
} from '../operations/extract/verify-evidence.ts';

/**
 * Looks up again how each value of a result stands on its page, from the bytes or the HTML that was kept. `result` carries the
 * evidence of `include: ['evidence']`. Nothing is fetched, and no model is asked; the page is read in a thread.
 *
 * @throws GleanerError `invalid_request` for a result without evidence or URL.
 * @example
 * const { ok, values } = await verifyEvidence(html, result);
 */
export async function verifyEvidence(
  html: string | Uint8Array,
  result: VerifiableResult,
  options: VerifyEvidenceOptions = {},
): Promise<VerifiedEvidence> {
  // Loaded by the first call: importing the package opens nothing.
  const [operation, { createPageSessions }] = await Promise.all([
    import('../operations/extract/verify-evidence.ts'),
    import('../page-session/create-page-sessions.ts'),
  ]);
  const pages = createPageSessions({ threads: undefined });
  return operation.verifyEvidence(html, result, options, pages);
}
