import type { Selector, Target, RecipeStep } from '../../contracts/recipe.ts';
import { parseSelector } from './parse-selector.ts';

/** Reads selector alternatives that the JSON Schema was held against; `undefined` where none can be used. */
export type TargetReader = (raw: unknown, path: string) => Target | undefined;

/** Creates a reader that reports each problem with a selector at the selector's path. */
export function createTargetReader(refuse: (path: string, problem: string) => void): TargetReader {
  return (raw, path) => {
    const sources = toSources(raw);
    const selectors: Selector[] = [];
    for (const [index, source] of sources.entries()) {
      const { selector, problem } = parseSelector(source);
      if (selector !== undefined) selectors.push(selector);
      else refuse(typeof raw === 'string' ? path : `${path}/${index}`, `the selector ${problem}.`);
    }
    const [first, ...others] = selectors;
    return first === undefined ? undefined : { path, selectors: [first, ...others] };
  };
}

/** One text is one alternative: `"h1"` is `["h1"]`. */
function toSources(raw: unknown): readonly Selector['source'][] {
  if (typeof raw === 'string') return [raw];
  return Array.isArray(raw) ? (raw as readonly Selector['source'][]) : [];
}

/** What turning raw steps into typed ones needs beside the step. */
export interface StepReading {
  readonly target: TargetReader;
  /** Notes a problem at a path; the name of the step is put in front. */
  readonly refuse: (path: string, problem: string) => void;
  /** Notes what is left out or taken otherwise than written; the name of the step is put in front. */
  readonly warn: (path: string, what: string) => void;
  /** The steps of a loop. */
  readonly list: (raw: unknown, path: string) => readonly RecipeStep[];
}
