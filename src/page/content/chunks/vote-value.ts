import type { AnyNode } from 'domhandler';
import { foldValue, locateValue } from './locate-value.ts';
import type { ChunkAnswer } from './chunk-answer.ts';

interface Option {
  readonly value: unknown;
  readonly nodes: Set<AnyNode>;
  located: boolean;
  rank: number;
  /** Parts that gave it; decides where values cannot be located, like `true`. */
  votes: number;
}

const leastRank = 3;

/**
 * Of different values for one field the best attested: values that the page states before others, then those that more
 * nodes state (a title repeated in every part is one), then structured data before the main part before the rest, then
 * the first.
 */
export function voteValue(answers: readonly ChunkAnswer[]): unknown {
  const options = new Map<string, Option>();
  for (const { value, chunk } of answers) {
    const key = foldValue(value);
    const option = options.get(key) ?? {
      value,
      nodes: new Set(),
      located: false,
      rank: leastRank,
      votes: 0,
    };
    options.set(key, option);
    option.votes += 1;
    const location = locateValue(chunk, value);
    if (location === undefined) continue;
    option.located = true;
    option.rank = Math.min(option.rank, location.rank);
    for (const node of location.nodes) option.nodes.add(node);
  }
  const all = [...options.values()];
  const located = all.filter((option) => option.located);
  if (located.length === 0) return best(all, (a, b) => b.votes - a.votes);
  return best(located, (a, b) => b.nodes.size - a.nodes.size || a.rank - b.rank);
}

/** The first of the best: sorting keeps the order of equals. */
function best(options: readonly Option[], compare: (a: Option, b: Option) => number): unknown {
  return options.toSorted(compare)[0]?.value;
}
