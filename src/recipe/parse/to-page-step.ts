import type {
  DragStep,
  Offset,
  RecipeStep,
  ScreenshotStep,
  StepBase,
  WaitStep,
} from '../../contracts/recipe/recipe.ts';
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
      const element = reading.target(
        parameters['selectors'],
        `${path}/selectors`,
        parameters['nth'],
      );
      if (element === undefined) return undefined;
      const names = [parameters['files']].flat();
      return { ...base, type: 'upload', element, files: names.map(String) };
    }
    case 'screenshot':
      return toScreenshot(parameters, path, base, reading);
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
  const element = target(parameters['selectors'], `${path}/selectors`, parameters['nth']);
  const raw = parameters['to'];
  const place: SchemaObject = isSchemaObject(raw) ? raw : { selectors: raw };
  const selectors = place['selectors'];
  const toOffsets = toOffset(place);
  const toPath = isSchemaObject(raw) ? `${path}/to/selectors` : `${path}/to`;
  const to = selectors === undefined ? undefined : target(selectors, toPath, place['nth']);
  if (element === undefined || (selectors !== undefined && to === undefined)) return undefined;
  if (to === undefined && toOffsets === undefined) {
    refuse(`${path}/to`, 'drags the element nowhere: "to" needs selectors, or both offsets.');
  }
  const offset = toOffset(parameters);
  return { ...base, type: 'drag', element, offset, to, toOffset: toOffsets };
}

function toScreenshot(
  { name, selectors, nth, fullPage }: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse }: StepReading,
): ScreenshotStep {
  if (fullPage === true && selectors !== undefined) {
    refuse(`${path}/fullPage`, 'is for the page: with selectors the picture shows their element.');
  }
  return {
    ...base,
    type: 'screenshot',
    name: typeof name === 'string' ? name : 'page',
    element: selectors === undefined ? undefined : target(selectors, `${path}/selectors`, nth),
    isFullPage: fullPage === true,
  };
}

function toWait(
  parameters: SchemaObject,
  path: string,
  base: StepBase,
  { target, refuse }: StepReading,
): WaitStep {
  const { for: kind, selectors, nth } = parameters;
  if (kind === 'network' && selectors !== undefined) {
    refuse(`${path}/selectors`, 'is for "change" alone: requests belong to no element.');
  }
  return {
    ...base,
    type: 'wait',
    for: kind === 'change' ? 'change' : 'network',
    element: selectors === undefined ? undefined : target(selectors, `${path}/selectors`, nth),
  };
}
