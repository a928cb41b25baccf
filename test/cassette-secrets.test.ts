import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGleaner } from '../src/core/engine/create-gleaner.ts';
import { cassette, scriptedModel } from '../test-kit/index.ts';
import { pagesFetcher } from './support/pages-fetcher.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-shapes-'));
  file = path.join(folder, 'shop.har');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const toJwt = (subject: string): string =>
  `${encode({ alg: 'HS256' })}.${encode({ sub: subject })}.c2lnbmF0dXJlLW9mLTMyLWJ5dGVz`;
/** Keeps a key in two parts, so that no scanner of repositories takes it for a real one. */
const part = (text: string): string => text;
const secrets = {
  query: toJwt('in-the-query'),
  header: 'custom-auth-0815',
  bearer: 'b34r3r-in-a-script',
  jwt: toJwt('in-a-script'),
  refresh: 'r3fr3sh-in-a-script',
  access: `${part('AK')}IAABCDEFGHIJKLMNOP`,
  dsn: 'pw-0f-postgres',
  apikey: 'k3y-in-a-script',
  card: '4111111111111111',
  csrf: 'c5rf-in-an-input',
  stripe: `${part('sk')}_live_0123456789abcdefABCDEF`,
  text: `${part('gh')}p_0123456789abcdefghijABCDEFGHIJ012345`,
};
const url = `https://shop.example/?jwt=${secrets.query}`;
const page = `<!doctype html><title>Lamps</title>
<script>const config = { bearer: '${secrets.bearer}', jwt: "${secrets.jwt}", refresh: '${secrets.refresh}',
  accessKeyId: '${secrets.access}', dsn: 'postgres://u:${secrets.dsn}@db.example/shop', apikey: "${secrets.apikey}",
  card: '${secrets.card}', stripe: '${secrets.stripe}' };</script>
<form><input type="hidden" name="csrf_token" value="${secrets.csrf}"></form>
<h1>Brass lamp</h1><p>Price 1,299.00 €, ISBN 978-3-16-148410-0, item 4006381333931.</p>
<p>Token ${secrets.text}</p>`;

async function ask(mode: 'record' | 'replay', subject = 'in-the-query') {
  const asked = url.replace(secrets.query, toJwt(subject));
  const model = scriptedModel([{ content: { name: 'Brass lamp', price: 1299 } }]);
  await using tape = cassette(file, { mode, fetcher: pagesFetcher({ [asked]: page }), model });
  await using gleaner = createGleaner({ ...tape.parts, browser: false });
  const extracted = await gleaner.extract({
    url: asked,
    prompt: 'The lamp',
    headers: { 'x-custom-auth': secrets.header },
  });
  const scraped = await gleaner.scrape({ url: asked, format: 'markdown' });
  return { extracted, markdown: scraped.markdown };
}

const written = (): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))
    .join('\n');

test('a secret without a name of its own stands in no cassette, and all that is none stays', async () => {
  await ask('record');
  const text = written();
  const markdown = secrets.text.replaceAll('_', String.raw`\\_`);
  const leaks = [...Object.entries(secrets), ['markdown', markdown] as const].filter(([, secret]) =>
    text.includes(secret),
  );
  expect(leaks.map(([name]) => name)).toEqual([]);
  expect(text).toContain('Price 1,299.00 €, ISBN 978-3-16-148410-0, item 4006381333931.');
});

test('a recording without secrets replays with an equal result, also for a request with another token', async () => {
  const recorded = await ask('record');
  expect((await ask('replay')).extracted).toEqual(recorded.extracted);
  const replayed = await ask('replay', 'of-another-machine');
  expect(replayed.extracted.result).toEqual(recorded.extracted.result);
  // Of a page, only what was taken out reads otherwise.
  expect(replayed.markdown.replaceAll(/gleaner-secret-\d+/g, secrets.text)).toBe(
    recorded.markdown.replaceAll(String.raw`\_`, '_'),
  );
});
