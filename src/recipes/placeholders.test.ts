import { expect, test } from 'vitest';
import { createRedactor } from './placeholders.ts';
import { parseRecipe } from './format/parse-recipe.ts';

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

test('a secret that was read as a number is taken out of items, in lists and objects too', () => {
  const { items, json } = redactor({ code: '123456', price: '250' }, ['code']);
  expect(items([{ a: 123456, b: [123456, -123456, 12], c: { d: 123456 }, e: 250 }])).toEqual([
    { a: '{{code}}', b: ['{{code}}', '{{code}}', 12], c: { d: '{{code}}' }, e: 250 },
  ]);
  // Places and counts of our own are no values of a page.
  expect(json({ x: 123456 })).toEqual({ x: 123456 });
});

test.each([
  ['0123', 123],
  ['4111 1111 1111 1111', 4111111111111111],
  ['12,50', 12.5],
  ["1'234.50", 1234.5],
  ['TAN-482913', 482913],
])('the secret %j is known as the number %d', (code, number) => {
  expect(redactor({ code }, ['code']).items([number])).toEqual(['{{code}}']);
});

test('digits of a secret are found in groups, and not within other numbers', () => {
  const { text } = redactor({ code: '123456' }, ['code']);
  expect(text('123,456 123.456 123 456 12-34-56 id123456')).toBe(
    '{{code}} {{code}} {{code}} {{code}} id{{code}}',
  );
  expect(text('1123456 1234567 12.34.56 1,123,456')).toBe('1123456 1234567 12.34.56 1,{{code}}');
  const { text: card } = redactor({ card: '4111111111111111' }, ['card']);
  expect(card('4111 1111 1111 1111, 4111-1111-1111-1111')).toBe('{{card}}, {{card}}');
});

test.each([
  'S3cret & "Word"',
  's3cret & "word"',
  'S3CRET & "WORD"',
  'S3cret&"Word"',
  'S3cret &amp; &quot;Word&quot;',
  'S3cret%20%26%20%22Word%22',
  's3cret+%26+%22word%22',
  String.raw`S3cret\ \&\ \"Word\"`,
  Buffer.from('S3cret & "Word"').toString('base64'),
  Buffer.from('S3cret & "Word"').toString('hex'),
  // As the address that a log-in leads back to stands in the address of the log-in.
  '/in?next=%2Fin%3Fword%3DS3cret%2520%2526%2520%2522Word%2522',
])('the secret is found as %s', (form) => {
  expect(redactor({ word: 'S3cret & "Word"' }, ['word']).text(`<${form}>`)).not.toContain(form);
});

test('letters with marks are found in one code point and in two, and as ASCII JSON has them', () => {
  const { text } = redactor({ word: 'Geh\u00E4use9' }, ['word']);
  expect(text('Geh\u00E4use9, Geha\u0308use9, "Geh\\u00e4use9"')).toBe(
    '{{word}}, {{word}}, "{{word}}"',
  );
});

test('names of members lose secrets too, and only names of the recipe are taken for placeholders', () => {
  const { json } = redactor({ word: 'hunter2' }, ['word']);
  expect(json({ 'Hello hunter2': '{{hunter2}} {{word}}' })).toEqual({
    'Hello {{word}}': '{{{{word}}}} {{word}}',
  });
});
