import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What a run of the tests notes. */
export interface MutationNote {
  /** Mutants that a test reaches. */
  readonly reached?: readonly number[];
  /** A mutant with which a test is run now; where nothing follows, it does not end. */
  readonly begun?: number;
  /** A mutant that made a test fail, or that kept the process busy. */
  readonly killed?: number;
}

/** Adds a line to the file, which outlives the process that writes it. */
export function addNote(file: string, note: MutationNote): void {
  appendFileSync(file, `${JSON.stringify(note)}\n`);
}

/** All notes so far; none where the file is not there. */
export function readNotes(file: string): readonly MutationNote[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (JSON.parse(line) as MutationNote)));
}
