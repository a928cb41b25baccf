import { expect, test } from 'vitest';
import { createRedactor } from './create-redactor.ts';
import { parseRecipe } from '../parse/parse-recipe.ts';

function redactor(values: Readonly<Record<string, string>>, secrets: readonly string[] = []) {
  const variables = Object.keys(values).map((name) => ({
    name,
    defaultValue: undefined,
    isSecret: secrets.includes(name),
  }));
  return createRedactor(variables, new Map(Object.entries(values)));
}

test('messages lose every value, results only secrets', () => {
  const { text, json } = redactor({ city: 'Graz', word: 's3 "cr/et' }, ['word']);
  expect(text('No Graz for s3 "cr/et')).toBe('No {{city}} for {{word}}');
  expect(json({ a: ['Graz', 's3 "cr/et!'], b: 1, c: null })).toEqual({
    a: ['Graz', '{{word}}!'],
    b: 1,
    c: null,
  });
});

test('a secret is also found as URLs and JSON write it', () => {
  const { text } = redactor({ word: 'a "b/ü c' }, ['word']);
  for (const form of ['a%20%22b%2F%C3%BC%20c', 'a+%22b%2F%C3%BC+c', 'a \\"b/ü c']) {
    expect(text(`<${form}>`)).toBe('<{{word}}>');
  }
});

test('a short secret is found where it stands alone', () => {
  const { text } = redactor({ pin: '42' }, ['pin']);
  expect(text('42, 420, PIN:42')).toBe('{{pin}}, 420, PIN:{{pin}}');
});

test('short ordinary values stay, and names put in are not taken for values', () => {
  const { text } = redactor({ a: 'x', b: 'city', city: 'Graz' });
  expect(text('x in Graz, city')).toBe('x in {{city}}, {{b}}');
});

test('the longest value goes as a whole', () => {
  const { text } = redactor({ short: 'abcd', long: 'abcdef' }, ['short', 'long']);
  expect(text('abcdef abcd')).toBe('{{long}} {{short}}');
});

test('names of members that would change a prototype survive', () => {
  const { json } = redactor({ word: 'hush!' }, ['word']);
  const redacted = json(JSON.parse('{"__proto__": {"x": "hush!"}}'));
  expect(JSON.stringify(redacted)).toBe('{"__proto__":{"x":"{{word}}"}}');
});

test('a variable is secret when declared so, or when its name says so', () => {
  const names =
    'password apiKey LOGIN_PIN userPassword otp2 session_token keyword pinned author passenger';
  const variables = { keyword: { secret: true }, password: { secret: false } };
  const steps = [
    {
      type: 'keyDown',
      key: names
        .split(' ')
        .map((name) => `{{${name}}}`)
        .join('')
        .slice(0, 100),
    },
  ];
  const long = names
    .split(' ')
    .map((name) => ({ type: 'change', selectors: 'a', value: `{{${name}}}` }));
  const { variables: read } = parseRecipe({
    title: 't',
    variables,
    steps: [...long, ...steps.slice(1)],
  });
  expect(read.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
    'keyword',
    'apiKey',
    'LOGIN_PIN',
    'userPassword',
    'otp2',
    'session_token',
  ]);
});
