import type { Issue } from '../../errors/error-codes.ts';

/** What is wrong with the files of a data set. */
export interface Faults {
  /** Takes one down; `place` is a file of the data set, with the line where there is one: `index.jsonl:4`. */
  add(place: string, message: string): void;
  /** In the order in which they were found, the first 200. */
  readonly issues: readonly Issue[];
  readonly count: number;
}

/** Faults that are named; a file of another kind has one a line. */
const maxNamed = 200;

/** A list without faults. */
export function createFaults(): Faults {
  const issues: Issue[] = [];
  let count = 0;
  return {
    issues,
    get count() {
      return count;
    },
    add(place, message) {
      count += 1;
      if (issues.length < maxNamed) issues.push({ path: place, message });
    },
  };
}
