/** Typed access to the members of a JSON object from a file. What is not as expected throws an `Error` that names its place. */
export interface Members {
  readonly value: object;
  names(): readonly string[];
  /** Any JSON value; `undefined` where it is absent. */
  any(name: string): unknown;
  object(name: string): Members;
  find(name: string): Members | undefined;
  /** Objects; empty where the list is absent. */
  list(name: string): readonly Members[];
  text(name: string): string;
  findText(name: string): string | undefined;
  /** Strings; empty where the list is absent. */
  texts(name: string): readonly string[];
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value;
  number(name: string): number;
  findNumber(name: string): number | undefined;
  /** Milliseconds since 1970-01-01 UTC. */
  timestamp(name: string): number;
}

/** Most items of one list: a recording of a long run has some thousands. */
const maxItems = 100_000;

/** Returns the members of a value; throws unless it is an object. `place` is a path such as `log.entries[3]`. */
export function readMembers(value: unknown, file: string, place: string): Members {
  const where = (name: string): string => (place === '' ? name : `${place}.${name}`);

  function refuse(name: string, expected: string): never {
    throw new Error(
      `The cassette "${file}" is no HAR: \`${where(name)}\` is not ${expected}. Restore it, or record it again (\`mode: 'record'\`).`,
    );
  }

  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(
      `The cassette "${file}" is no HAR: ${place === '' ? 'it' : `\`${place}\``} is not an object. Restore it, or record it again (\`mode: 'record'\`).`,
    );
  }
  const members = value as Readonly<Record<string, unknown>>;
  const own = (name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);

  function listOf(name: string): readonly unknown[] {
    const items = own(name) ?? [];
    if (!Array.isArray(items)) return refuse(name, 'a list');
    if (items.length > maxItems) return refuse(name, `a list of at most ${maxItems} items`);
    return items;
  }
  const findText = (name: string): string | undefined => {
    const text = own(name);
    return text === undefined || typeof text === 'string' ? text : refuse(name, 'a string');
  };
  const findNumber = (name: string): number | undefined => {
    const number = own(name);
    if (number === undefined || (typeof number === 'number' && Number.isFinite(number))) {
      return number;
    }
    return refuse(name, 'a number');
  };

  return {
    value,
    names: () => Object.keys(members),
    any: own,
    object: (name) => readMembers(own(name), file, where(name)),
    find: (name) =>
      own(name) === undefined || own(name) === null
        ? undefined
        : readMembers(own(name), file, where(name)),
    list: (name) =>
      listOf(name).map((item, index) => readMembers(item, file, `${where(name)}[${index}]`)),
    text: (name) => findText(name) ?? refuse(name, 'a string'),
    findText,
    texts: (name) =>
      listOf(name).map((item) =>
        typeof item === 'string' ? item : refuse(name, 'a list of strings'),
      ),
    oneOf: (name, values) =>
      values.find((each) => each === own(name)) ?? refuse(name, `one of ${values.join(', ')}`),
    number: (name) => findNumber(name) ?? refuse(name, 'a number'),
    findNumber,
    timestamp(name) {
      const ms = Date.parse(findText(name) ?? '');
      return Number.isNaN(ms) ? refuse(name, 'a date and time (ISO 8601)') : ms;
    },
  };
}
