import { isNothing } from '../../extraction/schema/coerce/no-value.ts';
import { toCanonicalJson, isRecord } from '../../runtime/plain-json.ts';
import { type AssignBudget, assignBest, assignSteps } from './assign-best.ts';
import type { ValueCredit } from './value-credit.ts';

interface CompareAnswersInput {
  readonly expected: unknown;
  /** `undefined` where there is no answer: then the fields whose right answer is "none" are missed, too. */
  readonly answer: { readonly value: unknown } | undefined;
  /** Whether `expected` holds for each field a list of answers of which any one is right; what is no list is the one that is. */
  readonly anyOf: boolean;
  readonly creditOf: ValueCredit;
}

export interface ComparedAnswers {
  /** By field; names of nested fields are joined with dots, rows add nothing: `items.price`. The empty name is the answer itself. */
  readonly fields: ReadonlyMap<string, Readonly<Tally>>;
  /** Rows of lists of objects: right where F1 over the row's fields is at least 0.8. `undefined` where no rows are expected. */
  readonly records: Readonly<Tally> | undefined;
  /** Whether all lists were paired in the best way. */
  readonly isBest: boolean;
}

/** Share of a row that has to be right, as in published figures of the record F1. */
const minRecordF1 = 0.8;
/** Objects and lists inside each other; what lies deeper counts as one value. */
const maxDepth = 32;

/**
 * Counts what is right, wrong and missed in an answer, for the fields that `expected` names: what it does not name is unknown, and
 * costs nothing. A value that is not the expected one is wrong and missed; one too many is wrong; one that is not there is missed.
 * Where `null`, an empty text or an empty list is expected, nothing given is one right value.
 */
export function compareAnswers(input: CompareAnswersInput): ComparedAnswers {
  const { expected, answer, anyOf } = input;
  const state: WalkState = {
    ...input,
    hasAnswer: answer !== undefined,
    fields: new Map(),
    records: undefined,
    isBest: true,
    budget: { steps: assignSteps },
  };
  const given = answer?.value;
  if (anyOf && isRecord(expected)) {
    const record = isRecord(given) ? given : {};
    for (const [name, choices] of Object.entries(expected)) {
      compareChoices(choices, ownValue(record, name), name, state);
    }
  } else walk(expected, given, '', 0, state);
  return state;
}

interface WalkState {
  readonly creditOf: ValueCredit;
  readonly hasAnswer: boolean;
  readonly fields: Map<string, Tally>;
  records: Tally | undefined;
  isBest: boolean;
  readonly budget: AssignBudget;
}

function walk(
  expected: unknown,
  given: unknown,
  field: string,
  depth: number,
  state: WalkState,
): void {
  if (depth < maxDepth && Array.isArray(expected)) {
    compareLists(expected, isEmpty(given) ? [] : [given].flat(), field, depth, state);
    return;
  }
  if (depth < maxDepth && isRecord(expected)) {
    if (!isRecord(given) && !isEmpty(given)) count(state, field, { right: 0, wrong: 1, missed: 0 });
    const record = isRecord(given) ? given : {};
    for (const [name, value] of Object.entries(expected)) {
      walk(value, ownValue(record, name), join(field, name), depth + 1, state);
    }
    return;
  }
  // One value in a list is that value, and the others are too many.
  if (Array.isArray(given) && !isEmpty(expected)) {
    compareLists([expected], given, field, depth, state);
    return;
  }
  count(state, field, compareValues(expected, given, state));
}

function compareValues(expected: unknown, given: unknown, state: WalkState): Tally {
  if (isEmpty(expected)) {
    if (!state.hasAnswer) return { right: 0, wrong: 0, missed: 1 };
    return isEmpty(given) || isNothing(given)
      ? { right: 1, wrong: 0, missed: 0 }
      : { right: 0, wrong: Array.isArray(given) ? given.length : 1, missed: 0 };
  }
  if (isEmpty(given)) return { right: 0, wrong: 0, missed: 1 };
  const credit = state.creditOf(expected, given);
  return { right: credit, wrong: 1 - credit, missed: 1 - credit };
}

function compareLists(
  expected: readonly unknown[],
  given: readonly unknown[],
  field: string,
  depth: number,
  state: WalkState,
): void {
  if (expected.length === 0) {
    count(state, field, compareValues(null, given, state));
    return;
  }
  if (expected.some(isRecord)) {
    compareRows(expected, given, field, depth, state);
    return;
  }
  const { pairs, isBest } = assignBest({
    expected,
    given,
    creditOf: state.creditOf,
    keyOf: toCanonicalJson,
    budget: state.budget,
  });
  state.isBest &&= isBest;
  const right = pairs.reduce(
    (sum, [at, other]) => sum + state.creditOf(expected[at], given[other]),
    0,
  );
  count(state, field, { right, wrong: given.length - right, missed: expected.length - right });
}

