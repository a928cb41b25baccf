import { getOrMake } from '../../runtime/collections.ts';
import { findAtPath, parseJsonPointer, toJsonPointer } from '../../runtime/plain-json.ts';

/** A JSON value without some of its parts. */
export interface Reduced {
  readonly value: unknown;
  /** JSON Pointers of what was left out, in the value as it was: the parts, or the items that had nothing else. */
  readonly paths: readonly string[];
}

interface Place {
  readonly children: Map<string, Place>;
  isLeftOut: boolean;
}

const leftOut: unique symbol = Symbol('left out');

interface LeaveOutOptions {
  /** Pointers at which a null takes the place of the part, for properties that have to be there. */
  readonly nulled?: ReadonlySet<string>;
  /** Whether the items of the list at a path mean something by their positions. */
  readonly isTuple?: (path: readonly string[]) => boolean;
}

/**
 * Returns a JSON value without the parts at the given pointers: properties and items go, and an item of a list that holds
 * nothing else goes with them. A tuple goes as a whole where an item would take the place of one before it.
 */
export function leaveOut(
  value: unknown,
  paths: readonly string[],
  { nulled = new Set(), isTuple = () => false }: LeaveOutOptions = {},
): Reduced {
  const root: Place = { children: new Map(), isLeftOut: false };
  for (const path of paths) {
    let place = root;
    for (const name of parseJsonPointer(path) ?? []) {
      const next = place.children.get(name) ?? { children: new Map(), isLeftOut: false };
      place.children.set(name, next);
      place = next;
    }
    place.isLeftOut = true;
  }
  const gone: string[] = [];

  // Recursive over an answer, whose depth is limited.
  function reduce(at: unknown, place: Place | undefined, path: string, isItem: boolean): unknown {
    if (place === undefined) return at;
    if (place.isLeftOut) {
      gone.push(path);
      return nulled.has(path) ? null : leftOut;
    }
    if (typeof at !== 'object' || at === null) return at;
    const before = gone.length;
    const entries = Object.entries(at).map(([name, member]) => {
      const below = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return [name, reduce(member, place.children.get(name), below, Array.isArray(at))] as const;
    });
    const kept = entries.filter(([, member]) => member !== leftOut);
    const isMoved = kept.some(([name], index) => name !== `${index}`);
    const isBroken = Array.isArray(at) && isMoved && isTuple(parseJsonPointer(path) ?? []);
    if (isBroken || (isItem && kept.every(([, member]) => isEmpty(member)))) {
      gone.splice(before, gone.length, path);
      return leftOut;
    }
    return Array.isArray(at) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  }

  const reduced = reduce(value, root, '', false);
  return { value: reduced === leftOut ? null : reduced, paths: gone };
}

/** The paths, in the value as it was, of what stands at these paths after parts were left out. */
export function toPathsBefore(
  value: unknown,
  gone: ReadonlySet<string>,
  paths: readonly string[],
): ReadonlySet<string> {
  /** By list, the items that stayed. */
  const stayed = new Map<string, readonly number[]>();
  const toBefore = (before: string, name: string): string => {
    const list = findAtPath(value, parseJsonPointer(before) ?? []);
    if (!Array.isArray(list)) return before + toJsonPointer([name]);
    const kept = getOrMake(stayed, before, () =>
      [...list.keys()].filter((at) => !gone.has(`${before}/${at}`)),
    );
    return `${before}/${kept[Number(name)] ?? name}`;
  };
  return new Set(paths.map((path) => (parseJsonPointer(path) ?? []).reduce(toBefore, '')));
}

/** The place of what stood at a path once these places were left out; `undefined` where it went with one of them. */
export function toPathAfter(
  value: unknown,
  gone: ReadonlySet<string>,
  path: string,
): string | undefined {
  let before = '';
  let after = '';
  for (const name of parseJsonPointer(path) ?? []) {
    const list = findAtPath(value, parseJsonPointer(before) ?? []);
    const earlier = Array.isArray(list) ? [...list.keys()].slice(0, Number(name)) : [];
    const isGone = (at: number): boolean => gone.has(`${before}/${at}`);
    const shift = gone.size === 0 ? 0 : earlier.filter(isGone).length;
    after += toJsonPointer([Array.isArray(list) ? Number(name) - shift : name]);
    before += toJsonPointer([name]);
    if (gone.has(before)) return undefined;
  }
  return after;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
