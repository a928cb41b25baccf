import { usualMaxWrong } from '../../runtime/contracts/evidence.ts';
import { findAtPath, parseJsonPointer, toShort } from '../../runtime/plain-json.ts';
import type { Certainty, ValueSource } from '../fields/candidate.ts';

/** Most values of which a warning says what else they may be. */
const maxDoubts = 10;

/** Values that the page does not settle, and numbers and dates that have two meanings on it. */
export function describeDoubts(
  value: unknown,
  sources: ReadonlyMap<string, ValueSource>,
  maxWrong: number = usualMaxWrong,
): readonly string[] {
  if (maxWrong === Infinity) return [];
  const doubts = [...sources].flatMap(([pointer, { alternatives = [], bound, certainty }]) => [
    ...(alternatives.length === 0
      ? []
      : [
          `The ${nameKind(alternatives)} at ${pointer} may be meant as ${alternatives.join(' or ')} as well.`,
        ]),
    ...(bound === undefined
      ? []
      : [`The number at ${pointer} is a bound: the page states it with "${bound}".`]),
    ...(certainty === undefined || certainty.doubt <= maxWrong || certainty.rivals.length === 0
      ? []
      : [describeRivals(pointer, value, certainty)]),
  ]);
  const more = doubts.length - maxDoubts;
  return more <= 0
    ? doubts
    : [...doubts.slice(0, maxDoubts), `${more} other values are as doubtful.`];
}

const day = /^\d{4}-\d\d-\d\d/;

function nameKind([first]: readonly (number | string)[]): string {
  if (typeof first === 'number') return 'number';
  if (first?.includes('@') === true) return 'address';
  return first !== undefined && day.test(first) ? 'date' : 'code';
}

function describeRivals(pointer: string, root: unknown, { rivals }: Certainty): string {
  const taken = findAtPath(root, parseJsonPointer(pointer) ?? []);
  const values = [taken, ...rivals.map((rival) => rival.value)].map(toShort);
  return `The page states ${values.join(' or ')} for ${pointer}; the first was taken.`;
}