function compareRows(
  expected: readonly unknown[],
  given: readonly unknown[],
  field: string,
  depth: number,
  state: WalkState,
): void {
  // What any row names is asked of all: a row without it has none.
  const names = [...new Set(expected.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))];
  const blank = Object.fromEntries(names.map((name) => [name, null]));
  const rows = expected.map((row) => (isRecord(row) ? { ...blank, ...row } : blank));
  const compareRow = (row: unknown, other: unknown, hasAnswer: boolean): WalkState => {
    const own = { ...state, hasAnswer, fields: new Map<string, Tally>(), records: undefined };
    walk(row, other, field, depth + 1, own);
    return own;
  };
  const { pairs, isBest } = assignBest({
    expected: rows,
    given,
    creditOf: (row, other) => toF1(sumTallies(compareRow(row, other, true).fields)),
    keyOf: (row) =>
      toCanonicalJson(isRecord(row) ? names.map((name) => ownValue(row, name) ?? null) : row),
    budget: state.budget,
  });
  state.isBest &&= isBest;
  const records = (state.records ??= createTally());
  const [unpairedRows, unpairedGiven] = [new Set(rows.keys()), new Set(given.keys())];
  for (const [at, other] of pairs) {
    unpairedRows.delete(at);
    unpairedGiven.delete(other);
    const own = compareRow(rows[at], given[other], true);
    for (const [name, tally] of own.fields) count(state, name, tally);
    state.isBest &&= own.isBest;
    const isRight = toF1(sumTallies(own.fields)) >= minRecordF1;
    addTally(records, {
      right: Number(isRight),
      wrong: Number(!isRight),
      missed: Number(!isRight),
    });
  }
  for (const at of unpairedRows) {
    for (const [name, tally] of compareRow(rows[at], undefined, false).fields) {
      count(state, name, tally);
    }
    records.missed += 1;
  }
  for (const at of unpairedGiven) {
    countSurplus(given[at], names, field, state);
    records.wrong += 1;
  }
}

/** A row too many: each value that it has in a field that is looked at is wrong. */
function countSurplus(
  row: unknown,
  names: readonly string[],
  field: string,
  state: WalkState,
): void {
  if (!isRecord(row)) {
    count(state, field, { right: 0, wrong: 1, missed: 0 });
    return;
  }
  for (const name of names) {
    const value = ownValue(row, name);
    if (isEmpty(value)) continue;
    const wrong = Array.isArray(value) ? value.length : 1;
    count(state, join(field, name), { right: 0, wrong, missed: 0 });
  }
}

/** The choice that fits best is the one that was expected; a page counts once, whatever number of right answers is given. */
function compareChoices(choices: unknown, given: unknown, name: string, state: WalkState): void {
  const listed: readonly unknown[] = [choices].flat();
  const expected = listed.length > 0 ? listed : [null];
  const isPlain = !expected.some((choice) => typeof choice === 'object' && choice !== null);
  const offers: readonly unknown[] =
    isPlain && Array.isArray(given) && given.length > 0 ? given : [given];
  let best: WalkState | undefined;
  let bestF1 = -1;
  for (const choice of expected) {
    for (const offer of offers) {
      const own = { ...state, fields: new Map<string, Tally>(), records: undefined };
      walk(choice, offer, name, 1, own);
      const f1 = toF1(sumTallies(own.fields));
      if (f1 > bestF1) [best, bestF1] = [own, f1];
    }
  }
  for (const [field, tally] of best?.fields ?? []) count(state, field, tally);
  state.isBest &&= best?.isBest ?? true;
}

/** The sum over fields. */
export function sumTallies(fields: ReadonlyMap<string, Readonly<Tally>>): Tally {
  const sum = createTally();
  for (const tally of fields.values()) addTally(sum, tally);
  return sum;
}

function count(state: WalkState, field: string, tally: Readonly<Tally>): void {
  const sum = state.fields.get(field) ?? createTally();
  state.fields.set(field, sum);
  addTally(sum, tally);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** Answers may lack a field that every object inherits, such as `constructor`. */
function ownValue(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function join(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}

/** Right, wrong and missed values; parts of values where a metric counts likeness. */
export interface Tally {
  right: number;
  /** Given, and not right. */
  wrong: number;
  /** Expected, and not given right. */
  missed: number;
}

function createTally(): Tally {
  return { right: 0, wrong: 0, missed: 0 };
}

function addTally(sum: Tally, { right, wrong, missed }: Readonly<Tally>): void {
  sum.right += right;
  sum.wrong += wrong;
  sum.missed += missed;
}

/** F1, 0 to 1; 1 for an empty answer where nothing is expected. */
function toF1({ right, wrong, missed }: Readonly<Tally>): number {
  const total = 2 * right + wrong + missed;
  return total === 0 ? 1 : (2 * right) / total;
}
