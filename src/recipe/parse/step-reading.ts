import type { RecipeStep } from '../../contracts/recipe.ts';
import type { TargetReader } from './read-target.ts';

/** What turning raw steps into typed ones needs beside the step. */
export interface StepReading {
  readonly target: TargetReader;
  /** Notes a problem at a path; the name of the step is put in front. */
  readonly refuse: (path: string, problem: string) => void;
  /** The steps of a loop. */
  readonly list: (raw: unknown, path: string) => readonly RecipeStep[];
}
