/** One check of a contract, for any test runner. */
export interface ContractCheck<Subject> {
  /** The title of the test: a fact in the present tense. */
  readonly name: string;
  /** Rejects when the implementation breaks the contract. Give each check a new, empty implementation. */
  readonly run: (subject: Subject) => Promise<void>;
}
