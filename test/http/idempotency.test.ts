import { expect, test } from 'vitest';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';
import { eachWay, type Question, type Stage } from './open-stage.ts';

const questions: Readonly<Record<string, (stage: Stage) => Question>> = {
  extract: () => ({
    path: '/v1/smartscraper',
    json: { website_url: 'https://shop.test/', user_prompt: 'price' },
  }),
  scrape: () => ({ path: '/v1/scrape', json: { website_url: 'https://shop.test/' } }),
  dispatch: ({ recipeId }) => ({ path: `/v1/smartbrowse/recipes/${recipeId}/run` }),
};

const withKey = (question: Question, key: string): Question => ({
  ...question,
  headers: { 'idempotency-key': key },
});

eachWay((openStage) => {
  test.each(Object.keys(questions))(
    'a repeated %s gives the same data and costs nothing',
    async (name) => {
      const stage = await openStage();
      const question = withKey(questions[name]?.(stage) ?? { path: '/' }, 'k1');
      const first = await stage.ask(question);
      const left = await stage.service.creditsRemaining(stage.account);
      const second = await stage.ask(question);
      expect(JSON.stringify(second.body.data)).toBe(JSON.stringify(first.body.data));
      expect(second.body.credits_used).toBe(first.body.credits_used);
      expect(second.status).toBe(first.status);
      // Each request has an id of its own all the same.
      expect(second.body.request_id).not.toBe(first.body.request_id);
      expect(await stage.service.creditsRemaining(stage.account)).toBe(left);
      expect(stage.fetcher.requests.length).toBe(name === 'dispatch' ? 0 : 1);
    },
  );

  test('the same key with another body, or at another endpoint, is a conflict', async () => {
    const stage = await openStage();
    const [extract, scrape] = Object.values(questions).map((question) => question(stage));
    const first = withKey(extract ?? { path: '/' }, 'k1');
    await stage.ask(first);
    for (const other of [
      { ...first, json: { website_url: 'https://shop.test/', user_prompt: 'name' } },
      withKey(scrape ?? { path: '/' }, 'k1'),
    ]) {
      const { status, body } = await stage.ask(other);
      expect(status).toBe(409);
      expect(body.error).toEqual({ code: 'conflict', message: expect.any(String) });
    }
  });

  test('a failed first try is not remembered', async () => {
    const pages = [{ status: 500 }, lampPage];
    const stage = await openStage({ fetcher: stubFetcher(() => pages.shift() ?? lampPage) });
    const question = withKey(questions['scrape']?.(stage) ?? { path: '/' }, 'k1');
    expect((await stage.ask(question)).status).toBe(422);
    expect((await stage.ask(question)).status).toBe(200);
  });

  test.each([
    ['empty', '', 400],
    ['of 255 characters', 'k'.repeat(255), 200],
    ['of 256 characters', 'k'.repeat(256), 400],
  ])('a key that is %s', async (_name, key, expected) => {
    const stage = await openStage();
    const { status, text } = await stage.ask(
      withKey(questions['scrape']?.(stage) ?? { path: '/' }, key),
    );
    expect(status).toBe(expected);
    expect(text.includes('Idempotency-Key')).toBe(status === 400);
  });

  test('keys are an account’s own, and are kept for 24 hours', async () => {
    const stage = await openStage();
    const question = withKey(questions['scrape']?.(stage) ?? { path: '/' }, 'k1');
    const first = await stage.ask(question);
    const other = await stage.service.accounts.create({ credits: 10 });
    const { key } = await stage.service.keys.create({ account: other.id, label: 'other' });
    const theirs = await stage.ask({ ...question, key });
    expect(theirs.body.data['request_id']).not.toBe(first.body.data['request_id']);
    expect(theirs.body.credits_remaining).toBe(9);
    stage.clock.advance(24 * 3_600_000 - 1);
    expect((await stage.ask(question)).body.data).toEqual(first.body.data);
    stage.clock.advance(1);
    expect((await stage.ask(question)).body.data['request_id']).not.toBe(
      first.body.data['request_id'],
    );
  });

  test('free requests ignore the key', async () => {
    const { ask } = await openStage();
    const question = withKey({ path: '/v1/smartbrowse/usage' }, '');
    expect((await ask(question)).status).toBe(200);
  });
});
