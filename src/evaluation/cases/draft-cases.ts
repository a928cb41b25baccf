import { loadOnce } from '../../signals/load-once.ts';
import type { JsonSchema } from '../../contracts/extractor.ts';
import type { GleanerOptions } from '../../engine/gleaner-options.ts';

export interface DraftCasesInput {
  /** The data set: made where it is missing; its cases are kept. */
  readonly folder: string;
  /** Addresses, and paths of HTML files. */
  readonly sources: readonly string[];
  /** What is wanted of each page, in plain language. */
  readonly prompt: string;
  readonly schema?: JsonSchema | undefined;
  /** How addresses are fetched, and what is allowed. @default {} */
  readonly gleaner?: GleanerOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A case that was written. */
export interface DraftedCase {
  /** Its folder's name. */
  readonly id: string;
  readonly source: string;
  /** Why the draft of `expected` is empty; `undefined` where it is not. */
  readonly problem: string | undefined;
}

const load = loadOnce(() => import('./write-drafts.ts'));

/**
 * Makes cases of pages: keeps each page, and drafts what is expected of it by the page's structure, without a model. A draft
 * is to be corrected by hand: it is what Gleaner reads, and not what is right.
 *
 * @throws TypeError for a file that cannot be read, or a folder that cannot be written.
 * @throws GleanerError for an address that cannot be fetched; the cases before it are written.
 */
export async function draftCases(input: DraftCasesInput): Promise<readonly DraftedCase[]> {
  const { writeDrafts } = await load();
  return writeDrafts(input);
}
