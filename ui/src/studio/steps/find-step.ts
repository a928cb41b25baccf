import type { RecipeDocument, StepDocument } from '../client/shapes.ts';

/** The step at a JSON Pointer; `undefined` where there is none. */
export function findStep(document: RecipeDocument, path: string): StepDocument | undefined {
  const found = path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null && Object.hasOwn(part, name)
          ? (part as Readonly<Record<string, unknown>>)[name]
          : undefined,
      document,
    );
  const isStep = typeof found === 'object' && found !== null && 'type' in found;
  return isStep ? (found as StepDocument) : undefined;
}
