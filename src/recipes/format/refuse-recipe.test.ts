import {
  anything,
  assert,
  constantFrom,
  json,
  jsonValue,
  oneof,
  property,
  record,
} from 'fast-check';
import { expect, test } from 'vitest';
import { type Issue, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { parseRecipe } from './parse-recipe.ts';

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

const extract = custom('extract', { fields: { a: { selectors: 'h1' } } });

test.each([
  ['unknown types', () => ({ type: 'clik' })],
  ['no type', () => ({ selectors: '#a' })],
  ['loops of unknown types', () => custom('repeat', { count: 2, steps: [{ type: 'clik' }] })],
  ['parameters of another kind', () => custom('extract', { fields: 7 })],
])(
  'steps that are faulty beyond the issues that are reported are refused like the first: %s',
  (_what, toFaulty) => {
    const found = issuesOf(withSteps(...Array.from({ length: 400 }, toFaulty)));
    // As many as are reported.
    expect(found).toHaveLength(100);
    expect(found[0]?.path).toMatch(/^\/steps\/0\//);
  },
);

test('all problems are reported at once, each with its step and its field', () => {
  const found = issuesOf({
    title: 't',
    timeout: -1,
    variables: { 'a b': 'x', q: { defalt: 's' } },
    steps: [
      { type: 'clik', selectors: '#a' },
      { type: 'click', selectors: [] },
      { type: 'hover', selectors: [['aria/']] },
      custom('extrct', {}),
      custom('extract', { fields: { price: { selector: '.p', type: 'numbr' } } }),
      custom('paginate', { next: 'a', urlTemplate: 'https://a.example/{page}' }),
      custom('repeat', { steps: [{ type: 'hover' }] }),
      { type: 'navigate', url: 'file:///etc/passwd' },
      custom('extract', { prompt: 'all', schema: { type: 'objekt' } }),
    ],
  });
  const lines = found.map(({ path, message }) => `${path} ${message}`);
  for (const expected of [
    /^\/timeout timeout must be >= 0\. Longest time/,
    /^\/variables\/a b variables\.a b has a name that is not allowed\. A name begins/,
    /^\/variables\/q\/defalt variables\.q\.defalt is not .* did you mean "default"\?$/,
    /^\/steps\/0\/type Step 1 \(clik\): type must be one of .* did you mean "click"\?$/,
    /^\/steps\/1\/selectors Step 2 \(click\): selectors must have at least 1 item\. Alternatives/,
    /^\/steps\/2\/selectors\/0 Step 3 \(hover\): the selector is empty; write the accessible name/,
    /^\/steps\/3\/name Step 4 \(extrct\): there is no custom step "extrct"; did you mean "extract"\?$/,
    /^\/steps\/4\/parameters\/fields\/price\/selectors Step 5 \(extract\): parameters\.fields\.price\.selectors is missing/,
    /^\/steps\/4\/parameters\/fields\/price\/selector Step 5 \(extract\): .* did you mean "selectors"\?$/,
    /^\/steps\/4\/parameters\/fields\/price\/type Step 5 \(extract\): .* did you mean "number"\?$/,
    /^\/steps\/5\/parameters Step 6 \(paginate\): needs exactly one of .* next and urlTemplate\.$/,
    /^\/steps\/6\/parameters\/steps\/0\/selectors Step 7 \(repeat\), step 1 \(hover\): selectors is missing/,
    /^\/steps\/6\/parameters Step 7 \(repeat\): would never end/,
    /^\/steps\/7\/url Step 8 \(navigate\): url must be an absolute http or https URL/,
    /^\/steps\/8\/parameters\/schema\/type Step 9 \(extract\): the schema /,
  ]) {
    expect(lines.filter((line) => expected.test(line))).toHaveLength(1);
  }
  expect(lines).toHaveLength(15);
});

test.each([
  ['no fields and no prompt', [custom('extract', {})], /needs "fields".* or "prompt"/],
  [
    'fields and a prompt',
    [custom('extract', { prompt: 'x', fields: { a: { selectors: 'b' } } })],
    /both/,
  ],
  [
    'no way to the next page',
    [extract, custom('paginate', { maxPages: 2 })],
    /it has none of them/,
  ],
  [
    'a template without {page}',
    [extract, custom('paginate', { urlTemplate: 'https://a.example/' })],
    /hold \{page\}/,
  ],
  ['a relative template', [extract, custom('paginate', { urlTemplate: '/{page}' })], /absolute/],
  [
    'nothing to paginate',
    [custom('paginate', { next: 'a' }), extract],
    /no extract step before it/,
  ],
  [
    'two paginations',
    [extract, custom('paginate', { scroll: true }), custom('paginate', { next: 'a' })],
    /second pagination/,
  ],
  [
    'a pagination in a loop',
    [extract, custom('repeat', { times: 2, steps: [custom('paginate', { next: 'a' })] })],
    /cannot stand in a loop/,
  ],
  [
    'a field called __proto__',
    [
      JSON.parse(
        '{"type":"customStep","name":"extract","parameters":{"fields":{"__proto__":{"selectors":"a"}}}}',
      ),
    ],
    /name that is not allowed/,
  ],
  [
    'an unknown answer to a dialog',
    [{ type: 'click', selectors: '#a', dialog: 'acept' }],
    /did you mean "accept"/,
  ],
  [
    'a dialog answered by a number',
    [{ type: 'click', selectors: '#a', dialog: { text: 1 } }],
    /dialog\.text must be string/,
  ],
  [
    'a status that is none',
    [{ type: 'navigate', url: 'https://a.example/', expectStatus: [404, 4040] }],
    /must be <= 599/,
  ],
  [
    'a dialog of a loop',
    [custom('repeat', { times: 1, steps: [{ type: 'close' }] })].map((step) => ({
      ...step,
      dialog: 'accept',
    })),
    /a loop has no dialog; give it to the step inside/,
  ],
  ['scroll that is not wanted', [extract, custom('paginate', { scroll: false })], /must be true/],
  ['no steps', [], /steps must have at least 1/],
  [
    '1,001 steps in loops',
    [
      custom('repeat', {
        times: 1,
        steps: Array.from({ length: 1_000 }, () => ({ type: 'close' })),
      }),
    ],
    /one more than the 1000 steps/,
  ],
  [
    '21 alternatives',
    [{ type: 'hover', selectors: Array.from({ length: 21 }, () => 'a') }],
    /at most 20 items/,
  ],
])('%s is refused', (_, steps, message) => {
  const issues = issuesOf(withSteps(...steps));
  expect(issues).toHaveLength(1);
  expect(issues[0]?.message).toMatch(message);
});

test('eight loops inside each other are enough', () => {
  const nest = (depth: number): object =>
    depth === 0 ? { type: 'close' } : custom('repeat', { times: 1, steps: [nest(depth - 1)] });
  expect(issuesOf(withSteps(nest(8)))).toEqual([]);
  expect(issuesOf(withSteps(nest(9)))[0]?.message).toMatch(/more than 8 loops/);
});

test.each([
  ['nothing', undefined],
  ['a number', 1],
  ['a list', []],
  ['no JSON', '{"title": "secret of the file'],
  ['a class', new Map()],
  ['a date inside', { title: 't', steps: [new Date(0)] }],
  ['no title', { steps: [{ type: 'close' }] }],
  [
    '2.1 MB',
    { title: 't', steps: [{ type: 'change', selectors: 'a', value: 'x'.repeat(2_100_000) }] },
  ],
  ['13 MB of text', ' '.repeat(13_000_000)],
  ['nesting without end', '['.repeat(100_000) + ']'.repeat(100_000)],
  [
    'deep parameters',
    withSteps(custom('extract', JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)))),
  ],
  ['a million steps', withSteps(...Array.from({ length: 100_000 }, () => ({ type: 'x' })))],
  [
    'a getter',
    {
      title: 't',
      get steps() {
        throw new Error('touched');
      },
    },
  ],
])('%s is refused as an invalid request', (_, input) => {
  const issues = issuesOf(input);
  expect(issues.length).toBeGreaterThan(0);
  expect(issues.length).toBeLessThanOrEqual(200);
  expect(JSON.stringify(issues)).not.toContain('secret of the file');
});

