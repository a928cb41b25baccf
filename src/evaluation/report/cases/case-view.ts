import type { EvidenceStatus } from '../../../contracts/evidence.ts';
import type { FieldRow } from './to-field-rows.ts';

/** What the report's page shows of a case; it is parsed when the case is opened. All of it is shown as text but `page`. */
export interface CaseView {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly prompt: string;
  /** HTML of `toExhibit`: inert by its make; absent where there is no page, for the reason in `pageNote`. */
  readonly page?: string;
  /** A sentence: why there is no page, or that it was cut. */
  readonly pageNote?: string;
  /** In the order of the report's pipelines. */
  readonly answers: readonly AnswerView[];
}

/** An answer of a pipeline. */
export interface AnswerView {
  /** Why there is none. */
  readonly error?: string;
  readonly rows: readonly AnswerRow[];
  /** Figures and what was left out, a phrase each. */
  readonly facts: readonly string[];
  readonly warnings: readonly string[];
  readonly exchanges: readonly { readonly prompt: string; readonly answer: string }[];
}

/** A value with where it stands. */
export interface AnswerRow extends FieldRow {
  readonly status?: EvidenceStatus;
  /** What differs from the page, e.g. `number`. */
  readonly rule?: string;
  /** Number of the place that is marked in the page. */
  readonly place?: number;
  /** The line around the value where it does not stand in visible text. */
  readonly snippet?: string;
}
