import type {
  AssertedNavigation,
  DialogAnswer,
  RecipeStep,
  StepBase,
} from '../../runtime/contracts/recipe/recipe.ts';
import { type SchemaObject, isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { type StepReading, type StepType, optionalNumber } from '../steps/step-kind.ts';
import { stepKinds } from '../steps/step-kinds.ts';
import { ownStepNames } from './recipe-schema.ts';
import { suggestName } from '../../runtime/errors/option-checks.ts';

/** One step that the JSON Schema was held against; `undefined` where it cannot be used, or there is nothing to do. */
export function toStep(
  raw: SchemaObject,
  path: string,
  reading: StepReading,
): RecipeStep | undefined {
  const base = toBase(raw, path, reading);
  if (raw['nth'] !== undefined && raw['selectors'] === undefined) {
    reading.refuse(`${path}/nth`, 'has "nth" but no selectors whose matches it could count.');
  }
  // A screenshot needs no parameters.
  const { name, parameters = {} } = raw;
  const isOwn = raw['type'] === 'customStep';
  if (isOwn && !ownStepNames.includes(String(name))) {
    leaveOut(String(name), base, reading);
    return undefined;
  }
  if (!isSchemaObject(parameters)) return undefined;
  const type = (isOwn ? name : raw['type']) as StepType;
  const place = isOwn
    ? { members: parameters, path: `${path}/parameters` }
    : { members: raw, path };
  const { selectors, nth } = place.members;
  const element = () => reading.target(selectors, `${place.path}/selectors`, nth);
  const optionalElement = () => (selectors === undefined ? undefined : element());
  const members = stepKinds[type].parse({ ...reading, ...place, base, element, optionalElement });
  // A kind reads the members of its own type.
  return members && ({ ...base, type, ...members } as RecipeStep);
}

function toBase(raw: SchemaObject, path: string, { warn }: StepReading): StepBase {
  const { timeout, target, frame, assertedEvents, dialog, expectStatus, optional } = raw;
  return {
    path,
    timeoutMs: takeTimeout(timeout, (what) => warn(`${path}/timeout`, what)),
    target: optionalText(target) ?? 'main',
    frame: Array.isArray(frame) ? frame.map(Number) : [],
    navigations: Array.isArray(assertedEvents) ? assertedEvents.flatMap(toNavigation) : [],
    dialog: dialog === undefined ? undefined : (dialog as DialogAnswer),
    expectStatus: expectStatus === undefined ? undefined : [expectStatus].flat().map(Number),
    isOptional: optional === true,
  };
}

/** Milliseconds; the longest time-out that the Recorder's own player takes. */
const maxTimeoutMs = 30_000;

/** Returns a time-out within the limits; 0 stands for none in the tools around the Recorder. */
export function takeTimeout(timeout: unknown, warn: (what: string) => void): number | undefined {
  if (typeof timeout !== 'number' || (timeout > 0 && timeout <= maxTimeoutMs)) {
    return optionalNumber(timeout);
  }
  warn(`the timeout ${timeout} is taken as ${maxTimeoutMs} ms, the longest there is.`);
  return maxTimeoutMs;
}

function toNavigation(event: unknown): readonly AssertedNavigation[] {
  if (!isSchemaObject(event) || event['type'] !== 'navigation') return [];
  return [{ url: optionalText(event['url']), title: optionalText(event['title']) }];
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Leaves out a step of another tool, as the Recorder's own player does; a name that is nearly ours is a mistake. */
function leaveOut(name: string, { path }: StepBase, { refuse, warn }: StepReading): void {
  const meant = suggestName(name, ownStepNames);
  if (meant === undefined) {
    warn(
      path,
      `"${name.slice(0, maxNameLength)}" is a custom step of another tool and was left out.`,
    );
  } else refuse(`${path}/name`, `there is no custom step "${name}"; did you mean "${meant}"?`);
}

/** Names of steps come from outside: longer ones are cut in messages. */
const maxNameLength = 60;
