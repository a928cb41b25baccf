import type { InferredValue } from './evidence.ts';
import type { Issue } from '../errors/error-codes.ts';
import type { ModelCallUsage } from '../errors/error-codes.ts';
import type { ExtractionPage } from './extraction-page.ts';

/** A JSON Schema document, or `true`/`false`. Checked by `schema/` before anything reads it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** How exhaustively a result is populated. */
export type DetailLevel = 'low' | 'medium' | 'high';
/** Which of two models is asked: `high` for visually busy pages and deeply nested schemas. */
export type PageComplexity = 'low' | 'high';

/** What an extractor is given: a page that has been read, and what is wanted from it. */
export interface ExtractionRequest {
  /** The page, which answers questions from a thread of its own. */
  readonly page: ExtractionPage;
  /** What to extract, in plain language, 1 to 10,000 characters. */
  readonly prompt: string;
  /** JSON Schema, checked and normalised to draft 2020-12; `undefined` when the caller gave none: any shape will do. */
  readonly schema: JsonSchema | undefined;
  readonly detailLevel: DetailLevel;
  /** Which model to ask, where there are two. */
  readonly pageComplexity: PageComplexity;
  /** Whether `Extraction.value` must be a string instead of JSON. */
  readonly plainText: boolean;
  /** `true` reads the relevant part only, `false` all of the page in chunks, `undefined` reduces what exceeds the budget. */
  readonly reduceContent: boolean | undefined;
  readonly signal: AbortSignal;
}

/** What an extractor found, not yet validated. */
export interface Extraction {
  /** A JSON value, or a string where `plainText` was asked for. */
  readonly value: unknown;
  /** One entry for each model call, also for calls whose output was of no use; empty without a model. */
  readonly usage: readonly ModelCallUsage[];
  /** Sentences for people: what was left out, guessed or not found. */
  readonly warnings: readonly string[];
  /** The values that were worked out, not read. @default [] */
  readonly inferred?: readonly InferredValue[] | undefined;
}

/** A request to replace the parts of a value that failed validation. */
export interface RepairRequest extends ExtractionRequest {
  /** The whole value after coercion. */
  readonly value: unknown;
  /** What is wrong with the value, by path; at least one. */
  readonly issues: readonly Issue[];
}

/**
 * Turns a page and a prompt into a value. It never fetches, charges or validates: the engine does that in the same way for
 * every extractor.
 */
export interface Extractor {
  /** Short and stable, e.g. `model` or `structure`. */
  readonly name: string;
  /** Resolves to the value found. Rejects with `signal.reason` once `request.signal` aborts. */
  extract(request: ExtractionRequest): Promise<Extraction>;
  /** Resolves to the whole value with the failing parts replaced; called at most once a call. Absent where asking again cannot help. */
  repair?(request: RepairRequest): Promise<Extraction>;
}
