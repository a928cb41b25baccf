import type {
  AssertedNavigation,
  DialogAnswer,
  ClickStep,
  PointerButton,
  RecipeStep,
  StepBase,
  WaitForElementStep,
} from '../../contracts/recipe/recipe.ts';
import { isSchemaObject, type SchemaObject } from '../../schema/list-applicable-schemas.ts';
import type { StepReading } from './create-target-reader.ts';
import { toCustomStep } from './to-custom-step.ts';
import { toOffset } from './to-page-step.ts';
import { listPlaceholders } from '../variables/fill-text.ts';

/** One step that the JSON Schema was held against; `undefined` where it cannot be used, or there is nothing to do. */
export function toStep(
  raw: SchemaObject,
  path: string,
  reading: StepReading,
): RecipeStep | undefined {
  const base = toBase(raw, path, reading);
  const element = () => reading.target(raw['selectors'], `${path}/selectors`, raw['nth']);
  if (raw['nth'] !== undefined && raw['selectors'] === undefined) {
    reading.refuse(`${path}/nth`, 'has "nth" but no selectors whose matches it could count.');
  }
  switch (raw['type']) {
    case 'click':
    case 'doubleClick':
      return toClick(raw['type'], raw, base, reading);
    case 'hover': {
      const found = element();
      return found === undefined ? undefined : { ...base, type: 'hover', element: found };
    }
    case 'change': {
      const found = element();
      if (found === undefined) return undefined;
      const value = String(raw['value']);
      const variables = [...new Set(listPlaceholders(value))];
      return { ...base, type: 'change', element: found, value, variables };
    }
    case 'keyDown':
    case 'keyUp':
      return { ...base, type: raw['type'], key: String(raw['key']) };
    case 'navigate':
      return toNavigate(raw, base, reading);
    case 'scroll': {
      const found = raw['selectors'] === undefined ? undefined : element();
      const [x, y] = [optionalNumber(raw['x']), optionalNumber(raw['y'])];
      return { ...base, type: 'scroll', element: found, x, y, isToEnd: raw['to'] === 'end' };
    }
    case 'setViewport':
      return {
        ...base,
        type: 'setViewport',
        width: Number(raw['width']),
        height: Number(raw['height']),
        deviceScaleFactor: optionalNumber(raw['deviceScaleFactor']) ?? 1,
        isMobile: raw['isMobile'] === true,
        hasTouch: raw['hasTouch'] === true,
        isLandscape: raw['isLandscape'] === true,
      };
    case 'emulateNetworkConditions':
      return {
        ...base,
        type: 'emulateNetworkConditions',
        download: Number(raw['download']),
        upload: Number(raw['upload']),
        latencyMs: Number(raw['latency']),
      };
    case 'waitForElement': {
      const found = element();
      if (found === undefined) return undefined;
      return { ...base, type: 'waitForElement', element: found, ...toCondition(raw) };
    }
    case 'waitForExpression':
      return { ...base, type: 'waitForExpression', expression: String(raw['expression']) };
    case 'close':
      return { ...base, type: 'close' };
    default:
      return toCustomStep(raw, base, reading);
  }
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

/** What the Recorder calls buttons, by the names browsers are driven with. */
const buttons: ReadonlyMap<unknown, PointerButton> = new Map([
  ['primary', 'left'],
  ['auxiliary', 'middle'],
  ['secondary', 'right'],
  ['back', 'back'],
  ['forward', 'forward'],
]);

function toClick(
  type: ClickStep['type'],
  raw: SchemaObject,
  base: StepBase,
  { target }: StepReading,
): ClickStep | undefined {
  const element = target(raw['selectors'], `${base.path}/selectors`, raw['nth']);
  if (element === undefined) return undefined;
  const { deviceType, button, duration } = raw;
  return {
    ...base,
    type,
    element,
    offset: toOffset(raw),
    button: buttons.get(button) ?? 'left',
    deviceType: deviceType === 'pen' || deviceType === 'touch' ? deviceType : 'mouse',
    holdMs: optionalNumber(duration),
  };
}

/** Recordings that began on an empty tab open one of the browser's own pages first: nothing to replay. */
const ownPages = /^(?:about|chrome(?:-[a-z]+)?|edge|brave|devtools):/i;

function toNavigate(
  raw: SchemaObject,
  base: StepBase,
  { refuse }: StepReading,
): RecipeStep | undefined {
  const url = String(raw['url']).trim();
  if (ownPages.test(url)) return undefined;
  // With a variable in front it can be checked only once the value is there.
  if (!url.startsWith('{{') && !/^https?:\/\/[^/]/i.test(url)) {
    refuse(
      `${base.path}/url`,
      'url must be an absolute http or https URL, e.g. "https://example.com/".',
    );
    return undefined;
  }
  return { ...base, type: 'navigate', url };
}

type ElementCondition = Omit<WaitForElementStep, keyof StepBase | 'type' | 'element'>;

function toCondition(raw: SchemaObject): ElementCondition {
  const { operator, count, visible, properties, attributes } = raw;
  return {
    operator: operator === '==' || operator === '<=' ? operator : '>=',
    count: optionalNumber(count) ?? 1,
    visible: typeof visible === 'boolean' ? visible : undefined,
    properties: isSchemaObject(properties) ? properties : {},
    attributes: isSchemaObject(attributes) ? (attributes as Readonly<Record<string, string>>) : {},
  };
}

function optionalNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
