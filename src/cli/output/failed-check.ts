/** Ends a command that has printed what it found, which under `--json` is its one document: only the exit code tells the rest. */
export class FailedCheck extends Error {}
