import { joinName } from '../lexicon/fold-label.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { DatePlace } from '../values/dates/read-date.ts';
import type { NumberContext } from '../values/numbers/number-locale.ts';
import type { NumberRead } from '../values/numbers/read-numbers.ts';

export interface ReadContext {
  /** Written for machines (structured data, attributes) rather than for people. */
  readonly machine: boolean;
  /** Whether an amount of money must show its currency because nothing else identifies it as a price. */
  readonly needsCurrency: boolean;
  readonly baseUrl: string;
  /** What tells how numbers and dates are written here. */
  readonly place: DatePlace & Pick<NumberContext, 'peers' | 'ownCell'>;
}

export interface ReadValue {
  readonly value: unknown;
  /** Equal for values that mean the same. */
  readonly key: string;
  readonly quality: number;
  /** Whether the words beside an amount say that it is what the field's name asks for. */
  readonly isOwn?: boolean;
  /** Other numbers, days or codes that the text may state. */
  readonly alternatives?: readonly (number | string)[] | undefined;
  /** The sign of a number that the page states as a limit of the value: `<` of "< 0.5". */
  readonly bound?: string | undefined;
  /** The sign, code or name of the currency that stands at an amount. */
  readonly currency?: string | undefined;
  /** The unit or the currency of a number that the field asks for in another one; its value is then no value of the field. */
  readonly otherUnit?: string | undefined;
}

export function exact(value: string): ReadValue {
  return { value, key: joinName(value) || value, quality: 1 };
}

export function toOtherUnit(text: string, otherUnit: string): ReadValue {
  return { value: text, key: `${otherUnit} ${text}`, quality: 1, otherUnit };
}

/** Numbers that the reader could not rule out. */
export function listAlternatives({
  confidence,
  alternatives,
}: NumberRead): readonly number[] | undefined {
  return confidence === 'ambiguous' && alternatives.length > 0 ? alternatives : undefined;
}

/** Whether the schema wants a number and would refuse a text. */
export function isNumeric(plan: FieldPlan): boolean {
  return (
    !plan.types.includes('string') &&
    plan.types.some((type) => type === 'number' || type === 'integer')
  );
}

/** Whether the values of a field are numbers that are read by how those beside them are written. */
export function isNumberKind({ kind }: Pick<FieldPlan, 'kind'>): boolean {
  return kind === 'money' || kind === 'number' || kind === 'count';
}

/** Whether a field of numbers takes a text as well: it has the number where there is one. */
export function prefersNumber(plan: FieldPlan): boolean {
  const isNumber = plan.types.some((type) => type === 'number' || type === 'integer');
  return isNumberKind(plan) && isNumber && plan.types.includes('string');
}

const boundBefore = /(?:[<>\uFF1C\uFF1E]=?|[\u2264\u2265\u2A7D\u2A7E\u2266\u2267])\s?$/u;

/** The sign in front of a number by which a text states a limit and not the value. */
export function findBound(text: string, { wholeStart }: NumberRead): string | undefined {
  return boundBefore.exec(text.slice(Math.max(0, wholeStart - maxBound), wholeStart))?.[0].trim();
}

const boundWords =
  /(?<!\p{L})(?:over|more than|at least|up to|under|less than|fewer than|über|mehr als|mindestens|bis zu|weniger als|höchstens|plus de|au moins|jusqu['’]à|moins de|más de|al menos|hasta|menos de|più di|almeno|fino a|meno di|meer dan|minstens|tot)\s$/iu;
const plusBehind = /^\s?\+(?!\s?[\p{Nd}\p{L}])/u;

/** The words or the mark around a number that say the same as such a sign: "over 1,000", "3+". */
export function findSaidBound(
  text: string,
  { wholeStart, wholeEnd }: NumberRead,
): string | undefined {
  const before = text.slice(Math.max(0, wholeStart - maxBoundWords), wholeStart);
  return (boundWords.exec(before) ?? plusBehind.exec(text.slice(wholeEnd)))?.[0].trim();
}

/** Characters of such words. */
const maxBoundWords = 16;

/** Characters of the sign of a limit, with the blank behind it. */
const maxBound = 3;
