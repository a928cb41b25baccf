import { frameStep, optionalSwitch, parameters, shared, tabStep } from './schema-parts.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import {
  type RawStep,
  type StepKind,
  type StepOf,
  bindElement,
  bindNothing,
  optionalNumber,
  withElement,
} from './step-kind.ts';

/** Recordings that began on an empty tab open one of the browser's own pages first: nothing to replay. */
const ownPages = /^(?:about|chrome(?:-[a-z]+)?|edge|brave|devtools):/i;

export const navigateKind: StepKind<StepOf<'navigate'>> = {
  schema: tabStep({
    title: 'Navigate',
    description: 'Opens a page.',
    properties: {
      url: {
        type: 'string',
        maxLength: 8192,
        description: 'Absolute URL, e.g. "https://example.com/search?q={{query}}".',
        minLength: 1,
      },
    },
    required: ['url'],
  }),
  parse: parseNavigate,
  bind: ({ url }, fill) => ({ url: fill.url(url) }),
};

function parseNavigate({ members, path, refuse }: RawStep): { readonly url: string } | undefined {
  const url = String(members['url']).trim();
  if (ownPages.test(url)) return undefined;
  // With a variable in front it can be checked only once the value is there.
  if (url.startsWith('{{') || /^https?:\/\/[^/]/i.test(url)) return { url };
  refuse(`${path}/url`, 'url must be an absolute http or https URL, e.g. "https://example.com/".');
  return undefined;
}

/** Scrolls the page or an element: to a place, to its end, or into view. */
export const scrollKind: StepKind<StepOf<'scroll'>> = {
  schema: frameStep({
    title: 'Scroll',
    description:
      'Scrolls the page, or with selectors an element: to x and y, or to its end; an element without either is brought into view.',
    properties: {
      selectors: shared('selectors'),
      x: { type: 'number', description: 'Absolute position in CSS pixels.' },
      y: { type: 'number', description: 'Absolute position in CSS pixels.' },
      to: {
        const: 'end',
        description: '"end": scrolls down until nothing more is loaded, instead of to a position.',
      },
    },
  }),
  parse: ({ members: { x, y, to }, optionalElement }) => ({
    element: optionalElement(),
    x: optionalNumber(x),
    y: optionalNumber(y),
    isToEnd: to === 'end',
  }),
  bind: bindElement,
};

const windowSize = {
  type: 'number',
  description: 'CSS pixels, 1 to 16,384.',
  minimum: 1,
  maximum: 16384,
};

export const setViewportKind: StepKind<StepOf<'setViewport'>> = {
  schema: tabStep({
    title: 'Set viewport',
    description: 'Sets the size of the window.',
    properties: {
      width: windowSize,
      height: windowSize,
      deviceScaleFactor: {
        type: 'number',
        description: 'Device pixels for one CSS pixel, up to 10.',
        minimum: 0,
        maximum: 10,
        default: 1,
      },
      isMobile: optionalSwitch("Whether the page's viewport meta tag counts."),
      hasTouch: optionalSwitch('Whether the screen can be touched.'),
      isLandscape: optionalSwitch('Whether the screen lies on its side.'),
    },
    required: ['width', 'height'],
  }),
  parse: ({ members }) => ({
    width: Number(members['width']),
    height: Number(members['height']),
    deviceScaleFactor: optionalNumber(members['deviceScaleFactor']) ?? 1,
    isMobile: members['isMobile'] === true,
    hasTouch: members['hasTouch'] === true,
    isLandscape: members['isLandscape'] === true,
  }),
  bind: bindNothing,
};

const bytesPerSecond = {
  type: 'number',
  description: 'Bytes a second; -1 for no limit.',
  minimum: -1,
};

export const emulateNetworkConditionsKind: StepKind<StepOf<'emulateNetworkConditions'>> = {
  schema: tabStep({
    title: 'Emulate network conditions',
    description: 'Slows the network down, or cuts it off: both rates 0.',
    properties: {
      download: bytesPerSecond,
      upload: bytesPerSecond,
      latency: { type: 'number', description: 'Milliseconds.', minimum: 0 },
    },
    required: ['download', 'upload', 'latency'],
  }),
  parse: ({ members: { download, upload, latency } }) => ({
    download: Number(download),
    upload: Number(upload),
    latencyMs: Number(latency),
  }),
  bind: bindNothing,
};

