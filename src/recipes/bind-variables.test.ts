import { load } from 'cheerio';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecipeStep } from '../runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../runtime/errors/gleaner-error.ts';
import { bindVariables } from './bind-variables.ts';
import { parseRecipe } from './format/parse-recipe.ts';

function bindSteps(
  steps: readonly object[],
  given: Readonly<Record<string, unknown>>,
  variables: object = {},
): readonly RecipeStep[] {
  return bindVariables(parseRecipe({ title: 't', variables, steps }), given).recipe.steps;
}

function bindSelector(selector: string, value: string): string {
  const [step] = bindSteps([{ type: 'click', selectors: [selector] }], { v: value });
  return (step?.type === 'click' ? step.element.selectors[0].parts[0]?.value : undefined) ?? '';
}

function issuesOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) {
      return error.details.issues.map(({ path, message }) => `${path} ${message}`);
    }
    throw error;
  }
  return [];
}

test('a value replaces the name in every kind of string', () => {
  const steps = [
    {
      type: 'navigate',
      url: 'https://a.example/{{v}}',
      assertedEvents: [{ type: 'navigation', title: '{{v}}' }],
    },
    { type: 'change', selectors: ['#q'], value: 'say {{v}}!' },
    { type: 'keyDown', key: '{{v}}', dialog: { text: '{{v}}' } },
    {
      type: 'waitForElement',
      selectors: ['#q'],
      attributes: { a: '{{v}}' },
      properties: { b: ['{{ v }}'] },
    },
    {
      type: 'customStep',
      name: 'repeat',
      parameters: {
        times: 2,
        steps: [
          {
            type: 'customStep',
            name: 'extract',
            parameters: { items: 'text/{{v}}', prompt: 'about {{v}}' },
          },
        ],
      },
    },
    {
      type: 'customStep',
      name: 'paginate',
      parameters: { urlTemplate: 'https://a.example/{{v}}?p={page}', until: 'aria/{{v}}' },
    },
  ];
  const text = JSON.stringify(bindSteps(steps, { v: 'X' }));
  expect(text.match(/\{\{ ?v ?\}\}/g)).toHaveLength(2);
  expect(text.match(/"source":"[^"]*\{\{v\}\}/g)).toHaveLength(2);
  expect(
    text.match(
      /say X!|about X|example\/X|"[ab]":\[?"X"|"text":"X"|"key":"X"|"title":"X"|"value":"X"/g,
    ),
  ).toHaveLength(11);
});

test('defaults serve where nothing is given, and what is given goes before them', () => {
  const step = [{ type: 'keyDown', key: '{{a}}{{b}}{{c}}' }];
  const variables = { a: 'A', b: { default: 2, secret: true }, c: true };
  expect(bindSteps(step, {}, variables)).toMatchObject([{ key: 'A2true' }]);
  expect(bindSteps(step, { a: '', c: 'C' }, variables)).toMatchObject([{ key: '2C' }]);
});

test('all missing and unknown names are reported at once, with the one that was meant', () => {
  const issues = issuesOf(() =>
    bindSteps([{ type: 'keyDown', key: '{{query}} {{size}}' }], {
      qeury: 'my value',
      __proto__x: 1,
    }),
  );
  expect(issues).toEqual([
    '/variables/qeury The recipe has no variable "qeury"; did you mean "query".',
    '/variables/__proto__x The recipe has no variable "__proto__x"; it has query, size.',
    '/variables/query The variable "query" has no value; pass one, or give it a default.',
    '/variables/size The variable "size" has no value; pass one, or give it a default.',
  ]);
});

test('a value in CSS means only itself, in names and in strings', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), (value) => {
      const plain = value.toWellFormed().replaceAll('\0', '\uFFFD');
      const page = load('<p></p><p></p><b></b>');
      page('p')
        .first()
        .attr({ id: `x${plain}`, title: plain });
      for (const selector of ['#x{{v}}', '[title="{{v}}"]', "p[title='{{v}}']"]) {
        expect(page(bindSelector(selector, value)).index()).toBe(0);
        expect(page(bindSelector(selector, value))).toHaveLength(1);
      }
    }),
  );
});

test('a control character in CSS is escaped, since not every parser of selectors takes it for a part of a name', () => {
  expect(bindSelector('#x{{v}}', '\u0080')).toBe('#x\\80 ');
});

test('digits in CSS stay numbers where a number is meant', () => {
  expect(bindSelector('li:nth-child({{v}})', '12')).toBe('li:nth-child(12)');
  expect(bindSelector('#{{v}}', '12')).toBe('#\\31 \\32 ');
  expect(bindSelector('#a-{{v}} .b', '1')).toBe('#a-1 .b');
});

test.each([
  ['//a[.="{{v}}"]', "it's", '//a[.="it\'s"]'],
  ["//a[.='{{v}}']", "it's", '//a[.="it\'s"]'],
  ['//a[.="say {{v}}"]', 'a"b', "//a[.='say a\"b']"],
  ['//a[.="{{v}}"]', 'a"\'b', '//a[.=concat("a", \'"\', "\'b")]'],
  ['//li[{{v}}]', '3', '//li[3]'],
])('in XPath %j with %j becomes %j', (selector, value, expected) => {
  expect(bindSelector(`xpath/${selector}`, value)).toBe(expected);
});

