import type { JsonSchema } from '../../contracts/extractor.ts';

/** What the cases of a data set have in common; a case's own words come first. */
export interface ReadCasesOptions {
  readonly prompt?: string | undefined;
  readonly schema?: JsonSchema | undefined;
  /** Whether `expected` names lists of answers of which any one is right. */
  readonly anyOf?: boolean | undefined;
}
