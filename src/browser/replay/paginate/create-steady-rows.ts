import type { ReadItem } from '../../in-page/item-reader.ts';
import { type PageReading, type StepReading, listItems } from '../read/page-reader.ts';

/**
 * Knows the rows of a list whose text changes while they stand, such as live prices: by the fields that stay. Without it
 * each change would be a new item.
 */
interface SteadyRows {
  /** Compares a reading with the one before; returns whether rows of a step were found to change for the first time. */
  note(reading: PageReading): boolean;
  /** The reading, with its items told apart by what stays. */
  steady(reading: PageReading): PageReading;
}

export function createSteadyRows(): SteadyRows {
  /** The indexes of the fields that stay, by the index of the step. */
  const kept = new Map<number, readonly number[]>();
  let last: PageReading | undefined;

  return {
    note(reading) {
      let isNew = false;
      for (const [index, reads] of reading.steps.entries()) {
        const before = last?.steps[index];
        if (before === undefined || kept.has(index)) continue;
        const fields = findKept(before, reads);
        if (fields === undefined) continue;
        kept.set(index, fields);
        isNew = true;
      }
      last = reading;
      return isNew;
    },
    steady: (reading) => ({
      ...reading,
      steps: reading.steps.map((reads, index) => {
        const fields = kept.get(index);
        return fields === undefined ? reads : knownBy(reads, fields);
      }),
    }),
  };
}

function knownBy({ step, output }: StepReading, fields: readonly number[]): StepReading {
  const items = output.items.map((item) => ({
    ...item,
    identity: { ...item.identity, text: toName(item, fields) },
  }));
  return { step, output: { ...output, items } };
}

function toName({ values }: ReadItem, fields: readonly number[]): string {
  return JSON.stringify(fields.map((field) => values[field]));
}

/**
 * The fields by which the rows of two readings are the same ones, where their texts differ; `undefined` where none do, or where
 * the fields that stay do not tell the rows apart. More rows may have come behind.
 */
function findKept(before: StepReading, now: StepReading): readonly number[] | undefined {
  const olds = listItems(before);
  const items = listItems(now);
  if (olds.length < 2 || items.length < olds.length) return undefined;
  const pairs = olds.flatMap((old, index) => {
    const item = items[index];
    return item === undefined ? [] : [{ old, item }];
  });
  if (pairs.every(({ old, item }) => old.identity.text === item.identity.text)) return undefined;
  const fields = now.step.fields.flatMap((_field, field) =>
    pairs.every(({ old, item }) => toName(old, [field]) === toName(item, [field])) ? [field] : [],
  );
  const names = new Set(items.map((item) => toName(item, fields)));
  return names.size === items.length ? fields : undefined;
}
