import { munkres } from 'munkres';

interface AssignBestInput {
  readonly expected: readonly unknown[];
  readonly given: readonly unknown[];
  /** 0 to 1. */
  readonly creditOf: (expected: unknown, given: unknown) => number;
  /** The same text for values that have credit 1 for each other. */
  readonly keyOf: (value: unknown) => string;
  readonly budget: AssignBudget;
}

/** What comparing all lists of an answer may take, inner ones for each pair of outer rows among them. */
export interface AssignBudget {
  /** Steps that are left, of about 1 µs. */
  steps: number;
}

/** 3 s for the most tangled answer. */
export const assignSteps = 3_000_000;

/** Places of an expected value and of the given one that it is paired with. */
type AssignedPair = readonly [expectedAt: number, givenAt: number];

interface Assignment {
  readonly pairs: readonly AssignedPair[];
  /** Whether no other assignment has more credit; lists that are too long are paired one value after the other. */
  readonly isBest: boolean;
}

/** Lists of up to 50 are assigned as they are; of longer ones, equal values are paired first, which leaves few. */
const plainCells = 2_500;
/** Most pairs of values whose credit is taken: lists of 300 take at most 0.1 s to assign, of 1,000 up to 3 s. */
const maxCells = 90_000;
/** Given values that an expected one is compared with, where the lists are too long: those nearest in order. */
const maxTries = 100;

/** Pairs expected with given values so that the sum of their credits is greatest (Munkres' algorithm). */
export function assignBest(input: AssignBestInput): Assignment {
  const { expected, given, budget } = input;
  const cells = expected.length * given.length;
  if (cells === 0) return { pairs: [], isBest: true };
  if (cells <= plainCells && cells <= budget.steps) {
    const all = { left: [...expected.keys()], right: [...given.keys()] };
    return { pairs: solve(all, input), isBest: true };
  }
  const { equal, rest } = pairEqual(input);
  const restCells = rest.left.length * rest.right.length;
  return restCells <= maxCells && restCells <= budget.steps
    ? { pairs: [...equal, ...solve(rest, input)], isBest: true }
    : { pairs: [...equal, ...pairGreedily(rest, input)], isBest: false };
}

interface Places {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

function solve({ left, right }: Places, input: AssignBestInput): readonly AssignedPair[] {
  if (left.length === 0 || right.length === 0) return [];
  const costs = left.map((at) => right.map((other) => 1 - takeCredit(input, at, other)));
  return munkres(costs).flatMap(([row, column]): readonly AssignedPair[] => {
    const [at, other] = [left[row], right[column]];
    // A pair without credit is none.
    return at === undefined || other === undefined || (costs[row]?.[column] ?? 1) >= 1
      ? []
      : [[at, other]];
  });
}

function takeCredit(input: AssignBestInput, at: number, other: number): number {
  const [expected, given] = [input.expected[at], input.given[other]];
  // Comparing two texts takes 1 µs more for each 32 × 1,024 pairs of characters.
  const pairs =
    typeof expected === 'string' && typeof given === 'string' ? expected.length * given.length : 0;
  input.budget.steps -= 1 + pairs / 32_768;
  return input.creditOf(expected, given);
}

function pairGreedily({ left, right }: Places, input: AssignBestInput): readonly AssignedPair[] {
  const free = new Set(right);
  return left.flatMap((at): readonly AssignedPair[] => {
    let [best, credit] = [-1, 0];
    let tries = 0;
    for (const other of free) {
      tries += 1;
      if (tries > maxTries || input.budget.steps <= 0 || credit === 1) break;
      const own = takeCredit(input, at, other);
      if (own > credit) [best, credit] = [other, own];
    }
    return free.delete(best) ? [[at, best]] : [];
  });
}

function pairEqual({ expected, given, keyOf }: AssignBestInput): {
  readonly equal: readonly AssignedPair[];
  readonly rest: Places;
} {
  const places = new Map<string, number[]>();
  // The last first, so that the first is taken from the end.
  for (const [at, value] of [...given.entries()].toReversed()) {
    const key = keyOf(value);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  const equal: AssignedPair[] = [];
  const left: number[] = [];
  for (const [at, value] of expected.entries()) {
    const other = places.get(keyOf(value))?.pop();
    if (other === undefined) left.push(at);
    else equal.push([at, other]);
  }
  return { equal, rest: { left, right: [...places.values()].flat().sort((a, b) => a - b) } };
}
