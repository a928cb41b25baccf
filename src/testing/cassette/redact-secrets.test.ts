import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pagesFetcher } from '../../../test/support/pages-fetcher.ts';
import { createGleaner } from '../../core/engine/create-gleaner.ts';
import { systemClock } from '../../runtime/signals/waiting.ts';
import { scriptedModel } from '../../../test-kit/scripted-model.ts';
import { cassette } from './cassette.ts';
import { createSecrets } from './redact-secrets.ts';
import { openTape } from './tape/open-tape.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-secrets-'));
  file = path.join(folder, 'shop.har');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

/** Places where the bytes of a text stand in any file of the folder, in any form that shows it. */
function findLeaks(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const aligned = [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(3)]).toString('base64');
    // The characters at both ends depend on what stands beside.
    return all.slice(
      Math.ceil((before * 4) / 3) + 1,
      Math.floor(((before + bytes.length) * 4) / 3) - 1,
    );
  });
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...aligned,
    ...aligned.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    Buffer.from(secret, 'utf16le').toString('latin1'),
  ];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const content = readFileSync(path.join(parentPath, name), 'latin1');
      // Base64 of a HAR, decoded.
      const decoded = [...content.matchAll(/"([\w+/]{16,}={0,2})"/g)].map(([, text = '']) =>
        Buffer.from(text, 'base64').toString('latin1'),
      );
      const texts = [name, content, ...decoded];
      return forms.flatMap((form) =>
        texts.some((text) => text.includes(form)) ? [`${name}: ${form}`] : [],
      );
    });
}

/** A secret in plain text, in a URL and in base64. */
const text = (secret: string): string =>
  `${secret} ${encodeURIComponent(secret)} ${Buffer.from(`x${secret}y`).toString('base64')}`;

const canary = (name: string): string => `canary/${name}+5f3a&9c`;

test('no secret reaches any file, wherever it stands and however it is encoded', async () => {
  vi.stubEnv('SHOP_API_KEY', canary('environment'));
  const declared = canary('declared');
  const tape = openTape({
    file,
    mode: 'record',
    fetcher: 'stub',
    models: undefined,
    clock: systemClock(),
    secrets: [declared, /pat-\d{6}-[a-z]+/],
  });
  tape.secrets.add(canary('variable'));
  const signal = new AbortController().signal;
  const page = {
    url: `https://shop.example/in?token=${encodeURIComponent(canary('landed'))}`,
    status: 200,
    headers: {
      'content-type': 'text/html',
      'set-cookie': `sid=${canary('set-cookie').replaceAll('&', '')}; Path=/; HttpOnly\nlang=en; Path=/`,
      'x-auth-token': canary('response-header'),
      location: `/next?access_token=${encodeURIComponent(canary('location'))}`,
    },
    body: Buffer.from(
      `<p>${[text(declared), text(canary('environment')), text(canary('variable')), 'pat-123456-abc', text(canary('authorization')), canary('cookie').replaceAll('&', '')].join('<br>')}</p>${'-'.repeat(9_000)}`,
    ),
  };
  const request = {
    method: 'POST',
    url: `https://user:${encodeURIComponent(canary('userinfo'))}@shop.example/in?api_key=${encodeURIComponent(canary('query'))}&q=lamp`,
    headers: {
      authorization: `Bearer ${canary('authorization')}`,
      'proxy-authorization': `Basic ${Buffer.from(`me:${canary('proxy')}`).toString('base64')}`,
      cookie: `sid=${canary('cookie').replaceAll('&', '')}; lang=en`,
      'x-api-key': canary('header-key'),
      'content-type': 'application/json',
    },
    body: Buffer.from(
      JSON.stringify({
        user: 'ada',
        password: canary('json'),
        nested: { clientSecret: canary('nested') },
      }),
    ),
  };
  await tape.exchange({ channel: 'fetcher', request, signal, live: async () => page });
  await tape.exchange({
    channel: 'fetcher',
    request: {
      method: 'POST',
      url: 'https://shop.example/form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(`user=ada&password=${encodeURIComponent(canary('form'))}`),
    },
    signal,
    live: async () => ({
      ...page,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ access_token: canary('granted'), note: canary('json') })),
    }),
  });
  const binary = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(declared, 'utf16le')]);
  await tape.exchange({
    channel: 'fetcher',
    request: { method: 'GET', url: 'https://shop.example/utf16', headers: {} },
    signal,
    live: async () => ({ ...page, headers: {}, body: binary }),
  });
  await tape.call({
    channel: 'model',
    request: { prompt: [`Use ${text(declared)}`], [canary('environment')]: 1 },
    signal,
    live: async () => ({ answer: { text: text(declared) }, body: Buffer.from(text(declared)) }),
  });
  const failing = tape.call({
    channel: 'model',
    request: {},
    signal,
    live: () => Promise.reject(new Error(`Refused ${declared}`)),
  });
  await expect(failing).rejects.toThrow('Refused');

  const names = [
    'environment',
    'declared',
    'variable',
    'landed',
    'response-header',
    'location',
    'userinfo',
    'query',
    'authorization',
    'proxy',
    'header-key',
    'json',
    'nested',
    'form',
    'granted',
  ].map(canary);
  const cookies = ['set-cookie', 'cookie'].map((name) => canary(name).replaceAll('&', ''));
  const all = [...names, ...cookies, 'pat-123456-abc'];
  const list = (): readonly string[] => all.flatMap(findLeaks);
  // Nothing is written while it is recorded.
  expect(readdirSync(folder)).toEqual([]);
  await tape.close();
  expect(readdirSync(folder).toSorted()).toEqual(['shop.har', 'shop.har.bodies']);
  expect(list()).toEqual([]);
  // What is no secret stays readable.
  const har = readFileSync(file, 'utf8');
  expect(har).toContain('; Path=/; HttpOnly');
  expect(har).toContain('q=lamp');
  expect(har).toContain('ada');
  // The search finds what is there.
  writeFileSync(path.join(folder, 'control'), Buffer.from(`x${declared}y`).toString('base64'));
  expect(findLeaks(declared)).not.toEqual([]);
});

