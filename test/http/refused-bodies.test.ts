import { expect, test } from 'vitest';
import { type Question, eachWay } from './open-stage.ts';

const page = { website_url: 'https://shop.test/lamp' };
const extraction = { ...page, user_prompt: 'the price' };

/** Many unknown fields, which no limit of a body excludes. */
const unknownFields = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [`unknown${index}`, 1]),
);

const hostile: readonly (readonly [name: string, path: string, json: object, count?: number])[] = [
  ['unknown fields', 'smartscraper', { ...extraction, ...unknownFields }, 20_000],
  ['unknown fields of a scrape', 'scrape', { ...page, ...unknownFields }, 20_000],
  ['unknown fields of a run', 'smartbrowse/recipes/none/run', unknownFields, 20_000],
  ['parts', 'smartscraper', { ...extraction, include: list('x') }],
  ['numbers in place of parts', 'smartscraper', { ...extraction, include: list(1) }],
  ['empty tags', 'scrape', { ...page, include_tags: list('') }],
  ['empty tags that are dropped', 'smartscraper', { ...extraction, exclude_tags: list('') }],
  ['headers that are no texts', 'scrape', { ...page, headers: unknownFields }, 20_000],
  ['headers without a name', 'scrape', { ...page, headers: named(' ', 'x') }, 20_002],
  [
    'variables that are no texts',
    'smartbrowse/recipes/none/run',
    { variables: unknownFields },
    20_000,
  ],
  [
    'wrong types in a schema',
    'smartscraper',
    { ...extraction, output_schema: { properties: named('a', { type: 'x' }) } },
  ],
  ['a name of a megabyte', 'scrape', { ...page, ['€'.repeat(300_000)]: 1 }],
  [
    'names of control characters',
    'scrape',
    { ...page, ...named('\u0001'.repeat(500), 1, 300) },
    300,
  ],
];

function list(entry: unknown): readonly unknown[] {
  return Array.from({ length: 125_000 }, () => entry);
}

function named(prefix: string, value: unknown, count = 20_000): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [prefix + index, value]));
}

eachWay((openStage) => {
  test.each(hostile.map(([name, ...rest]) => ({ name, rest })))(
    '$name without end get a short refusal',
    async ({ rest: [path, json, count] }) => {
      const { ask, service, account } = await openStage();
      const { status, body, text } = await ask({ path: `/v1/${path}`, json });
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      const { issues, issue_count: counted } = body.error.details;
      expect((issues as readonly unknown[]).length).toBeLessThanOrEqual(20);
      expect(count === undefined || counted === count).toBe(true);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256_000);
      expect(await service.creditsRemaining(account)).toBe(100);
    },
  );

  test('up to twenty problems are all told, without a number', async () => {
    const { ask } = await openStage();
    const { body } = await ask({ path: '/v1/scrape', json: { ...page, ...named('a', 1, 20) } });
    expect(body.error.details['issues']).toHaveLength(20);
    expect(body.error.details).not.toHaveProperty('issue_count');
  });

  test('two hundred tags are taken, and one more is refused', async () => {
    const { ask } = await openStage();
    const ask200 = (length: number) => {
      const names = Array.from({ length }, (_, index) => `x-${index}`);
      return ask({ path: '/v1/scrape', json: { ...page, exclude_tags: names } });
    };
    expect((await ask200(200)).status).toBe(200);
    const { body } = await ask200(201);
    expect(body.error.details).toEqual({
      issues: [{ path: '/exclude_tags', message: 'Expected at most 200 entries.' }],
    });
  });
});

eachWay((openStage) => {
  const question: Question = { path: '/v1/scrape', json: { ...page, none: 'x'.repeat(1_000_000) } };

  test('an account whose bodies are refused over and over waits for the next minute', async () => {
    const { ask, clock, service, account } = await openStage({ customer: { credits: 0 } });
    let refused = 0;
    let answer = await ask(question);
    for (; answer.status === 400; answer = await ask(question)) refused += 1;
    expect(answer.status).toBe(429);
    expect(answer.body.error.details).toEqual({
      reason: 'rate_limit_per_min',
      limit_per_min: 1_200,
    });
    expect(answer.body.error.message).toMatch(/^The account has made its 1200 refused requests /);
    expect(refused).toBe(Math.ceil(1_200 / 31));
    expect((await ask({ path: '/v1/scrape', json: page })).status).toBe(429);
    expect((await ask({ path: '/v1/smartbrowse/usage' })).status).toBe(200);
    clock.advance(60_001);
    expect((await ask({ path: '/v1/scrape', json: page })).status).toBe(402);
    expect(await service.creditsRemaining(account)).toBe(0);
  });

  test('it holds up no other account, and takes nothing from the calls of the plan', async () => {
    const { ask, service } = await openStage({ customer: { plan: { requestsPerMinute: 1 } } });
    for (let count = 0; count < 5; count += 1) await ask(question);
    const { id: other } = await service.accounts.create({ credits: 100 });
    const { key } = await service.keys.create({ account: other, label: 'test' });
    expect((await ask({ path: '/v1/scrape', json: page, key })).status).toBe(200);
    expect((await ask({ path: '/v1/scrape', json: page })).status).toBe(200);
  });
});