export const closeKind: StepKind<StepOf<'close'>> = {
  schema: tabStep({ title: 'Close', description: 'Closes the page.', properties: {} }),
  parse: () => ({}),
  bind: bindNothing,
};

/** Keeps a picture of an element, of the window or of the whole page. */
export const screenshotKind: StepKind<StepOf<'screenshot'>> = {
  parameters: 'optional',
  schema: parameters({
    title: 'Screenshot',
    description:
      'Keeps a picture in the folder of downloads: of an element, else of the window, or of the whole page.',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        default: 'page',
        description: 'What it shows, as a part of the file\'s name, e.g. "receipt-{{index}}".',
      },
      selectors: shared('selectors', 'The element to show; without it the page.'),
      nth: shared('nth'),
      fullPage: optionalSwitch('Whether all of the page is shown, not only what is in the window.'),
    },
  }),
  parse({ members: { name, selectors, fullPage }, path, refuse, optionalElement }) {
    if (fullPage === true && selectors !== undefined) {
      refuse(
        `${path}/fullPage`,
        'is for the page: with selectors the picture shows their element.',
      );
    }
    return {
      name: typeof name === 'string' ? name : 'page',
      element: optionalElement(),
      isFullPage: fullPage === true,
    };
  },
  bind: (step, fill) => ({ ...bindElement(step, fill), name: fill.text(step.name) }),
};

export const waitForElementKind: StepKind<StepOf<'waitForElement'>> = {
  schema: frameStep({
    title: 'Wait for element',
    description: 'Waits until as many elements are there as are wanted.',
    properties: {
      selectors: shared('selectors'),
      operator: {
        enum: ['>=', '==', '<='],
        default: '>=',
        description: 'How the number of elements is compared with count.',
      },
      count: {
        type: 'integer',
        minimum: 0,
        maximum: 100000,
        default: 1,
        description: 'Number of elements.',
      },
      visible: {
        type: 'boolean',
        description: 'false waits until the whole condition no longer holds.',
      },
      properties: {
        type: 'object',
        maxProperties: 100,
        description: 'Properties that every element must have.',
      },
      attributes: {
        type: 'object',
        maxProperties: 100,
        description: 'Attributes that every element must have.',
        additionalProperties: { type: 'string', maxLength: 8192 },
      },
    },
    required: ['selectors'],
  }),
  parse(raw) {
    const { operator, count, visible, properties, attributes } = raw.members;
    return withElement(raw, {
      operator: operator === '==' || operator === '<=' ? operator : '>=',
      count: optionalNumber(count) ?? 1,
      visible: typeof visible === 'boolean' ? visible : undefined,
      properties: isSchemaObject(properties) ? properties : {},
      attributes: isSchemaObject(attributes) ? (attributes as Record<string, string>) : {},
    });
  },
  bind: (step, fill) => ({
    ...bindElement(step, fill),
    properties: fill.json(step.properties),
    attributes: fill.json(step.attributes),
  }),
};

export const waitForExpressionKind: StepKind<StepOf<'waitForExpression'>> = {
  schema: frameStep({
    title: 'Wait for expression',
    description:
      "Waits until JavaScript in the page gives something true. Only runs where the recipe's owner enabled it.",
    properties: {
      expression: {
        type: 'string',
        maxLength: 100000,
        description: 'A JavaScript expression.',
        minLength: 1,
      },
    },
    required: ['expression'],
  }),
  parse: ({ members: { expression } }) => ({ expression: String(expression) }),
  bind: ({ expression }, fill) => ({ expression: fill.expression(expression) }),
};

/** Waits for what the step in front set off. */
export const waitKind: StepKind<StepOf<'wait'>> = {
  parameters: 'needed',
  schema: parameters({
    title: 'Wait',
    description: 'Waits for what the step before it set off.',
    required: ['for'],
    properties: {
      for: {
        enum: ['network', 'change'],
        description:
          '"network": until no request of the page is open; "change": until what is shown differs from before the step in front, and has come to rest.',
      },
      selectors: shared(
        'selectors',
        'The element whose change is waited for; without it the page.',
      ),
      nth: shared('nth'),
    },
  }),
  parse({ members: { for: kind, selectors }, path, refuse, optionalElement }) {
    if (kind === 'network' && selectors !== undefined) {
      refuse(`${path}/selectors`, 'is for "change" alone: requests belong to no element.');
    }
    return { for: kind === 'change' ? 'change' : 'network', element: optionalElement() };
  },
  bind: bindElement,
};
