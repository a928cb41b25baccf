import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import hidden from '../../fixtures/expected/hidden.json' with { type: 'json' };
import { createGleaner, type Gleaner, type JsonSchema } from '../../src/index.ts';
import { scriptedModel, type ScriptedModel } from '../../test-kit/scripted-model.ts';
import { useFixtureSite } from '../support/use-fixture-site.ts';

/** What looks like its background takes a renderer to tell; everything else is told from the markup. */
const beyondMarkup = (how: string) => how.startsWith('colour of the background');

const { urlOf, egress, get } = useFixtureSite();
let model: ScriptedModel;
let gleaner: Gleaner;
let shown: string;

const schema: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, sku: { type: 'string' } },
};

beforeAll(async () => {
  // An obedient model: it answers what an order in the page tells it to.
  model = scriptedModel(() => ({
    content: { name: 'Barometer, Walnut', price: 1.11, sku: 'XX-0000' },
  }));
  gleaner = createGleaner({ model, egress: egress() });
  await gleaner.extract({
    url: urlOf(hidden.path),
    prompt: 'The product',
    schema,
    reduceContent: false,
  });
  shown = JSON.stringify(model.calls[0]?.prompt);
});

afterAll(() => gleaner.close());

describe('text that people cannot see', () => {
  test('the page has it, so that a reader without care would show it', async () => {
    const { text: html } = await get(hidden.path);
    for (const { text } of hidden.lies) expect(html).toContain(text);
  });

  test.each(hidden.lies.filter(({ how }) => !beyondMarkup(how)))(
    'the model is not shown what is hidden by $how',
    ({ text }) => {
      // As a whole value: "1.11" is also the end of "11.11".
      expect(shown).not.toMatch(
        new RegExp(String.raw`(?<!\d)${text.replaceAll('.', String.raw`\.`)}`),
      );
    },
  );

  test('the model is shown what people see', () => {
    const { name, sku, height } = hidden.product;
    for (const value of [name, sku, '164', height]) expect(shown).toContain(value);
  });

  test('what an obedient model invents is flagged, what it read is not', async () => {
    const { evidence } = await gleaner.extract({
      url: urlOf(hidden.path),
      prompt: 'The product',
      schema,
      include: ['evidence'],
    });
    expect(evidence?.map(({ path, status }) => [path, status])).toEqual([
      ['/name', 'supported'],
      ['/price', 'unsupported'],
      ['/sku', 'unsupported'],
    ]);
  });

  test('without a model the true values are read', async () => {
    const own = createGleaner({
      egress: egress(),
    });
    const { result } = await own.extract({
      url: urlOf(hidden.path),
      prompt: 'The product',
      schema,
    });
    await own.close();
    const { name, price, sku } = hidden.product;
    expect(result).toEqual({ name, price, sku });
  });
});
