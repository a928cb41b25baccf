import type { ContentSource } from '../../page/page-reading.ts';

/** Where a value was read, or what it was worked out from. */
export interface ValueSource extends ContentSource {
  /** Names what a value was worked out by; absent for a value that was read. */
  readonly rule?: string;
}

/** An object that was filled, with where each of its values stands. */
export interface Filled {
  readonly value: Readonly<Record<string, unknown>>;
  /** By JSON Pointer inside `value`. */
  readonly sources: ReadonlyMap<string, ValueSource>;
  /** Number of values found. */
  readonly found: number;
  /** JSON Pointers of fields that could not be filled; `required` says which of them had to be. */
  readonly missing: readonly MissingField[];
}

/** A field without a value on the page. */
export interface MissingField {
  readonly pointer: string;
  readonly required: boolean;
  /** Number of things on the page that have a value of their own each, where the page itself has none. */
  readonly shown?: number | undefined;
}
