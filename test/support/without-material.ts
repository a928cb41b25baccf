/** Why tests on public suites and pages are skipped: they are other people's and no part of the repository. */
export const withoutMaterial: string =
  'no material: set GLEANER_MATERIAL, or put it to ../shared/material (bench/README.md names it)';
