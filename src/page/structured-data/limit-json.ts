import { isUnsafeName } from './entity-builder.ts';

/** Arrays and objects within each other; real pages stay below 12. `JSON.stringify` fails at a few thousand. */
const maxDepth = 64;
/** Values in all JSON-LD of a page, arrays and objects included. Of 2,211 real pages the largest has 1,300. */
const maxValues = 100_000;

/** Copies the parsed JSON of one page within the limits above. */
export class JsonLimiter {
  /** Whether anything was too deep or too much. */
  isCut = false;
  /** Whether a member was left out because of its name. */
  isUnsafe = false;
  #values = 0;

  /**
   * Returns a copy without what is too deep or too much, and without members named `__proto__`. `undefined` where
   * nothing is left.
   */
  copy(value: unknown, depth = 1): unknown {
    const isNested = typeof value === 'object' && value !== null;
    if (this.#values >= maxValues || (isNested && depth > maxDepth)) {
      this.isCut = true;
      return undefined;
    }
    this.#values += 1;
    if (!isNested) return value;
    if (Array.isArray(value)) return this.#copyItems(value, depth);
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      const isUnsafe = isUnsafeName(name);
      this.isUnsafe ||= isUnsafe;
      const kept = isUnsafe ? undefined : this.copy(member, depth + 1);
      if (kept !== undefined) copy[name] = kept;
    }
    return copy;
  }

  #copyItems(items: readonly unknown[], depth: number): unknown[] {
    const copies: unknown[] = [];
    for (const item of items) {
      const kept = this.copy(item, depth + 1);
      if (kept !== undefined) copies.push(kept);
    }
    return copies;
  }
}
