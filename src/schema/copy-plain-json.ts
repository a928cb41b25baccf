import type { Issue } from '../errors/error-codes.ts';
import { toJsonPointer } from './json-pointer.ts';

/** Bounds on a copy. */
export interface PlainJsonLimits {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number;
  /** Values in all. */
  readonly maxNodes: number;
  /**
   * Whether members named `__proto__` are left out: merging such a value into an object
   * changes the object's prototype. @default false
   */
  readonly dropsPrototypes?: boolean;
}

/** The copy, or why there is none. */
export interface PlainJsonCopy {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** How many members named `__proto__` were left out. */
  readonly dropped: number;
}

/** Most issues that are reported. */
const maxIssues = 20;

/**
 * Copies a value from outside with only what JSON can represent: no getters run, no prototypes, no cycles
 * (the depth limit ends them). Properties that are `undefined` are left out, as JSON does.
 */
export function copyPlainJson(input: unknown, limits: PlainJsonLimits): PlainJsonCopy {
  const issues: Issue[] = [];
  let nodes = 0;
  let dropped = 0;
  const path: (string | number)[] = [];

  function refuse(message: string): undefined {
    if (issues.length < maxIssues) issues.push({ path: toJsonPointer(path), message });
    return undefined;
  }

  function copy(value: unknown): unknown {
    nodes += 1;
    if (nodes > limits.maxNodes) {
      if (nodes === limits.maxNodes + 1) refuse(`holds more than ${limits.maxNodes} values`);
      return undefined;
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      return Number.isFinite(value) ? value : refuse(`is ${value}, which JSON cannot say`);
    }
    if (typeof value !== 'object') return refuse(`is a ${typeof value}, which JSON cannot say`);
    if (path.length >= limits.maxDepth) {
      return refuse(`is nested deeper than ${limits.maxDepth} levels, or holds itself`);
    }
    if (Array.isArray(value)) return copyArray(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    // Objects of another realm (a vm, a frame) have a different Object.prototype, which also ends the chain.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      return refuse('is an instance of a class; give plain JSON');
    }
    return copyObject(value);
  }

  function copyArray(items: readonly unknown[]): readonly unknown[] {
    const copied: unknown[] = [];
    for (let index = 0; index < items.length && nodes <= limits.maxNodes; index += 1) {
      const descriptor = Object.getOwnPropertyDescriptor(items, index);
      path.push(index);
      if (descriptor === undefined) refuse('is a hole in an array');
      else if (!('value' in descriptor)) refuse('is a getter; give plain JSON');
      else copied.push(copy(descriptor.value));
      path.pop();
    }
    return copied;
  }

  function copyObject(source: object): object {
    const copied = {};
    for (const name of Object.keys(source)) {
      if (nodes > limits.maxNodes) break;
      if (name === '__proto__' && limits.dropsPrototypes === true) {
        dropped += 1;
        continue;
      }
      const descriptor = Object.getOwnPropertyDescriptor(source, name);
      if (descriptor === undefined) continue;
      path.push(name);
      if (!('value' in descriptor)) refuse('is a getter; give plain JSON');
      else if (descriptor.value !== undefined) setOwn(copied, name, copy(descriptor.value));
      path.pop();
    }
    return copied;
  }

  const value = copy(input);
  return { value: issues.length > 0 ? undefined : value, issues, dropped };
}

/** Sets an own property whatever its name: `__proto__` assigned plainly would change the prototype instead. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else (target as Record<string, unknown>)[name] = value;
}
