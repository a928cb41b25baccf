import type { GleanerOptions } from '../../core/engine/gleaner-options.ts';
import type { ExtractInput } from '../../core/extract/parse-extract-input.ts';

/** What a call of `extract` is given beside the page, the prompt and the schema. */
export type PipelineCall = Partial<Omit<ExtractInput, 'url' | 'html' | 'prompt' | 'schema'>>;

/**
 * An engine of its own. Pages come from the cases, also those of a cassette, unless `gleaner` has a fetcher; no browser is used
 * unless it names one.
 */
export interface EnginePipeline {
  /** The engine's parts and settings. @default {}: pages are read by their structure */
  readonly gleaner?: GleanerOptions | undefined;
  /** How each page is read, e.g. `{ detailLevel: 'high', parseMode: 'speed' }`. @default {} */
  readonly call?: PipelineCall | undefined;
  /** What is asked for; `{prompt}` stands for the case's own words. @default '{prompt}' */
  readonly prompt?: string | undefined;
  /** Whether an answer that breaks the schema is asked for again. @default true */
  readonly repair?: boolean | undefined;
  /**
   * Whether a case has the same answer whenever it is asked: each case lost since an earlier result then counts. @default `true` without a
   * model, extractor, fetcher or browser of its own: pages are then read by their structure, or replayed from cassettes
   */
  readonly deterministic?: boolean | undefined;
}
