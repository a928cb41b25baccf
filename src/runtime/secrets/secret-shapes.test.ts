import { describe, expect, test } from 'vitest';
import {
  isCardNumber,
  isSecretShape,
  listSecretShapes,
  replaceCardCodes,
} from './secret-shapes.ts';

/** Keeps a key in two parts, so that no scanner of repositories takes it for a real one. */
const part = (text: string): string => text;
const of = (length: number, alphabet = 'aB3dE5gH7jK9mN2pQ4'): string =>
  Array.from({ length }, (_, index) => alphabet[index % alphabet.length]).join('');
const hex = (length: number): string => of(length, '0a1b2c3d4e5f6789');
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: '1234567890' })}.${of(43)}`;
const pem = `-----BEGIN PRIVATE KEY-----\n${of(64)}\n${of(40)}\n-----END PRIVATE KEY-----`;

// Put together here, so that no scanner takes them for real ones.
const keys: readonly (readonly [kind: string, text: string, secret: string])[] = [
  ['a JWT', `go to /?jwt=${jwt}`, jwt],
  ['an encrypted JWT', `${encode({ alg: 'dir' })}..${of(16)}.${of(30)}.${of(22)}`, of(30)],
  ['an AWS key', `accessKeyId: ${part('AK')}IA${of(16, 'ABCDEFG234567')}`, of(16, 'ABCDEFG234567')],
  ['a Google key', `${part('AI')}za${of(35)}`, of(35)],
  ['a Google token', `${part('ya')}29.${of(60)}`, of(60)],
  ['an Azure account', `AccountName=x;AccountKey=${of(86)}==;`, `${of(86)}==`],
  ['an Azure client', `abc8Q~${of(34)}`, of(34)],
  ['a Stripe key', `${part('sk')}_live_${of(24)}`, of(24)],
  ['a Stripe webhook', `${part('wh')}sec_${of(32)}`, of(32)],
  ['a Square token', `${part('sq')}0atp-${of(22)}`, of(22)],
  ['a Shopify token', `${part('sh')}pat_${hex(32)}`, hex(32)],
  ['a GitHub token', `${part('gh')}p_${of(36)}`, of(36)],
  ['a GitHub fine-grained token', `${part('github')}_pat_${of(60)}`, of(60)],
  ['a GitLab token', `${part('gl')}pat-${of(20)}`, of(20)],
  ['a Slack token', `${part('xo')}xb-12345678-${of(24)}`, of(24)],
  ['a Slack webhook', `https://hooks.slack.com/services/T0/B0/${of(24)}`, of(24)],
  ['an npm token', `${part('np')}m_${of(36)}`, of(36)],
  ['an OpenAI key', `${part('sk')}-proj-${of(48)}`, of(48)],
  ['an older OpenAI key', `${part('sk')}-${of(48)}`, of(48)],
  ['an Anthropic key', `${part('sk')}-ant-api03-${of(48)}`, of(48)],
  ['a PEM key', pem, of(40)],
  ['a PEM key in JSON', JSON.stringify({ key: pem }), of(40)],
  ['a URL with a password', 'dsn: "postgres://u:pw-Canary@db/x"', 'pw-Canary'],
  ['a URL with a short password', 'redis://ada:pass@cache.example', 'ada:pass@'],
  ['a URL with an `@` in its password', 'postgres://u:pw@Canary@db/x', 'pw@Canary'],
  ['a bearer token', `Authorization: Bearer ${of(30)}`, of(30)],
  ['basic credentials', `Basic ${btoa('ada:lighthouse')}`, btoa('ada:lighthouse')],
  ['a card in groups', 'Paid by 4242 4242 4242 4242.', '4242 4242 4242 4242'],
  ['a card in JSON', '{"cardNumber":"4111111111111111"}', '4111111111111111'],
  ['an American Express card', '3782 822463 10005', '3782 822463 10005'],
  ['a member of a script', "const cfg = { apikey: 'k3y-0f-th3-sh0p' };", 'k3y-0f-th3-sh0p'],
  ['a token in a link', '<a href="/in?a=b&access_token=t0k3n-in-a-link">', 't0k3n-in-a-link'],
  ['a key without quotes', `aws_secret_access_key = ${of(40)}`, of(40)],
  ['a variable of a shell', 'export API_KEY=k3y-of-the-shell', 'k3y-of-the-shell'],
  ['a text area', '<textarea name="token" rows=2>t0k3n-in-an-area</textarea>', 't0k3n-in-an-area'],
  ['a refresh token', '{"refresh":"rt_0123456789abc"}', 'rt_0123456789abc'],
  ['a form', '<input type=hidden name=csrf_token value=c5rf-0123456789>', 'c5rf-0123456789'],
  ['a form of Django', `<input value='${of(64)}' name="csrfmiddlewaretoken">`, of(64)],
  ['a form of .NET', `<input name="__RequestVerificationToken" value="${of(50)}">`, of(50)],
  ['JSON in a text of a script', `var s = "{\\"apiKey\\":\\"${hex(32)}\\"}"`, hex(32)],
  ['JSON in JSON in a script', `"{\\\\\\"apiKey\\\\\\":\\\\\\"${hex(32)}\\\\\\"}"`, hex(32)],
  ['JSON in an attribute', `<div data-x="{&quot;token&quot;: &quot;${of(40)}&quot;}">`, of(40)],
  ['JSON in an attribute, by numbers', `{&#34;api_key&#34;:&#34;${hex(32)}&#34;}`, hex(32)],
  ['what a script keeps', `localStorage.setItem("token", "${of(32)}")`, of(32)],
  ['a header that a script sets', `headers.set('X-Api-Key','${hex(32)}')`, hex(32)],
  ['an element of XML', `<config><apiKey>${hex(32)}</apiKey></config>`, hex(32)],
  ['YAML', `<pre>db:\n  - api_key: ${hex(32)}\n</pre>`, hex(32)],
  ['a header that is shown', `<code>X-Api-Key: ${hex(32)}</code>`, hex(32)],
  ['a meta tag', `<meta content="${of(40)}" name="csrf-token">`, of(40)],
];

