import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pagesFetcher, type PagesByUrl } from '../../../../test/support/pages-fetcher.ts';
import { createGleaner, type Gleaner } from '../../../core/engine/create-gleaner.ts';
import { scriptedModel } from '../../../../test-kit/scripted-model.ts';
import { cassette, type CassetteOptions } from '../cassette.ts';
import { describeUnrecorded, maskBody } from '../match-exchange.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cassette-'));
  file = path.join(folder, 'shop.har');
});

afterEach(() => rmSync(folder, { recursive: true }));

const shop = 'https://shop.example';

async function record(
  pages: PagesByUrl,
  work: (gleaner: Gleaner) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<void> {
  await using tape = cassette(file, { ...options, mode: 'record', fetcher: pagesFetcher(pages) });
  await work(createGleaner({ ...tape.parts }));
}

async function replay<Result>(
  work: (gleaner: Gleaner) => Promise<Result>,
  options: CassetteOptions = {},
): Promise<Result> {
  await using tape = cassette(file, { ...options, mode: 'replay' });
  return await work(createGleaner({ ...tape.parts }));
}

async function scrape(gleaner: Gleaner, url: string): Promise<string> {
  const { markdown } = await gleaner.scrape({ url, format: 'markdown' });
  return markdown.trim();
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

const toFindUrl = (time: string): string => `${shop}/find?q=lamp&t=${time}`;
const findLater = (gleaner: Gleaner) => scrape(gleaner, toFindUrl('1700000111789'));
const toAskParts = (body: string) => ({ method: ['POST'], url: [`${shop}/ask`], body: [body] });

describe('pages', () => {
  test('the n-th time of the same request gets its n-th answer', async () => {
    let visits = 0;
    const pages = {
      [`${shop}/`]: () => `<p>Visit ${(visits += 1)}</p>`,
      [`${shop}/a`]: '<p>A</p>',
    };
    const visit = async (gleaner: Gleaner) => [
      await scrape(gleaner, `${shop}/`),
      await scrape(gleaner, `${shop}/a`),
      await scrape(gleaner, `${shop}/`),
    ];
    await record(pages, visit);
    expect(await replay(visit)).toEqual(['Visit 1', 'A', 'Visit 2']);
    const inOtherOrder = replay(async (gleaner) => [
      await scrape(gleaner, `${shop}/a`),
      await scrape(gleaner, `${shop}/`),
    ]);
    expect(await inOtherOrder).toEqual(['A', 'Visit 1']);
  });

  test('a request that is made once more than it was recorded fails, and says so', async () => {
    await record({ [`${shop}/`]: '<p>Once</p>' }, (gleaner) => scrape(gleaner, `${shop}/`));
    const twice = replay(async (gleaner) => {
      await scrape(gleaner, `${shop}/`);
      await scrape(gleaner, `${shop}/`);
    });
    expect(await messageOf(twice)).toMatch(
      /^GET https:\/\/shop\.example\/ was recorded once in ".*shop\.har", and was asked for once more\. Record again/,
    );
  });

  test('a request that was not recorded fails and shows the nearest one as a diff', async () => {
    const urls = [`${shop}/`, `${shop}/lamps?page=1&sort=price`, `${shop}/chairs?page=1&sort=name`];
    const pages = Object.fromEntries(urls.map((url) => [url, '<p>Here</p>']));
    await record(pages, async (gleaner) => {
      for (const url of urls) await scrape(gleaner, url);
    });
    const failure = replay((gleaner) => scrape(gleaner, `${shop}/lamps?page=3&sort=price`));
    expect((await messageOf(failure)).split('\n')).toEqual([
      expect.stringMatching(
        /^GET https:\/\/shop\.example\/lamps\?page=3&sort=price was not recorded in ".*shop\.har"\. The nearest one there is number 2 of 3 \(- recorded, \+ asked for\):$/,
      ),
      'query:',
      '  - page=1',
      '  + page=3',
      'The same: method, url.',
      'Record again (`mode: \'record\'`); what may differ between two runs, name by the option, e.g. `volatile: { query: ["page"] }`.',
    ]);
  });

  test('what is declared volatile may differ, and be missing', async () => {
    const recorded = `${shop}/lamps?page=1&_=1700000000&utm_source=mail`;
    await record({ [recorded]: '<p>Lamps</p>' }, (gleaner) => scrape(gleaner, recorded));
    const asked = `${shop}/lamps?page=1&_=1800000000&utm_source=web`;
    const volatile = { query: ['_', /^utm_/] };
    expect(await replay((gleaner) => scrape(gleaner, asked), { volatile })).toBe('Lamps');
    const bare = `${shop}/lamps?page=1`;
    expect(await replay((gleaner) => scrape(gleaner, bare), { volatile })).toBe('Lamps');
    await expect(replay((gleaner) => scrape(gleaner, asked))).rejects.toThrow('_=1800000000');
    const page = `${shop}/lamps?page=2&_=1&utm_source=web`;
    await expect(replay((gleaner) => scrape(gleaner, page), { volatile })).rejects.toThrow(
      'page=2',
    );
  });

  test.each([
    ['JSON', '{"ask":{"nonce":"a1","q":"lamp"}}', '{"ask":{"q":"lamp"}}'],
    ['a form', 'nonce=a1&q=lamp', 'q=lamp'],
  ])('a volatile member of %s may be missing', (_kind, before, now) => {
    expect(maskBody(before, ['nonce'])).toBe(maskBody(now, ['nonce']));
    expect(maskBody(before, ['other'])).not.toBe(maskBody(now, ['other']));
  });

  test('what differs by itself between two recordings is not guessed: the request that fails names it for the option', async () => {
    for (const time of ['1700000000123', '1700000099456']) {
      const url = toFindUrl(time);
      await record({ [url]: '<p>Found</p>' }, (gleaner) => scrape(gleaner, url));
    }
    expect(await messageOf(replay(findLater))).toContain('e.g. `volatile: { query: ["t"] }`.');
    expect(await replay(findLater, { volatile: { query: ['t'] } })).toBe('Found');
    const elsewhere = replay((gleaner) => scrape(gleaner, `${shop}/seek?q=lamp&t=1`));
    expect(await messageOf(elsewhere)).toMatch(/\nRecord again \(`mode: 'record'`\)\.$/);
  });

  test.each([
    ['JSON', '{"ask":{"nonce":"a1"},"q":"lamp"}', '{"ask":{"nonce":"b2"},"q":"lamp"}', 'nonce'],
    ['a form', 'csrf%5Ft=a1&q=lamp', 'csrf%5Ft=b2&q=lamp', 'csrf_t'],
  ])(
    'members of %s that differ are named, and what is alike is not',
    (_kind, before, now, name) => {
      const about = { file, asked: 'POST', recorded: [toAskParts(before)], times: 0 };
      expect(describeUnrecorded({ ...about, parts: toAskParts(now) })).toContain(
        `e.g. \`volatile: { body: ["${name}"] }\`.`,
      );
    },
  );
});

describe('a model', () => {
  const page = '<h1>Brass lamp</h1><p>Price: £5. Weight: 2 kg.</p>';
  const properties = { name: { type: 'string' }, price: { type: 'number' } };
  const input = { html: page, prompt: 'The lamp', schema: { type: 'object', properties } };
  const model = scriptedModel(() => ({ content: { name: 'Brass lamp', price: 5 } }));

  const ask = (changed: object) => (gleaner: Gleaner) => gleaner.extract({ ...input, ...changed });
  const linesOf = async (changed: object) =>
    (await messageOf(replay(ask(changed)))).split('\n').slice(1, -1);

  beforeEach(() => record({}, ask({}), { model }));

  test('a changed page is shown as a diff of the page', async () => {
    expect(await linesOf({ html: page.replace('2 kg', '3 kg') })).toEqual([
      'page:',
      expect.stringMatching(/^ {2}- .*Weight: 2 kg/),
      expect.stringMatching(/^ {2}\+ .*Weight: 3 kg/),
      expect.stringMatching(/^The same: model, instructions, schema, format, prompt, closing/),
    ]);
  });

  test('a changed schema is shown as a diff of the schema', async () => {
    const schema = { type: 'object', properties: { ...properties, weight: { type: 'string' } } };
    const lines = await linesOf({ schema });
    expect(lines[0]).toBe('schema:');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\+ .*weight/));
    expect(lines.at(-1)).toMatch(/^The same: model, instructions, prompt, page/);
  });

  test('changed instructions and a changed prompt are shown as such', async () => {
    const lines = await linesOf({ detailLevel: 'high', prompt: 'The kettle' });
    expect(lines).toContain('instructions:');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}\+ - Be exhaustive/));
    expect(lines).toContain('prompt:');
    expect(lines).toContain('  - Request: The lamp');
    expect(lines).toContain('  + Request: The kettle');
  });

  test('another model than the recorded one is shown as such', async () => {
    const other = { ...scriptedModel([]), modelId: 'larger' };
    const failure = replay(ask({}), { model: other });
    expect(await messageOf(failure)).toContain('model:\n  - scripted\n  + larger');
  });

  test('what is declared volatile in a prompt may differ', async () => {
    const prompt = 'The lamp, as of 2026-05-01';
    await record({}, ask({ prompt }), { model });
    const later = ask({ prompt: 'The lamp, as of 2027-01-31' });
    const volatile = { body: [/\d{4}-\d\d-\d\d/] };
    expect((await replay(later, { volatile })).result).toEqual({ name: 'Brass lamp', price: 5 });
    await expect(replay(later)).rejects.toThrow('2027-01-31');
  });
});