test('outside of quotes in XPath, and in the host of a URL, only plain values may stand', () => {
  expect(issuesOf(() => bindSelector('xpath///li[{{v}}]', '1] | //a[1'))).toHaveLength(1);
  const host = [{ type: 'navigate', url: 'https://{{v}}.example/' }];
  expect(bindSteps(host, { v: 'shop' })).toMatchObject([{ url: 'https://shop.example/' }]);
  expect(issuesOf(() => bindSteps(host, { v: 'evil.example/?' }))).toHaveLength(1);
});

test('a value in a URL stays one segment or one parameter', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const [step] = bindSteps(
        [{ type: 'navigate', url: 'https://a.example/s?q={{v}}&x=1#{{v}}' }],
        { v: value },
      );
      const url = new URL(step?.type === 'navigate' ? step.url : '');
      expect(url.searchParams.get('q')).toBe(value.toWellFormed());
      expect(url.searchParams.get('x')).toBe('1');
    }),
  );
});

test('a whole URL may come from a value, when it is one', () => {
  const step = [{ type: 'navigate', url: '{{v}}' }];
  expect(bindSteps(step, { v: 'https://a.example/b?c=d&e' })).toMatchObject([
    { url: 'https://a.example/b?c=d&e' },
  ]);
  expect(issuesOf(() => bindSteps(step, { v: 'javascript:alert(1)' })).join()).not.toContain(
    'alert',
  );
});

test('a value in an expression stays inside its string, whatever quotes it uses', () => {
  for (const quote of ['"', "'", '`']) {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const expression = `${quote}{{v}}${quote}`;
        const [step] = bindSteps([{ type: 'waitForExpression', expression }], { v: value });
        const bound = step?.type === 'waitForExpression' ? step.expression : '';
        expect(bound).toMatch(/^(["'`])(?:\w|\\u[0-9a-f]{4})*\1$/);
        expect(JSON.parse(`"${bound.slice(1, -1)}"`)).toBe(value);
      }),
    );
  }
});

test('a recorded text that only looks like a variable stays', () => {
  expect(bindSteps([{ type: 'keyDown', key: '{{ 1 + 1 }} {{}} {{a b}}' }], {})).toMatchObject([
    { key: '{{ 1 + 1 }} {{}} {{a b}}' },
  ]);
});

test.each([
  ['https://a.example/users/{{v}}/items', '..'],
  ['https://a.example/users/{{v}}/items', '.'],
  ['https://a.example/users/.{{v}}', '.'],
  ['https://a.example/users/{{v}}{{v}}/x', '.'],
  ['https://a.example/users/%2e{{v}}?q=1', '.'],
  ['https://a.example/users/{{v}}%2E#top', '.'],
  ['https://a.example/users/%2E%2e{{v}}', ''],
  [String.raw`https://a.example/users\{{v}}\items`, '..'],
  ['https://a.example/users/.\t{{v}}', '.'],
])('in the path of %s the value %j is refused', (url, value) => {
  const steps = [{ type: 'navigate', url }];
  expect(issuesOf(() => bindSteps(steps, { v: value }))).toEqual([
    '/variables/v The value of "v" leads to another path of the URL: "." and ".." may not be a part of it.',
  ]);
});

const bindPath = (url: string, v: string): string => {
  const [step] = bindSteps([{ type: 'navigate', url }], { v });
  return step?.type === 'navigate' ? new URL(step.url).pathname : '';
};

test('dots that name no folder stay, and a path stays as deep as it was whatever the value', () => {
  expect(bindPath('https://a.example/{{v}}', '...')).toBe('/...');
  expect(bindPath('https://a.example/v{{v}}', '..')).toBe('/v..');
  expect(bindPath('https://a.example/x?back={{v}}', '..')).toBe('/x');
  const hostile = fc.string({
    unit: fc.constantFrom('.', '%', '2', 'e', 'E', '/', '\\', '\t', 'a'),
  });
  fc.assert(
    fc.property(hostile, fc.constantFrom('', '.', '%2e', 'a'), (value, before) => {
      const url = `https://a.example/users/${before}{{v}}/items`;
      const refused = issuesOf(() => bindSteps([{ type: 'navigate', url }], { v: value }));
      if (refused.length > 0) return;
      expect(bindPath(url, value)).toMatch(/^\/users\/[^/]*\/items$/);
    }),
  );
});

test.each(['text/{{v}}', 'text/ {{v}} ', 'aria/{{v}}', 'xpath///a[contains(., "{{v}}")]'])(
  'an empty value in %s is refused, which would match everything',
  (selector) => {
    for (const value of ['', ' ', '\u200B', '\u00A0\n']) {
      const isXpath = selector.startsWith('xpath');
      if (isXpath && value !== '') continue;
      expect(issuesOf(() => bindSelector(selector, value))).toEqual([
        '/variables/v The value of "v" stands for the text of an element and must not be empty.',
      ]);
    }
    expect(issuesOf(() => bindSelector(selector, 'x'))).toEqual([]);
  },
);

test('an empty value beside other text of a selector may stand', () => {
  expect(bindSelector('text/Show {{v}}', '')).toBe('Show ');
});
