import type { Selector, Target, RecipeStep } from '../../contracts/recipe/recipe.ts';
import { parseSelector } from './parse-selector.ts';

/**
 * Reads selector alternatives that the JSON Schema was held against; `undefined` where none can be used. `nth` is the
 * number of the match to take, or the placeholder that stands for it.
 */
export type TargetReader = (raw: unknown, path: string, nth?: unknown) => Target | undefined;

/** Creates a reader that reports each problem with a selector at the selector's path. */
export function createTargetReader(refuse: (path: string, problem: string) => void): TargetReader {
  return (raw, path, nth) => {
    const sources = toSources(raw);
    const selectors: Selector[] = [];
    for (const [index, source] of sources.entries()) {
      const { selector, problem } = parseSelector(source);
      if (selector !== undefined)
        selectors.push(nth === undefined ? selector : take(selector, nth));
      else refuse(typeof raw === 'string' ? path : `${path}/${index}`, `the selector ${problem}.`);
    }
    const [first, ...others] = selectors;
    return first === undefined ? undefined : { path, selectors: [first, ...others] };
  };
}

function take({ source, parts }: Selector, nth: unknown): Selector {
  return { source, parts: [...parts, { kind: 'nth', value: String(nth) }] };
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
