/** One promise of a contract. Rejects when the implementation breaks it; needs no test runner. */
export interface ContractCheck<Subject> {
  /** A fact in the present tense: the title of a test. */
  readonly name: string;
  /** Gets an implementation of its own, fresh and empty. */
  readonly run: (subject: Subject) => Promise<void>;
}
