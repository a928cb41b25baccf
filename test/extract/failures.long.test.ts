import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGleaner, memoryLedger, type Gleaner } from '../../src/index.ts';
import { useFixtureSite } from '../support/use-fixture-site.ts';

const { urlOf, egress } = useFixtureSite();
let gleaner: Gleaner;

beforeAll(() => {
  gleaner = createGleaner({
    ledger: memoryLedger({ accounts: { ada: 1_000 } }),
    egress: egress(),
    limits: { requestsPerMinute: Infinity },
  });
});

afterAll(async () => {
  await gleaner.close();
});

describe('a page that lets us down', () => {
  test.each([
    ['/status/404', { reason: 'fetch_failed', pageStatus: 404 }],
    ['/status/410', { reason: 'fetch_failed', pageStatus: 410 }],
    ['/status/500', { reason: 'fetch_failed', pageStatus: 500 }],
    ['/status/503', { reason: 'fetch_failed', pageStatus: 503 }],
    ['/status/401', { reason: 'login_required', pageStatus: 401 }],
    ['/blocked/captcha', { reason: 'page_blocked' }],
    ['/blocked/challenge', { reason: 'page_blocked', pageStatus: 403 }],
    ['/blocked/denied', { reason: 'page_blocked', pageStatus: 403 }],
    ['/wall/', { reason: 'login_required' }],
    ['/empty/', { reason: 'empty_page' }],
    ['/empty/no-text.html', { reason: 'empty_page' }],
    ['/images/lighthouse.png', { reason: 'fetch_failed', pageStatus: 404 }],
    ['/redirect/loop', { reason: 'fetch_failed' }],
    ['/large/?bytes=11000000', { reason: 'page_too_large' }],
  ])('%s fails with %o and costs nothing', async (path, details) => {
    const call = gleaner.extract({ url: urlOf(path), prompt: 'The title' }, { account: 'ada' });
    await expect(call).rejects.toMatchObject({ code: 'validation_failed', details });
    expect(await gleaner.creditsRemaining('ada')).toBe(1_000);
  });

  test.each(['/slow/drip?interval-ms=50&bytes=1000', '/slow/silent'])(
    '%s fails when its time is over and costs nothing',
    async (path) => {
      await using hurried = createGleaner({
        ledger: memoryLedger({ accounts: { ada: 1_000 } }),
        egress: egress(),
        limits: { pageMs: 500 },
      });
      const call = hurried.extract({ url: urlOf(path), prompt: 'The title' }, { account: 'ada' });
      await expect(call).rejects.toMatchObject({
        code: 'validation_failed',
        details: { reason: 'timed_out' },
      });
      expect(await hurried.creditsRemaining('ada')).toBe(1_000);
    },
  );

  test('a page about captchas is a page', async () => {
    const { result } = await gleaner.extract(
      {
        url: urlOf('/article/about-captchas.html'),
        prompt: 'The title',
        schema: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      },
      { account: 'ada' },
    );
    expect(JSON.stringify(result)).toMatch(/captcha|puzzle/i);
  });

  test.each([
    'Summarise the article',
    'How many words are there?',
    'Is the tone friendly?',
    'The chemical formula',
  ])(
    'without a model and a schema "%s" fails, names what gives a model, and costs nothing',
    async (prompt) => {
      const before = await gleaner.creditsRemaining('ada');
      const call = gleaner.extract({ url: urlOf('/article/'), prompt }, { account: 'ada' });
      await expect(call).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(/`model`.*GLEANER_MODEL_URL and GLEANER_MODEL/),
        details: { reason: 'model_needed' },
      });
      expect(await gleaner.creditsRemaining('ada')).toBe(before);
    },
  );

  test('words of a prompt that name nothing on the page are named in a warning', async () => {
    const { result, warnings } = await gleaner.extract(
      {
        html: '<h1>Blue kettle</h1><p>Price: £24.50</p>',
        prompt: 'The price and the chemical formula',
      },
      { account: 'ada' },
    );
    expect(result).toEqual({ price: 24.5, currency: 'GBP' });
    expect(warnings).toContainEqual(expect.stringContaining('"chemical formula"'));
  });

  test.each([{}, { type: 'object' }])(
    'the schema %j says nothing of the answer, which is then chosen by the prompt',
    async (schema) => {
      const html = '<h1>Blue kettle</h1><p>Price: £24.50</p>';
      const { result } = await gleaner.extract(
        { html, prompt: 'The price', schema },
        { account: 'ada' },
      );
      expect(result).toEqual({ price: 24.5, currency: 'GBP' });
    },
  );

  test('a schema that the page cannot fill is reported by path, with a word on what would help', async () => {
    const call = gleaner.extract(
      {
        url: urlOf('/article/'),
        prompt: 'The chemical formula',
        schema: {
          type: 'object',
          required: ['chemicalFormula'],
          properties: { chemicalFormula: { type: 'string', pattern: '^[A-Z0-9]+$' } },
        },
      },
      { account: 'ada' },
    );
    await expect(call).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/no model is configured/i),
      details: { reason: 'schema_mismatch', issues: [{ path: '/chemicalFormula' }] },
    });
  });
});
