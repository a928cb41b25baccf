import { describe, expect, test } from 'vitest';
import { createGleaner, isGleanerError, type Issue } from '../../src/index.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

const url = 'https://shop.example/lamp';
const prompt = 'The lamp';

async function issuesOf(input: unknown, call?: unknown): Promise<readonly Issue[]> {
  const fetcher = stubFetcher(lampPage);
  const gleaner = createGleaner({ fetcher });
  const [outcome] = await Promise.allSettled([gleaner.extract(input as never, call as never)]);
  await gleaner.close();
  if (outcome.status === 'fulfilled') return [];
  if (!isGleanerError(outcome.reason, 'invalid_request')) throw outcome.reason;
  if (fetcher.requests.length > 0) throw new Error('a refused input was fetched');
  return outcome.reason.details.issues;
}

const pathsOf = async (input: unknown, call?: unknown) =>
  (await issuesOf(input, call)).map(({ path }) => path).sort();

describe('what extract refuses', () => {
  test('an input in order is not refused', async () => {
    expect(await issuesOf({ url, prompt })).toEqual([]);
  });

  test('everything that is wrong is reported at once, by path', async () => {
    const paths = await pathsOf({
      url: 'ftp://shop.example/',
      prompt: '',
      schema: { type: 'objekt' },
      pageComplexity: 'medium',
      includeTags: ['main', 'div > p'],
      headers: { Host: 'elsewhere', 'X-Ok': 'yes' },
      maxAge: -1,
      stealth: 'yes',
      promt: 'typo',
    });
    expect(paths).toEqual([
      '/headers/Host',
      '/includeTags/1',
      '/maxAge',
      '/pageComplexity',
      '/prompt',
      '/promt',
      '/schema/type',
      '/stealth',
      '/url',
    ]);
  });

  test.each([
    ['no input at all', undefined, ['']],
    ['an array', [], ['']],
    ['neither url nor html', { prompt }, ['/url']],
    ['a relative URL', { url: 'example', prompt }, ['/url']],
    ['a URL of another scheme', { url: 'file:///etc/passwd', prompt }, ['/url']],
    ['a URL with credentials', { url: 'https://me:pw@shop.example/', prompt }, ['/url']],
    [
      'a URL of more than 8 KB',
      { url: `https://shop.example/${'a'.repeat(8_200)}`, prompt },
      ['/url'],
    ],
    ['a loopback address', { url: 'http://127.0.0.1/', prompt }, ['/url']],
    ['a loopback address in disguise', { url: 'http://0x7f.1/', prompt }, ['/url']],
    ['a name that stays inside', { url: 'http://wiki/', prompt }, ['/url']],
    ['no prompt', { url }, ['/prompt']],
    ['a schema that is no object', { url, prompt, schema: true }, ['/schema']],
    ['a prompt of more than 10,000 characters', { url, prompt: 'a'.repeat(10_001) }, ['/prompt']],
    ['a fraction of a second', { url, prompt, maxAge: 0.5 }, ['/maxAge']],
    ['a part that there is not', { url, prompt, include: ['secrets'] }, ['/include/0']],
    [
      'header values with line breaks',
      { url, prompt, headers: { a: 'b\r\nc: d' } },
      ['/headers/a'],
    ],
    [
      'fetch options for a given page',
      { html: lampPage, prompt, maxAge: 5, stealth: true, headers: { a: 'b' } },
      ['/headers', '/maxAge', '/stealth'],
    ],
    ['a base that is no URL', { html: lampPage, url: '/lamp', prompt }, ['/url']],
    [
      'a schema with a remote reference',
      { url, prompt, schema: { $ref: 'https://evil.example/s' } },
      ['/schema/$ref'],
    ],
  ])('%s', async (_what, input, paths) => {
    expect(await pathsOf(input)).toEqual(paths);
  });

  test.each([
    ['a time-out of 0', { timeoutMs: 0 }, ['/timeoutMs']],
    ['an empty account', { account: '' }, ['/account']],
    [
      'an idempotency key of more than 255 characters',
      { idempotencyKey: 'k'.repeat(256) },
      ['/idempotencyKey'],
    ],
    ['something else than a signal', { signal: 'now' }, ['/signal']],
    ['an option that there is not', { timeout: 5 }, ['/timeout']],
  ])('call options: %s', async (_what, call, paths) => {
    expect(await pathsOf({ url, prompt }, call)).toEqual(paths);
  });

  test('messages tell how to mend it, and no header value', async () => {
    const [missing] = await issuesOf({ url });
    expect(missing?.message).toMatch(/missing/);
    const issues = await issuesOf({ url, prompt, headers: { a: 'secret\n' } });
    expect(JSON.stringify(issues)).not.toContain('secret');
  });
});

test('a schema without any keyword is told, since nothing is checked against it', async () => {
  await using gleaner = createGleaner();
  const input = { html: '<h1>Lamp</h1>', prompt: 'The name' };
  const warning = /^`schema` has no keyword of JSON Schema, .*"properties": \{"name": \{/;
  const stray = await gleaner.extract({ ...input, schema: { name: 'string' } as never });
  expect(stray.warnings).toContainEqual(expect.stringMatching(warning));
  for (const schema of [
    {},
    { title: 'Lamp' },
    { $schema: 'http://json-schema.org/draft-07/schema#' },
  ]) {
    const { warnings } = await gleaner.extract({ ...input, schema });
    expect(warnings).not.toContainEqual(expect.stringMatching(warning));
  }
});

test('the message ends each problem before the next begins, and says what was given', async () => {
  await using gleaner = createGleaner();
  const extract = (schema: unknown) =>
    gleaner.extract({ html: '<p>x', prompt, schema: schema as never });
  await expect(extract({ type: 'objekt', minimum: 'x' })).rejects.toThrow(
    /Cannot extract: \/schema\/\w+: [^:]*\. \/schema\/\w+: [^:]*[^.]$/,
  );
  await expect(extract('{}')).rejects.toThrow('Expected a JSON Schema as an object, got "{}".');
  await expect(
    gleaner.extract({ url: new URL(url) as never, prompt }, { signal: {} as never }),
  ).rejects.toThrow(/Expected a string, got an object\..*Expected an AbortSignal, got an object\./);
});
