/** Adds an item to the list of its key; a list that has `most` items stays as it is. */
export function addTo<Key, Item>(
  lists: Map<Key, Item[]>,
  key: Key,
  item: Item,
  most: number = Number.POSITIVE_INFINITY,
): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else if (known.length < most) known.push(item);
}

/** Counts a key up. */
export function count<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** How often each key occurs, in the order of their first places. */
export function countAll<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) count(counts, key);
  return counts;
}

/** The value of a key, made and kept where it is missing. */
export function getOrMake<Key, Value>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = values.get(key);
  if (value === undefined) values.set(key, (value = make()));
  return value;
}

/** The first of `size` places, of which those that pass are the last ones, that passes; `size` where none does. By halving. */
export function findFirstPlace(size: number, passes: (at: number) => boolean, from = 0): number {
  let low = from;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of ascending numbers the place of the last that is not above a limit; -1 where all are. */
export function findLastUpTo(numbers: ArrayLike<number>, limit: number): number {
  return findFirstPlace(numbers.length, (at) => (numbers[at] ?? 0) > limit) - 1;
}

/** The same type, with `undefined` allowed where a property is optional. */
type Lenient<Value> = {
  readonly [Key in keyof Value]: object extends Pick<Value, Key>
    ? Value[Key] | undefined
    : Value[Key];
};

/** Leaves out what is `undefined`: in contracts, absent is the only way to say nothing. */
export function omitUndefined<Value extends object>(value: Lenient<Value>): Value {
  // A loop: every look at the store passes here, and lists of entries cost five times as much.
  const kept: Partial<Value> = {};
  for (const name of Object.keys(value) as (keyof Value)[]) {
    const member = value[name];
    if (member !== undefined) kept[name] = member;
  }
  return kept as Value;
}

/**
 * Adds all items of lists to a list. `push(...items)` passes each as an argument, and throws a `RangeError` beyond some 120,000
 * of them, which a page or a request can hold.
 */
export function addAll<Item>(list: Item[], ...added: readonly Iterable<Item>[]): void {
  for (const items of added) for (const item of items) list.push(item);
}

/** The largest of any number of numbers, and of `least`, where `Math.max(...numbers)` has a limit as `push` has. */
export function maxOf(numbers: Iterable<number>, least: number = -Infinity): number {
  let largest = least;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** The smallest of any number of numbers, and of `most`. */
export function minOf(numbers: Iterable<number>, most: number = Infinity): number {
  let smallest = most;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}

/**
 * Remembers what was made of texts, within so many bytes. When they are full, all is forgotten: of a page, whose texts come
 * again and again, the next ones fill it anew.
 */
export function rememberWithin<Value extends {} | null>(
  maxBytes: number,
  bytesOf: (text: string, value: Value) => number,
): (text: string, make: () => Value) => Value {
  const known = new Map<string, Value>();
  let knownBytes = 0;
  return (text, make) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    value = make();
    const bytes = bytesOf(text, value);
    if (bytes > maxBytes) return value;
    if (knownBytes + bytes > maxBytes) {
      known.clear();
      knownBytes = 0;
    }
    known.set(text, value);
    knownBytes += bytes;
    return value;
  };
}

/** The words of a list that is written as one text. */
export function toWordSet(list: string, separator = ' '): ReadonlySet<string> {
  return new Set(list.split(separator));
}

/** What is made when it is first needed. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
