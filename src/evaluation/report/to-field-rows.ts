import { toJsonPointer, isRecord } from '../../runtime/plain-json.ts';

/** How a value of an answer stands to what is expected; `unknown` where that is not known. */
type RowState = 'same' | 'other' | 'missing' | 'extra' | 'unknown';

/** A value of an answer beside what is expected in its place. */
export interface FieldRow {
  /** JSON Pointer in the answer; in the expected answer where the value is missing. */
  readonly path: string;
  readonly state: RowState;
  /** Absent where nothing is expected there. */
  readonly expected?: string;
  /** Absent where the answer has nothing there. */
  readonly actual?: string;
}

/** Deeper values are shown as JSON. */
const maxDepth = 8;

/**
 * Returns the values of an answer and of the expected one, side by side: members by name, items of lists by equality and then
 * in order. With `anyOf`, each member of `expected` is a list of answers of which any one is right. Pairs are compared by
 * their texts, in one case and without runs of white space, and numbers by their value: for reading, the figures are the
 * metrics' matter.
 */
export function toFieldRows(
  expected: unknown,
  actual: unknown,
  options: { readonly anyOf?: boolean | undefined; readonly maxRows: number },
): { readonly rows: readonly FieldRow[]; readonly omitted: number } {
  const rows: FieldRow[] = [];
  let omitted = 0;

  function add(row: FieldRow): void {
    if (rows.length < options.maxRows) rows.push(row);
    else omitted += 1;
  }

  function compare(path: readonly string[], wanted: unknown, given: unknown): void {
    if (wanted === undefined && given === undefined) return;
    const isDeep = path.length >= maxDepth;
    if (!isDeep && (isList(wanted) || isList(given)) && isListOrAbsent(wanted, given)) {
      return compareLists(path, asList(wanted), asList(given), wanted, given);
    }
    if (!isDeep && (isRecord(wanted) || isRecord(given)) && isRecordOrAbsent(wanted, given)) {
      return compareMembers(path, asRecord(wanted), asRecord(given), wanted, given);
    }
    add(toRow(path, wanted, given));
  }

  function compareMembers(
    path: readonly string[],
    wanted: Readonly<Record<string, unknown>>,
    given: Readonly<Record<string, unknown>>,
    ...whole: [unknown, unknown]
  ): void {
    const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
    if (names.size === 0) add(toRow(path, ...whole));
    for (const name of names) {
      const own = (record: Readonly<Record<string, unknown>>): unknown =>
        Object.hasOwn(record, name) ? record[name] : undefined;
      // As the metrics have it: what the expected answer does not name is not known.
      if (whole[0] !== undefined && !Object.hasOwn(wanted, name)) {
        add(toRow([...path, name], undefined, given[name], false));
      } else compare([...path, name], own(wanted), own(given));
    }
  }

  function compareLists(
    path: readonly string[],
    wanted: readonly unknown[],
    given: readonly unknown[],
    ...whole: [unknown, unknown]
  ): void {
    const pairs = pairItems(wanted, given);
    if (pairs.length === 0) add(toRow(path, ...whole));
    for (const [index, wantedItem, givenItem] of pairs) {
      compare([...path, String(index)], wantedItem, givenItem);
    }
  }

  function toRow(
    path: readonly string[],
    wanted: unknown,
    given: unknown,
    isJudged = isKnown,
  ): FieldRow {
    return {
      path: toJsonPointer(path),
      state: toState(wanted, given, isJudged),
      ...(wanted === undefined ? {} : { expected: toValueText(wanted) }),
      ...(given === undefined ? {} : { actual: toValueText(given) }),
    };
  }

  const isKnown = expected !== undefined;
  if (options.anyOf === true && isRecord(expected)) {
    const given = asRecord(actual);
    for (const name of new Set([...Object.keys(expected), ...Object.keys(given)])) {
      add(
        Object.hasOwn(expected, name)
          ? toChoiceRow(name, asList(expected[name]), given[name])
          : toRow([name], undefined, given[name], false),
      );
    }
  } else compare([], expected, actual);
  return { rows, omitted };
}

function toChoiceRow(name: string, choices: readonly unknown[], given: unknown): FieldRow {
  const right = choices.find((choice) => toKey(choice) === toKey(given));
  const [first] = choices;
  return {
    path: toJsonPointer([name]),
    state: toState(right ?? first, given, true),
    ...(choices.length === 0 ? {} : { expected: choices.map(toValueText).join(' or ') }),
    ...(given === undefined ? {} : { actual: toValueText(given) }),
  };
}

/** Equal items first, so that one that is missing does not shift all that follow; then the rest in order. */
function pairItems(
  wanted: readonly unknown[],
  given: readonly unknown[],
): readonly (readonly [number, unknown, unknown])[] {
  const free = new Map<string, number[]>();
  for (const [index, item] of wanted.entries()) {
    const key = toKey(item);
    const known = free.get(key);
    if (known === undefined) free.set(key, [index]);
    else known.push(index);
  }
  const partnerOf = given.map((item) => free.get(toKey(item))?.shift());
  const taken = new Set(partnerOf);
  const rest = [...wanted.keys()].filter((index) => !taken.has(index));
  const pairs = given.map((item, index) => {
    const partner = partnerOf[index] ?? rest.shift();
    return [index, partner === undefined ? undefined : wanted[partner], item] as const;
  });
  return [...pairs, ...rest.map((index) => [index, wanted[index], undefined] as const)];
}

function toState(wanted: unknown, given: unknown, isKnown: boolean): RowState {
  if (!isKnown) return 'unknown';
  if (isAbsent(wanted)) return isAbsent(given) ? 'same' : 'extra';
  if (isAbsent(given)) return 'missing';
  return toKey(wanted) === toKey(given) ? 'same' : 'other';
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function toKey(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value).normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
    return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
  }
  return toValueText(value).toLowerCase();
}

function toValueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isListOrAbsent(wanted: unknown, given: unknown): boolean {
  return [wanted, given].every((value) => value === undefined || isList(value));
}

function isRecordOrAbsent(wanted: unknown, given: unknown): boolean {
  return [wanted, given].every((value) => value === undefined || isRecord(value));
}

function asList(value: unknown): readonly unknown[] {
  return isList(value) ? value : value === undefined ? [] : [value];
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