test.each(keys)('%s is known by its shape or its name', (_kind, text, secret) => {
  const found = listSecretShapes(`<p>before ${text} behind</p>`);
  expect(found.some((value) => value.includes(secret))).toBe(true);
});

describe('no secret', () => {
  test.each([
    'ISBN 978-3-16-148410-0 and 9783161484100',
    'EAN 4006381333931, order 4111111111111111, 4111111111111111.50 €',
    'Call +49 4111 1111 1111 11, IBAN DE89 3704 0044 0532 0130 00',
    '2024-01-02 2026-11-23T19:38:08.123456789Z 1700000000000000',
    'Bearer of good news, Basic understanding of things, basic info: yes',
    'https://shop.example:8080/a@b https://cdn.example/npm/react@18.2.0/index.js',
    'class="sk-fading-circle-animation sk-cube-grid"',
    'eyJhbGciOiJIUzI1NiJ9 alone, pk_live_0123456789abcdefghij',
    '{"password":"Passwort","token":"Wertmarke","secret":"/forgot/secret1"}',
    '<input name="q" value="lamp 2000"><input name="token" value="">',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'token = readToken2(page); token=state12.current; secret=tokens42[0]; monkey=abcdefgh123',
    '<textarea name="note">order12345678</textarea> <a href="?q=lamp12345678">',
    '{&quot;token&quot;:&quot;Wertmarke&quot;} <token>Wertmarke</token> t("token", "Wertmarke")',
    "<p>12345678</p> <code>abcdefgh12345678</code> t('lamp', 'abcdefgh12345678')",
    'f({\n  token: selectedTokens42Value\n  secret: secretsOfThePage,\n})',
    'Token: see page 12\nPassword: /forgot/secret1\nkeyword: abcdefgh12345678',
    'price 4242 4242, sku 4242-4242-4242-4241',
  ])('is seen in %s', (text) => {
    expect(listSecretShapes(text)).toEqual([]);
  });
});

test('a card number has the range of an issuer and the check digit', () => {
  const cards =
    '4242424242424242 5555555555554444 2223003122003222 378282246310005 6011111111111117';
  expect(cards.split(' ').map(isCardNumber)).not.toContain(false);
  const others =
    '4242424242424241 9783161484100 1234567812345670 0000000000000000 5000000000000009';
  expect(others.split(' ').map(isCardNumber)).not.toContain(true);
});

test('a value that was pasted as a whole is known, and an ordinary text is not', () => {
  expect([jwt, ` ${part('gh')}p_${of(36)}\n`, '4242 4242 4242 4242'].map(isSecretShape)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['brass lamp', '9783161484100', `see ${jwt}`].map(isSecretShape)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ['in JSON', '{"cvv":"123"}', '{"cvv":"#"}'],
  ['in a script', "pay({ cardCvc: 1, card_cvc : '0456' })", "pay({ cardCvc: 1, card_cvc : '#' })"],
  ['in a query', 'a=1&cc-csc=789&b=2', 'a=1&cc-csc=#&b=2'],
  ['in a field', '<input name="cvv" size=4 value="123">', '<input name="cvv" size=4 value="#">'],
  ['in a field, before its name', '<input value=123 name=cvc2>', '<input value=# name=cvc2>'],
])('the security code of a card is replaced in its place: %s', (_where, text, wanted) => {
  expect(replaceCardCodes(text, '#')).toBe(wanted);
});

test.each([
  '123',
  'cvv 123',
  '{"cvvs":"123"}',
  'csc=12345',
  'csc = 123.50',
  '<input name=q value=123>',
])('no code of a card is seen in %s', (text) => {
  expect(replaceCardCodes(text, '#')).toBe(text);
});
