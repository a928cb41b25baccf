import { expect, test } from 'vitest';
import { eachWay } from './open-stage.ts';

const extraction = { website_url: 'https://shop.test/lamp', user_prompt: 'the price' };
const json = { 'content-type': 'application/json' };

eachWay((openStage) => {
  test.each([
    ['no JSON', '{"website_url":'],
    ['empty', ''],
    ['an array', '[]'],
    ['a text', '"https://shop.test/"'],
    ['null', 'null'],
    ['JSON with a comment', '{} // a'],
    ['a number beyond all numbers', '{"max_age":1e999}'],
    ['not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['deep', `{"output_schema":${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}}`],
    ['a long list', `{"include_tags":[${'1,'.repeat(300_000)}1]}`],
  ])('a body that is %s is an invalid request', async (_name, raw) => {
    const { ask, service, account } = await openStage();
    const { status, body } = await ask({ path: '/v1/smartscraper', raw, headers: json });
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details).toEqual({ issues: expect.any(Array) });
    expect(await service.creditsRemaining(account)).toBe(100);
  });

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'a body must say that it is JSON, not %s',
    async (type) => {
      const { ask } = await openStage();
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const raw = new TextEncoder().encode(JSON.stringify(extraction));
      const { status, body } = await ask({ path: '/v1/smartscraper', raw, headers });
      expect(status).toBe(400);
      expect(body.error.message).toContain('Content-Type: application/json');
    },
  );

  test.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'the content type may be written as %s',
    async (type) => {
      const { ask } = await openStage();
      const raw = JSON.stringify(extraction);
      const headers = { 'content-type': type };
      expect((await ask({ path: '/v1/smartscraper', raw, headers })).status).toBe(200);
    },
  );

  test('a body may begin with a byte order mark', async () => {
    const { ask } = await openStage();
    const raw = `\uFEFF${JSON.stringify(extraction)}`;
    expect((await ask({ path: '/v1/smartscraper', raw, headers: json })).status).toBe(200);
  });

  test('a body beyond a megabyte is too large, and one of a megabyte is not', async () => {
    const { ask } = await openStage();
    const fit = 1_048_576;
    const start = '{"website_url":"https://shop.test/","user_prompt":"price"';
    const raw = `${start}${' '.repeat(fit - start.length - 1)}}`;
    expect((await ask({ path: '/v1/smartscraper', raw, headers: json })).status).toBe(200);
    const { status, body } = await ask({ path: '/v1/smartscraper', raw: `${raw} `, headers: json });
    expect(status).toBe(413);
    expect(body.error.code).toBe('invalid_request');
  });

  test.each([
    ['/v1/smartscraper', extraction],
    ['/v1/scrape', { website_url: extraction.website_url }],
    ['/v1/smartbrowse/recipes/x/run', {}],
  ])('%s refuses fields that it does not know', async (path, known) => {
    const { ask } = await openStage();
    const { status, body } = await ask({ path, json: { ...known, webhook_url: 'https://a.test' } });
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      issues: [{ path: '/webhook_url', message: expect.any(String) }],
    });
  });

  test('the last of two equal names counts, as everywhere in JSON', async () => {
    const { ask, fetcher } = await openStage();
    const raw =
      '{"website_url":"https://a.test/","website_url":"https://b.test/","user_prompt":"price"}';
    expect((await ask({ path: '/v1/smartscraper', raw, headers: json })).status).toBe(200);
    expect(fetcher.requests.map(({ url }) => url)).toEqual(['https://b.test/']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a field named %s is as unknown as any other',
    async (name) => {
      const { ask } = await openStage();
      const raw = `{"website_url":"https://a.test/","user_prompt":"price","${name}":{"stealth":true}}`;
      const { status } = await ask({ path: '/v1/smartscraper', raw, headers: json });
      expect(status).toBe(400);
      expect(Object.hasOwn(Object.prototype, 'stealth')).toBe(false);
    },
  );

  test('all that is wrong with a body is reported at once, under the names that the client used', async () => {
    const { ask } = await openStage();
    const wrong = {
      website_url: 5,
      user_prompt: '',
      page_complexity: 'medium',
      parse_mode: 'fast',
      max_age: -1,
    };
    const { body } = await ask({ path: '/v1/smartscraper', json: wrong });
    const issues = body.error.details['issues'] as readonly { readonly path: string }[];
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      '/max_age',
      '/page_complexity',
      '/parse_mode',
      '/user_prompt',
      '/website_url',
    ]);
  });

  test('what only the work on the request finds is reported under the wire’s names, too', async () => {
    const { ask } = await openStage();
    const { body } = await ask({
      path: '/v1/smartscraper',
      json: { ...extraction, website_url: 'ftp://a.test/', output_schema: { type: 'thing' } },
    });
    const issues = body.error.details['issues'] as readonly { readonly path: string }[];
    expect(new Set(issues.map(({ path }) => path.split('/')[1]))).toEqual(
      new Set(['website_url', 'output_schema']),
    );
    expect(body.error.message).not.toMatch(/`(?:url|prompt|schema)`/);
  });
});
