import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Issue, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { checkMetaschema } from '../../extraction/schema/parse/parse-schema.ts';
import type { SchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { stepKinds } from '../steps/step-kinds.ts';
import { parseRecipe } from './parse-recipe.ts';
import { recipeSchema } from './recipe-schema.ts';

function issuesOf(input: unknown): readonly Issue[] {
  try {
    parseRecipe(input);
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) return error.details.issues;
    throw error;
  }
  return [];
}

function withSteps(...steps: readonly unknown[]): object {
  return { title: 't', steps };
}

function custom(name: string, parameters: unknown): object {
  return { type: 'customStep', name, parameters };
}

test('the shipped JSON Schema is one', () => {
  expect(checkMetaschema('2020-12', recipeSchema)).toEqual([]);
});

test('every type of step stands in the JSON Schema once, with words for editors', () => {
  const { $defs } = recipeSchema as { readonly $defs: Readonly<Record<string, SchemaObject>> };
  for (const [type, { schema, parameters }] of Object.entries(stepKinds)) {
    expect($defs[type]).toBe(schema);
    expect(schema).toMatchObject({
      title: expect.any(String) as string,
      description: expect.any(String) as string,
    });
    const list = $defs[parameters === undefined ? 'step' : 'customStep']?.['allOf'];
    const [, ...others] = [list]
      .flat()
      .filter((each) => JSON.stringify(each).includes(`"${type}"`));
    expect(others).toEqual([]);
  }
  expect($defs['ownStep']).toMatchObject({
    enum: ['extract', 'paginate', 'repeat', 'drag', 'wait', 'upload', 'screenshot'],
  });
});

test('every kind of step the Recorder exports is read, with its defaults', () => {
  const { steps, title, timeoutMs } = parseRecipe({
    title: 'A recording',
    timeout: 9_000,
    selectorAttribute: 'data-test',
    steps: [
      {
        type: 'setViewport',
        width: 900,
        height: 700,
        deviceScaleFactor: 1,
        isMobile: false,
        hasTouch: false,
        isLandscape: false,
      },
      {
        type: 'navigate',
        url: 'https://a.example/',
        assertedEvents: [
          { type: 'navigation', url: 'https://a.example/', title: '' },
          { type: 'of a later Chrome', more: 1 },
        ],
      },
      {
        type: 'click',
        target: 'main',
        selectors: [['aria/Go'], ['#go'], ['xpath///*[@id="go"]'], ['pierce/#go'], ['text/Go']],
        offsetX: 10,
        offsetY: 5.5,
        button: 'secondary',
        deviceType: 'touch',
        duration: 60,
      },
      { type: 'doubleClick', selectors: [['#a', '#b']], offsetX: 1, offsetY: 1, frame: [0, 1] },
      { type: 'hover', selectors: ['#a'], timeout: 100 },
      { type: 'change', value: 'x', selectors: [['#a']], target: 'https://a.example/popup' },
      { type: 'keyDown', key: 'Enter', target: 'main' },
      { type: 'keyUp', key: 'Enter', target: 'main' },
      { type: 'scroll', x: 0, y: 300 },
      { type: 'scroll', selectors: ['#a'] },
      { type: 'emulateNetworkConditions', download: -1, upload: 0, latency: 20 },
      { type: 'waitForElement', selectors: ['#a'] },
      {
        type: 'waitForElement',
        selectors: ['#a'],
        operator: '<=',
        count: 0,
        visible: false,
        properties: { a: { b: 1 } },
        attributes: { c: 'd' },
      },
      { type: 'waitForExpression', expression: 'true' },
      { type: 'close', target: 'main' },
    ],
  });
  expect({ title, timeoutMs }).toEqual({ title: 'A recording', timeoutMs: 9_000 });
  expect(steps.map(({ path }) => path)).toEqual(steps.map((_, index) => `/steps/${index}`));
  expect(steps).toMatchObject([
    { type: 'setViewport', width: 900 },
    { type: 'navigate', navigations: [{ url: 'https://a.example/', title: '' }] },
    { offset: { x: 10, y: 5.5 }, button: 'right', deviceType: 'touch', holdMs: 60 },
    { frame: [0, 1], button: 'left', deviceType: 'mouse', element: { path: '/steps/3/selectors' } },
    { timeoutMs: 100, target: 'main' },
    { value: 'x', target: 'https://a.example/popup' },
    { key: 'Enter' },
    { key: 'Enter' },
    { element: undefined, x: 0, y: 300 },
    { x: undefined, element: { selectors: [{ source: '#a' }] } },
    { download: -1, upload: 0, latencyMs: 20 },
    { operator: '>=', count: 1, visible: undefined, properties: {}, attributes: {} },
    {
      operator: '<=',
      count: 0,
      visible: false,
      properties: { a: { b: 1 } },
      attributes: { c: 'd' },
    },
    { expression: 'true' },
    { type: 'close' },
  ]);
});

