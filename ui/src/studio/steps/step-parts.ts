import type { Selectors, StepDocument } from '../client/shapes.ts';

const memberLabels = {
  url: 'Address',
  value: 'Value',
  key: 'Key',
  timeout: 'Longest time in milliseconds',
  width: 'Width in pixels',
  height: 'Height in pixels',
  offsetX: 'Pixels from the left',
  offsetY: 'Pixels from the top',
  maxPages: 'Most pages',
  urlTemplate: 'Address with {page}',
  prompt: 'What to read',
  times: 'How often',
  x: 'Pixels from the left',
  y: 'Pixels from the top',
} as Readonly<Record<string, string>>;

/** A part of a step that has a field of its own in the editor; `path` leads to it, member by member. */
export type StepPart = { readonly path: readonly string[]; readonly label: string } & (
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'selectors'; readonly value: Selectors }
);

/** Where selectors stand in a step; those of fields beside them. */
const selectorMembers = [
  ['selectors'],
  ['parameters', 'selectors'],
  ['parameters', 'items'],
  ['parameters', 'next'],
  ['parameters', 'loadMore'],
  ['parameters', 'until'],
  ['parameters', 'while'],
] as const;

/** Members that only look like values. */
const fixed: ReadonlySet<string> = new Set(['type', 'name', 'target', 'deviceType']);

/** Lists what of a step a person may change without its JSON: values first, then selectors. */
export function listStepParts(step: StepDocument): readonly StepPart[] {
  const values = [
    ...listValues(step, []).filter(({ path }) => !fixed.has(path[0] ?? '')),
    ...listValues(findPart(step, ['parameters']), ['parameters']),
  ];
  const fields = findPart(step, ['parameters', 'fields']);
  const names = isObject(fields) ? Object.keys(fields) : [];
  const places: readonly (readonly string[])[] = [
    ...selectorMembers,
    ...names.map((name) => ['parameters', 'fields', name, 'selectors']),
  ];
  const selectors = places.flatMap((path): readonly StepPart[] => {
    const value = findPart(step, path);
    if (typeof value !== 'string' && !Array.isArray(value)) return [];
    const list = typeof value === 'string' ? [value] : (value as Selectors);
    return [{ kind: 'selectors', path, label: labelSelectors(path), value: list }];
  });
  return [...values, ...selectors];
}

/** Returns the step with a part of another value; the step itself stays as it is. */
export function setStepPart(
  step: StepDocument,
  path: readonly string[],
  value: unknown,
): StepDocument {
  const copy = structuredClone(step);
  const holder = findPart(copy, path.slice(0, -1));
  const name = path.at(-1);
  if (isObject(holder) && name !== undefined) {
    Object.defineProperty(holder, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return copy;
}

function listValues(holder: unknown, path: readonly string[]): readonly StepPart[] {
  if (!isObject(holder)) return [];
  const selectors: ReadonlySet<string | undefined> = new Set(
    selectorMembers.map((members) => members.at(-1)),
  );
  return Object.entries(holder).flatMap(([name, value]): readonly StepPart[] => {
    const part = { path: [...path, name], label: memberLabels[name] ?? name };
    if (selectors.has(name)) return [];
    if (typeof value === 'string') return [{ ...part, kind: 'text', value }];
    return typeof value === 'number' ? [{ ...part, kind: 'number', value }] : [];
  });
}

function labelSelectors(path: readonly string[]): string {
  const [, list, field] = path;
  return list === 'fields' && field !== undefined
    ? `Selectors of field ${field}`
    : toSelectorsLabel(path.at(-1) ?? '');
}

function findPart(holder: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined),
    holder,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toSelectorsLabel(member: string): string {
  return member === 'selectors' ? 'Selectors, tried in this order' : `Selectors of “${member}”`;
}