const ask = async (mode: 'record' | 'replay', key: string) => {
  const url = `https://shop.example/lamp?api_key=${key}`;
  const fetcher = pagesFetcher({ [url]: `<h1>Brass lamp</h1><p>Key ${key}</p>` });
  const model = scriptedModel([{ content: { name: 'Brass lamp' } }]);
  await using tape = cassette(file, { mode, fetcher, model, secrets: [key] });
  const { result } = await createGleaner({ ...tape.parts }).extract({ url, prompt: 'The name' });
  return result;
};

test('requests with other secrets than the recorded ones still match', async () => {
  await ask('record', 'recorded-key-1234');
  expect(await ask('replay', 'key-of-another-machine')).toEqual({ name: 'Brass lamp' });
});

test('the same value has the same placeholder everywhere, and another value another', async () => {
  const pages = pagesFetcher({
    'https://shop.example/': '<p>first-secret second-secret first-secret</p>',
  });
  await using tape = cassette(file, {
    mode: 'record',
    fetcher: pages,
    secrets: ['first-secret', 'second-secret'],
  });
  await createGleaner({ ...tape.parts }).scrape({ url: 'https://shop.example/' });
  await tape.close();
  expect(readFileSync(file, 'utf8')).toContain(
    '<p>gleaner-secret-1 gleaner-secret-2 gleaner-secret-1</p>',
  );
});

test('a secret of under four characters is refused', () => {
  expect(() => cassette(file, { mode: 'record', secrets: ['abc'] })).toThrow(
    'Expected each of `secrets` to have at least 4 characters',
  );
});

test('a short secret is replaced as a whole word, and a word of the placeholder only once', async () => {
  const url = 'https://shop.example/';
  const page = '<p>PIN 7, 17 lamps, a secret, 7 again</p>';
  const tape = cassette(file, {
    mode: 'record',
    fetcher: pagesFetcher({ [url]: page }),
    secrets: ['secret', /(?<=PIN )7/],
  });
  await createGleaner({ ...tape.parts, browser: false }).scrape({ url });
  await tape.close();
  expect(readFileSync(file, 'utf8')).toMatch(
    /<p>PIN (gleaner-secret-\d+), 17 lamps, a gleaner-secret-1, \1 again<\/p>/,
  );
});

test('bytes of a picture are left alone by a short secret', () => {
  const secrets = createSecrets([]);
  secrets.add('7');
  const picture = Buffer.from([0xff, 0xd8, 0x20, 0x37, 0x20, 0xff]);
  expect(secrets.bytes(picture)).toEqual(picture);
  expect(secrets.text('pin 7')).toBe('pin gleaner-secret-1');
});
