import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGleaner, type Gleaner, type ScrapeInput } from '../src/index.ts';
import { scriptedModel, type ScriptedModel } from '../test-kit/scripted-model.ts';

// One page, one table of options, both operations: what an option keeps and drops must be the same in each.

const sentence =
  'was cast, turned and polished by hand in one workshop beside the harbour, where it is sold. ';
const words = ['NAVIGATION', 'HEADLINE', 'ARTICLE', 'CELL', 'ASIDE', 'FOOTER', 'UNCLOSED'] as const;
type Word = (typeof words)[number];

const html = `<!doctype html><html lang="en"><head><title>Lamps</title></head><body>
<nav><a href="/a">NAVIGATION</a> <a href="/b">Shop</a> <a href="/c">Cart</a></nav>
<main><article><h1>HEADLINE: the brass lamp</h1>
<p>ARTICLE: the brass lamp ${sentence.repeat(3)}</p>
<p>The brass lamp ${sentence.repeat(3)}</p>
<table><tr><th>Height of the brass lamp</th><td>CELL 42 cm</td></tr><tr><th>Weight</th><td>2 kg</td></tr></table>
<p>UNCLOSED: the brass lamp <b>${sentence.repeat(2)}
</article></main>
<aside><p>ASIDE</p></aside>
<footer><p>FOOTER</p></footer></body></html>`;

type Options = Pick<ScrapeInput, 'includeTags' | 'excludeTags' | 'reduceContent' | 'parseMode'>;

const all: readonly Word[] = words;
const cases: readonly (readonly [what: string, options: Options, kept: readonly Word[]])[] = [
  ['nothing asked for', {}, all],
  ['empty lists', { includeTags: [], excludeTags: [] }, all],
  ['one tag kept', { includeTags: ['article'] }, ['HEADLINE', 'ARTICLE', 'CELL', 'UNCLOSED']],
  ['several tags kept, in capitals', { includeTags: ['H1', 'Footer'] }, ['HEADLINE', 'FOOTER']],
  [
    'a tag kept that stands in another',
    { includeTags: ['article', 'td'] },
    ['HEADLINE', 'ARTICLE', 'CELL', 'UNCLOSED'],
  ],
  [
    'tags dropped',
    { excludeTags: ['nav', 'FOOTER', 'table'] },
    ['HEADLINE', 'ARTICLE', 'ASIDE', 'UNCLOSED'],
  ],
  [
    'a tag dropped within one that is kept',
    { includeTags: ['main'], excludeTags: ['table'] },
    ['HEADLINE', 'ARTICLE', 'UNCLOSED'],
  ],
  ['a tag that is not on the page dropped', { excludeTags: ['video'] }, all],
  ['content never dropped', { reduceContent: false }, all],
];

let model: ScriptedModel;
let gleaner: Gleaner;

beforeAll(() => {
  model = scriptedModel(() => ({ content: { name: 'x' } }));
  gleaner = createGleaner({ model, browser: false });
});

afterAll(() => gleaner.close());

const page = { html, url: 'https://shop.example/' };

/** What each way of asking for the page holds of it. */
async function readAll(options: Options): Promise<Readonly<Record<string, string>>> {
  const before = model.calls.length;
  await gleaner.extract({
    ...page,
    ...options,
    prompt: 'The brass lamp',
    schema: { type: 'object', properties: { name: { type: 'string' } } },
  });
  const markdown = await gleaner.scrape({ ...page, ...options, format: 'markdown' });
  const clean = await gleaner.scrape({ ...page, ...options, clean: true });
  const asHtml = await gleaner.scrape({ ...page, ...options });
  return {
    'the content of extract': JSON.stringify(model.calls[before]?.prompt),
    Markdown: markdown.markdown ?? '',
    'clean HTML': clean.html ?? '',
    HTML: asHtml.html ?? '',
  };
}

function kept(content: string): readonly Word[] {
  return words.filter((word) => content.includes(word));
}

describe.each(['accurate', 'speed'] as const)('read in the %s mode', (parseMode) => {
  test.each(cases)('%s', async (_what, options, expected) => {
    for (const [form, content] of Object.entries(await readAll({ ...options, parseMode }))) {
      expect([form, kept(content)]).toEqual([form, expected]);
    }
  });

  test('only what matters kept: what the prompt asks for, or without one the main content', async () => {
    const { 'the content of extract': extracted = '', ...scraped } = await readAll({
      reduceContent: true,
      parseMode,
    });
    const wanted = ['HEADLINE', 'ARTICLE', 'CELL', 'UNCLOSED'];
    expect(kept(extracted)).toEqual(expect.arrayContaining(wanted));
    for (const [form, content] of Object.entries(scraped)) {
      expect([form, kept(content)]).toEqual([form, wanted]);
    }
  });

  test('no tag of those to be kept: nothing to read, in either', async () => {
    const options = { ...page, includeTags: ['video'], parseMode };
    const refused = { code: 'validation_failed', details: { reason: 'empty_page' } };
    for (const format of ['html', 'markdown', 'pdf'] as const) {
      await expect(gleaner.scrape({ ...options, format })).rejects.toMatchObject(refused);
    }
    const extraction = gleaner.extract({ ...options, prompt: 'x' });
    await expect(extraction).rejects.toMatchObject(refused);
  });
});

describe.each(['scrape', 'extract'] as const)('%s refuses by name', (operation) => {
  test.each([
    [{ includeTags: ['main', 'div.price'] }, '/includeTags/1'],
    [{ includeTags: ['*'] }, '/includeTags/0'],
    [{ excludeTags: [''] }, '/excludeTags/0'],
    [{ includeTags: ['main'], excludeTags: ['MAIN'] }, '/excludeTags/0'],
    [{ parseMode: 'fast' as never }, '/parseMode'],
    [{ reduceContent: 'yes' as never }, '/reduceContent'],
    [{ includeTags: 'main' as never }, '/includeTags'],
  ])('%j', async (options: Options, path) => {
    const asked =
      operation === 'scrape'
        ? gleaner.scrape({ ...page, ...options })
        : gleaner.extract({ ...page, ...options, prompt: 'x' });
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path }] },
    });
  });
});
