import type { Issue } from '../errors/error-codes.ts';
import type { ModelCallUsage } from '../errors/model-call-usage.ts';
import type { PageReading } from './page-reading.ts';

/** A JSON Schema document, or `true`/`false`. Checked by `schema/` before anything reads it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

export type DetailLevel = 'low' | 'medium' | 'high';
export type PageComplexity = 'low' | 'high';

/** What an extractor is asked for: a page that has been read, and what is wanted from it. */
export interface ExtractionRequest {
  readonly reading: PageReading;
  /** Plain language; already checked for length. */
  readonly prompt: string;
  /** A usable schema, normalised to 2020-12; absent when any shape will do. */
  readonly schema: JsonSchema | undefined;
  readonly detailLevel: DetailLevel;
  readonly pageComplexity: PageComplexity;
  /** The caller wants text, not JSON. */
  readonly plainText: boolean;
  /** See `reduce_content`: `undefined` reduces only what exceeds the budget, `false` reads everything in chunks. */
  readonly reduceContent: boolean | undefined;
  readonly signal: AbortSignal;
}

/** An answer, not yet validated. */
export interface Extraction {
  /** JSON value, or a string where plain text was asked for. */
  readonly value: unknown;
  /** One entry a model call, also of calls whose answer was useless; empty for extractors without a model. */
  readonly usage: readonly ModelCallUsage[];
  /** For people: what was left out, guessed or not found. */
  readonly warnings: readonly string[];
}

/** A second try at the parts of an answer that failed validation. */
export interface RepairRequest extends ExtractionRequest {
  /** The whole answer after free coercion. */
  readonly value: unknown;
  /** What is wrong with it; at least one. */
  readonly issues: readonly Issue[];
}

/** Finds what was asked for in a page. It never fetches, never charges and never validates: those rules are the same for all. */
export interface Extractor {
  /** Short and stable, e.g. `model` or `structure`. */
  readonly name: string;
  extract(request: ExtractionRequest): Promise<Extraction>;
  /** Absent where asking again cannot help. Returns the whole value with the failing parts replaced. */
  repair?(request: RepairRequest): Promise<Extraction>;
}
