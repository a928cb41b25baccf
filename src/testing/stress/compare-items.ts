import { isDeepStrictEqual } from 'node:util';
import type { RunItem } from '../../operations/recipe-run.ts';

/** A value that a run handed out, or failed to, against what is right. */
export interface StressFault {
  /** The field, or `undefined` for a whole item. */
  readonly field: string | undefined;
  /** `undefined`: nothing was to be read. */
  readonly expected: unknown;
  /** `undefined`: nothing was handed out. */
  readonly got: unknown;
}

/** How the items of a run stand against the right ones, whatever their order. */
export interface ComparedItems {
  /** Values and items that were handed out and are not right. */
  readonly wrong: readonly StressFault[];
  /** Values and items that were not handed out. */
  readonly missing: readonly StressFault[];
}

/** Compares items as a bag: a redesign may sort rows. Items that are not equal are paired by their equal fields. */
export function compareItems(expected: readonly RunItem[], got: readonly RunItem[]): ComparedItems {
  const left = [...expected];
  const others: RunItem[] = [];
  for (const item of got) {
    const at = left.findIndex((right) => isDeepStrictEqual(right, item));
    if (at === -1) others.push(item);
    else left.splice(at, 1);
  }
  const wrong: StressFault[] = [];
  const missing: StressFault[] = [];
  for (const item of others) {
    const shared = left.map((right) => countShared(right, item));
    const at = shared.indexOf(Math.max(...shared));
    const right = at === -1 || (shared[at] ?? 0) === 0 ? undefined : left.splice(at, 1)[0];
    if (right === undefined) {
      wrong.push({ field: undefined, expected: undefined, got: item });
      continue;
    }
    for (const field of new Set([...Object.keys(right), ...Object.keys(item)])) {
      const fault = { field, expected: right[field], got: item[field] };
      if (isDeepStrictEqual(fault.expected, fault.got)) continue;
      (isAbsent(fault.got) ? missing : wrong).push(fault);
    }
  }
  for (const right of left) missing.push({ field: undefined, expected: right, got: undefined });
  return { wrong, missing };
}

function countShared(one: RunItem, other: RunItem): number {
  return Object.keys(one).filter(
    (field) => !isAbsent(one[field]) && isDeepStrictEqual(one[field], other[field]),
  ).length;
}

/** A field that was not found has no value, or an empty list. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
