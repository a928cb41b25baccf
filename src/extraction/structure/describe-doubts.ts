import { usualMaxWrong } from '../../runtime/contracts/evidence.ts';
import { findAtPath, parseJsonPointer, toJsonPointer, toShorts } from '../../runtime/plain-json.ts';
import type { Certainty, ValueSource } from '../fields/candidate.ts';

/** Most lines that say what else values may be. */
const maxDoubts = 10;

interface Doubt {
  /** What the values have in common of which one line tells: the doubt, and the field of the records of a list. */
  readonly group: string;
  /** A sentence without its end. */
  readonly said: string;
  /** What it goes on with where it is one of several, without their number and place. */
  readonly of: string;
  /** The place of the field in its list, with a star for the record. */
  readonly field: string;
}

/** Values that the page does not settle, and numbers and dates that have two meanings on it; of a field of a list's records one. */
export function describeDoubts(
  value: unknown,
  sources: ReadonlyMap<string, ValueSource>,
  maxWrong: number = usualMaxWrong,
): readonly string[] {
  if (maxWrong === Infinity) return [];
  const doubts = [...sources].flatMap(([pointer, source]) =>
    listDoubts(pointer, source, value, maxWrong),
  );
  const groups = [...Map.groupBy(doubts, ({ group }) => group).values()];
  const lines = groups.slice(0, maxDoubts).map(([first, ...more]) => toLine(first, more.length));
  const rest = groups.slice(maxDoubts).reduce((sum, { length }) => sum + length, 0);
  return rest === 0 ? lines : [...lines, `${rest} other values are as doubtful.`];
}

function toLine(first: Doubt | undefined, more: number): string {
  if (first === undefined) return '';
  const { said, of, field } = first;
  return more === 0 ? `${said}.` : `${said}, ${of} ${more} more at ${field}.`;
}

function listDoubts(
  pointer: string,
  { alternatives = [], bound, certainty }: ValueSource,
  root: unknown,
  maxWrong: number,
): readonly Doubt[] {
  const isTold = alternatives.length > 0 || bound !== undefined || certainty !== undefined;
  if (!isTold) return [];
  const field = toField(pointer, root);
  const toDoubt = (said: string, of: string): Doubt => ({
    group: `${of} ${field}`,
    said,
    of,
    field,
  });
  const doubts: Doubt[] = [];
  if (alternatives.length > 0)
    doubts.push(
      toDoubt(
        `The ${nameKind(alternatives)} at ${pointer} may be meant as ${alternatives.join(' or ')} as well`,
        'as may',
      ),
    );
  if (bound !== undefined)
    doubts.push(
      toDoubt(
        `The number at ${pointer} is a bound: the page states it with "${bound}"`,
        'and so are',
      ),
    );
  if (certainty !== undefined && certainty.doubt > maxWrong && certainty.rivals.length > 0)
    doubts.push(toDoubt(describeRivals(pointer, root, certainty), 'and so for'));
  return doubts;
}

/** The place of a field in all records of the lists that it is in. */
function toField(pointer: string, root: unknown): string {
  const segments = parseJsonPointer(pointer) ?? [];
  return toJsonPointer(
    segments.map((segment, at) =>
      Array.isArray(findAtPath(root, segments.slice(0, at))) ? '*' : segment,
    ),
  );
}

const day = /^\d{4}-\d\d-\d\d/;

function nameKind([first]: readonly (number | string)[]): string {
  if (typeof first === 'number') return 'number';
  if (first?.includes('@') === true) return 'address';
  return first !== undefined && day.test(first) ? 'date' : 'code';
}

function describeRivals(pointer: string, root: unknown, { rivals }: Certainty): string {
  const taken = findAtPath(root, parseJsonPointer(pointer) ?? []);
  const values = toShorts([taken, ...rivals.map((rival) => rival.value)]);
  return `The page states ${values.join(' or ')} for ${pointer}; the first was taken`;
}
