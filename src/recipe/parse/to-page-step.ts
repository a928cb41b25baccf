import type { DragStep, Offset, RecipeStep, StepBase, WaitStep } from '../../contracts/recipe.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/list-applicable-schemas.ts';
import type { StepReading } from './create-target-reader.ts';

/** One of our own steps that act on a page as a person does; `undefined` for another name, or where it cannot be used. */
export function toPageStep(
  name: unknown,
  parameters: SchemaObject,
  base: StepBase,
  reading: StepReading,
): RecipeStep | undefined {
  const path = `${base.path}/parameters`;
  switch (name) {
    case 'drag':
      return toDrag(parameters, path, base, reading);
    case 'upload': {
      const element = reading.target(parameters['selectors'], `${path}/selectors`);
      if (element === undefined) return undefined;
      const names = [parameters['files']].flat();
      return { ...base, type: 'upload', element, files: names.map(String) };
    }
    case 'wait':
      return toWait(parameters, path, base, reading);
    default:
      return undefined;
  }
}

/** The offsets of a click or of one end of a drag; `undefined` unless both are given. */
export function toOffset({ offsetX: x, offsetY: y }: SchemaObject): Offset | undefined {
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

function toDrag(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse }: StepReading,
): DragStep | undefined {
  const element = target(parameters['selectors'], `${path}/selectors`);
  const raw = parameters['to'];
  const place = isSchemaObject(raw) ? raw : { selectors: raw };
  const { selectors } = place;
  const toOffsets = toOffset(place);
  const toPath = isSchemaObject(raw) ? `${path}/to/selectors` : `${path}/to`;
  const to = selectors === undefined ? undefined : target(selectors, toPath);
  if (element === undefined || (selectors !== undefined && to === undefined)) return undefined;
  if (to === undefined && toOffsets === undefined) {
    refuse(`${path}/to`, 'drags the element nowhere: "to" needs selectors, or both offsets.');
  }
  const offset = toOffset(parameters);
  return { ...base, type: 'drag', element, offset, to, toOffset: toOffsets };
}

function toWait(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse }: StepReading,
): WaitStep {
  const { for: kind, selectors } = parameters;
  if (kind === 'network' && selectors !== undefined) {
    refuse(`${path}/selectors`, 'is for "change" alone: requests belong to no element.');
  }
  return {
    ...base,
    type: 'wait',
    for: kind === 'change' ? 'change' : 'network',
    element: selectors === undefined ? undefined : target(selectors, `${path}/selectors`),
  };
}