test('whatever comes, it is read or refused as an invalid request', () => {
  const name = constantFrom(
    'type',
    'name',
    'parameters',
    'selectors',
    'steps',
    'fields',
    '__proto__',
    'next',
  );
  const step = record({
    type: oneof(constantFrom('click', 'customStep', 'navigate', 'scroll'), jsonValue()),
    name: oneof(constantFrom('extract', 'paginate', 'repeat'), jsonValue()),
    selectors: jsonValue(),
    url: jsonValue(),
    parameters: oneof(
      jsonValue(),
      record({ steps: jsonValue(), fields: jsonValue(), next: jsonValue(), schema: jsonValue() }),
    ),
  });
  const input = oneof(
    anything(),
    json(),
    record({ title: jsonValue(), steps: oneof(jsonValue(), constantFrom([])) }),
    record({ title: constantFrom('t'), steps: step.map((only) => [only]) }),
    record({ title: constantFrom('t'), sections: step.map((only) => [{ steps: [only] }]) }),
    record({
      title: constantFrom('t'),
      steps: name.map((key) => [JSON.parse(`{"${key}": {"${key}": 1}}`)]),
    }),
  );
  assert(
    property(input, (value) => {
      const issues = issuesOf(value);
      expect(issues.every(({ message }) => message !== '')).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('names of members that would change a prototype change none', () => {
  const text =
    '{"title": "t", "__proto__": {"polluted": 1}, "steps": [{"type": "close", "__proto__": {"polluted": 1}}]}';
  parseRecipe(text);
  expect({}).not.toHaveProperty('polluted');
});

test.each([
  ['steps', { title: 't', steps: Array.from({ length: 5_001 }, () => 0) }, '/steps'],
  [
    'members of an object',
    withSteps(
      custom('extract', Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [at, 0]))),
    ),
    '/steps/0/parameters',
  ],
])('more than 5,000 %s are refused before any of them is looked at', (_, input, path) => {
  // The schema has an issue for each of them, and makes a list of all anew with each.
  expect(issuesOf(input)).toEqual([{ path, message: 'The recipe has more than 5000 members.' }]);
});