test('steps of other tools are left out with a warning, where they stand in loops too', () => {
  const foreign = custom('applitools-check', 'any parameters');
  const extract = custom('extract', { fields: { a: { selectors: 'h1' } } });
  const { steps, warnings } = parseRecipe(
    withSteps(foreign, extract, custom('repeat', { times: 2, steps: [foreign] })),
  );
  expect(steps).toMatchObject([{ path: '/steps/1' }, { path: '/steps/2', steps: [] }]);
  expect(warnings).toEqual([
    'Step 1: "applitools-check" is a custom step of another tool and was left out.',
    'Step 3 (repeat), step 1: "applitools-check" is a custom step of another tool and was left out.',
  ]);
});

test('a time-out beyond the longest one, or without an end, is taken as the longest', () => {
  const { steps, timeoutMs, warnings } = parseRecipe({
    title: 't',
    timeout: 60_000,
    steps: [
      { type: 'keyDown', key: 'a', timeout: 30_001 },
      { type: 'keyUp', key: 'a', timeout: 0 },
      { type: 'close', timeout: 30_000 },
    ],
  });
  expect(timeoutMs).toBe(30_000);
  expect(steps.map((step) => step.timeoutMs)).toEqual([30_000, 30_000, 30_000]);
  expect(warnings).toEqual([
    'The recipe: the timeout 60000 is taken as 30000 ms, the longest there is.',
    'Step 1 (keyDown): the timeout 30001 is taken as 30000 ms, the longest there is.',
    'Step 2 (keyUp): the timeout 0 is taken as 30000 ms, the longest there is.',
  ]);
});

test('the answer to a dialog and the expected statuses are read, of custom steps too', () => {
  const extract = custom('extract', { fields: { a: { selectors: 'h1' } } });
  const { steps } = parseRecipe(
    withSteps(
      { type: 'click', selectors: '#a', dialog: 'accept', expectStatus: 404 },
      { type: 'hover', selectors: '#a', dialog: { text: '{{name}}' }, expectStatus: [200, 410] },
      { ...extract, dialog: 'dismiss' },
    ),
  );
  expect(steps).toMatchObject([
    { dialog: 'accept', expectStatus: [404] },
    { dialog: { text: '{{name}}' }, expectStatus: [200, 410] },
    { dialog: 'dismiss', expectStatus: undefined },
  ]);
});

test('an export with its source map, and a recording that began on an empty tab, are read', () => {
  const recording = withSteps(
    { type: 'navigate', url: 'chrome://new-tab-page/' },
    { type: 'navigate', url: 'chrome-error://chromewebdata/' },
    { type: 'navigate', url: 'https://a.example/' },
  );
  const text = `\uFEFF${JSON.stringify(recording, undefined, 2)}\n//# recorderSourceMap=AAYAFD`;
  expect(parseRecipe(text).steps).toMatchObject([{ path: '/steps/2', url: 'https://a.example/' }]);
});

test('a recording of the Recorder before it had steps is refused with the mend', () => {
  expect(issuesOf({ title: 'old', sections: [{ url: 'https://a.example/', steps: [] }] })).toEqual([
    { path: '', message: expect.stringMatching(/"sections".*record it again/) },
  ]);
});

test('our own steps are read, one selector or several', () => {
  const { steps } = parseRecipe(
    withSteps(
      custom('repeat', {
        times: 3,
        while: '#more',
        steps: [{ type: 'click', selectors: '#more' }],
      }),
      custom('extract', {
        items: '.card',
        fields: {
          name: { selectors: 'h2' },
          links: {
            selectors: ['a', ['#host', 'a']],
            attribute: 'href',
            type: 'url',
            list: true,
            optional: true,
          },
        },
        schema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
      }),
      custom('paginate', { loadMore: ['aria/More'], maxPages: 4, until: '.end' }),
    ),
  );
  expect(steps).toMatchObject([
    {
      type: 'repeat',
      times: 3,
      while: { path: '/steps/0/parameters/while' },
      steps: [{ path: '/steps/0/parameters/steps/0', type: 'click' }],
    },
    {
      type: 'extract',
      items: { path: '/steps/1/parameters/items', selectors: [{ source: '.card' }] },
      fields: [
        { name: 'name', type: 'string', isList: false, isOptional: false, attribute: undefined },
        { name: 'links', type: 'url', isList: true, isOptional: true, attribute: 'href' },
      ],
      schema: { type: 'object' },
    },
    {
      by: { kind: 'loadMore', element: { path: '/steps/2/parameters/loadMore' } },
      maxPages: 4,
      until: { path: '/steps/2/parameters/until' },
    },
  ]);
});

test('the example in the documentation is a recipe', () => {
  const docs = readFileSync(new URL('../../../docs/RECIPES.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(\{\n  "\$schema"[\s\S]*?)```/.exec(docs) ?? [];
  const { steps, variables } = parseRecipe(example);
  expect(steps.map(({ type }) => type)).toContain('paginate');
  expect(variables.map(({ name }) => name)).toEqual(['query', 'user', 'password']);
});
