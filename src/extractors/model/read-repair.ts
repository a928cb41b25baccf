import { findAtPath } from '../../schema/json-pointer.ts';
import { isSchemaObject } from '../../schema/list-applicable-schemas.ts';

interface Place {
  readonly pointer: string;
  readonly segments: readonly string[];
}

/** A value for a failing place. */
export interface RepairPatch {
  readonly segments: readonly string[];
  readonly value: unknown;
}

/**
 * Finds the values for the failing places in what the model answered: by pointer as asked, or, from models that give
 * the whole answer again, at the same path, or the one value by itself. Empty when there is none; everything else in
 * the answer is left alone.
 */
export function readRepair(answer: unknown, places: readonly Place[]): readonly RepairPatch[] {
  const patches: RepairPatch[] = [];
  for (const { pointer, segments } of places) {
    const named = findByPointer(answer, pointer);
    const value = named === undefined ? findAtPath(answer, segments) : named;
    if (value !== undefined) patches.push({ segments, value });
  }
  if (patches.length > 0) return patches;
  const [only] = places;
  if (only === undefined || places.length > 1 || answer === undefined) return [];
  return [{ segments: only.segments, value: answer }];
}

function findByPointer(answer: unknown, pointer: string): unknown {
  if (!isSchemaObject(answer)) return undefined;
  const spellings = [
    pointer,
    `#${pointer}`,
    pointer.slice(1),
    pointer.slice(1).replaceAll('/', '.'),
  ];
  const name = spellings.find((spelling) => Object.hasOwn(answer, spelling));
  return name === undefined ? undefined : answer[name];
}
