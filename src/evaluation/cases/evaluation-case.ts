import type { JsonSchema } from '../../runtime/contracts/extractor.ts';

/** A page with what should come of it. */
export interface EvaluationCase {
  /** Unique in its data set. */
  readonly id: string;
  /** Pages of one site are alike: differences are drawn over sites. @default the case is a site of its own */
  readonly site?: string | undefined;
  /** Absolute URL of the page. */
  readonly url: string;
  /** The page as it was served; `undefined` where the case has a cassette instead. */
  readonly body?: Uint8Array | undefined;
  /** Path of the cassette that holds the page, and what a model answered. */
  readonly cassette?: string | undefined;
  /** What is wanted, in plain language. */
  readonly prompt: string;
  readonly schema?: JsonSchema | undefined;
  /** The right answer. `undefined`: nothing is known, and metrics that need it are not taken. */
  readonly expected: unknown;
  /** Whether `expected` names, for each of its fields, a list of answers of which any one is right; what is no list is the one that is. @default false */
  readonly anyOf?: boolean | undefined;
}

/** A case with the file, and the line of it, that describes it. */
export interface ReadCase {
  readonly place: string;
  readonly evaluationCase: EvaluationCase;
}

/** What the cases of a data set have in common; a case's own words come first. */
export interface ReadCasesOptions {
  readonly prompt?: string | undefined;
  readonly schema?: JsonSchema | undefined;
  /** Whether `expected` names lists of answers of which any one is right. */
  readonly anyOf?: boolean | undefined;
}
