import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { pagesFetcher } from '../../../../test/support/pages-fetcher.ts';
import { createGleaner } from '../../../core/engine/create-gleaner.ts';
import { scriptedModel } from '../../../../test-kit/scripted-model.ts';
import { cassette } from '../cassette.ts';

const text = { type: 'string' };
const count = { type: 'number' };
const dateTime = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$`,
};

/** An object with these members, and `_…` beside them, as HAR allows. */
function object(properties: object, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    properties,
    required,
    patternProperties: { '^_': {} },
    additionalProperties: false,
  };
}
const list = (items: object): object => ({ type: 'array', items });
const pairs = list(object({ name: text, value: text, comment: text }, ['comment']));

/** HAR 1.2 as its specification has it. Source: http://www.softwareishard.com/blog/har-12-spec/ */
const harSchema = object({
  log: object(
    {
      version: { const: '1.2' },
      creator: object({ name: text, version: text }),
      pages: list(
        object({ startedDateTime: dateTime, id: text, title: text, pageTimings: object({}) }),
      ),
      entries: list(
        object(
          {
            pageref: text,
            startedDateTime: dateTime,
            time: { type: 'number', minimum: 0 },
            request: object(
              {
                method: text,
                url: text,
                httpVersion: text,
                cookies: pairs,
                headers: pairs,
                queryString: pairs,
                postData: object({ mimeType: text, text }),
                headersSize: count,
                bodySize: count,
              },
              ['postData'],
            ),
            response: object({
              status: count,
              statusText: text,
              httpVersion: text,
              cookies: pairs,
              headers: pairs,
              content: object({ size: count, mimeType: text, text, encoding: text }, [
                'text',
                'encoding',
              ]),
              redirectURL: text,
              headersSize: count,
              bodySize: count,
            }),
            cache: object({}),
            timings: object({ send: count, wait: count, receive: count }),
          },
          ['pageref'],
        ),
      ),
    },
    ['pages'],
  ),
});

test('a cassette is HAR 1.2, with a small page in it and a large one beside it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-har-'));
  const file = path.join(folder, 'shop.har');
  const shop = 'https://shop.example';
  const large = `<h1>Many lamps</h1>${'<p>Brass lamp, £5</p>'.repeat(1_000)}`;
  const fetcher = pagesFetcher({
    [`${shop}/small?page=1`]: '<h1>Brass lamp</h1>',
    [`${shop}/large`]: large,
    [`${shop}/bytes`]: {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<p>caf\xe9</p>', 'latin1'),
    },
  });
  const model = scriptedModel(() => ({ content: { name: 'Brass lamp' } }));
  const tape = cassette(file, { mode: 'record', fetcher, model });
  const gleaner = createGleaner({ ...tape.parts });
  for (const place of ['small?page=1', 'large', 'bytes', 'gone']) {
    await gleaner
      .extract({ url: `${shop}/${place}`, prompt: 'The name' })
      .catch((error: unknown) => error);
  }
  await tape.close();

  const source = readFileSync(file, 'utf8');
  const har = JSON.parse(source) as {
    readonly log: {
      readonly entries: readonly {
        readonly request: object;
        readonly response: { readonly content: object };
      }[];
      readonly _gleaner: { readonly calls: readonly object[] };
    };
  };
  const validate = new Ajv({ strict: false }).compile(harSchema);
  validate(har);
  expect(validate.errors).toBeNull();
  const [small, many, bytes] = har.log.entries.map(({ response }) => response.content);
  expect(small).toEqual({
    size: 19,
    mimeType: 'text/html; charset=utf-8',
    text: '<h1>Brass lamp</h1>',
  });
  expect(bytes).toMatchObject({ encoding: 'base64' });
  const { _gleanerFile: name } = many as { readonly _gleanerFile: string };
  expect(name).toMatch(/^[0-9a-f]{64}\.html$/);
  expect(readFileSync(path.join(`${file}.bodies`, name), 'utf8')).toBe(large);
  // A reviewer sees a changed line, not a changed page.
  expect(Math.max(...source.split('\n').map((line) => line.length))).toBeLessThan(1_000);
  expect(har.log._gleaner.calls[0]).toMatchObject({
    channel: 'model',
    request: {
      model: 'scripted',
      page: expect.arrayContaining([expect.stringContaining('Brass lamp')]),
    },
  });
  rmSync(folder, { recursive: true });
});

test('recording the same again gives the same file but for its times, and removes bodies that are no longer used', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-har-'));
  const file = path.join(folder, 'shop.har');
  const url = 'https://shop.example/';
  const record = async (page: string): Promise<string> => {
    const fetcher = pagesFetcher({ [url]: page });
    await using tape = cassette(file, { mode: 'record', fetcher });
    await createGleaner({ ...tape.parts }).scrape({ url });
    await tape.close();
    return readFileSync(file, 'utf8')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/"(?:time|wait)": \d+/g, 'TIME')
      .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, 'ID');
  };
  const large = '<p>Brass lamp</p>'.repeat(1_000);
  const first = await record(large);
  expect(await record(large)).toBe(first);
  expect(await record('<p>Sold out</p>')).not.toContain('_gleanerFile');
  expect(readdirSync(folder)).toEqual(['shop.har']);
  rmSync(folder, { recursive: true });
});
