import { expect, test } from 'vitest';
import { z } from 'zod';
import { createGleaner, type ExtractInput, type Gleaner } from '../../src/index.ts';

const names = Array.from({ length: 150 }, (_, at) => `n${at}`);
const objectOf = (member: unknown) =>
  Object.fromEntries(names.map((name) => [name, member])) as Record<string, never>;

function ask(input: Partial<ExtractInput>) {
  return (gleaner: Gleaner): Promise<unknown> =>
    gleaner.extract({
      html: '<h1>Lamp</h1>',
      url: 'https://shop.example/',
      prompt: 'The lamp',
      ...input,
    });
}

const steps = names.map((name) => ({ type: name }));

test.each([
  ['a schema', {}, ask({ schema: { type: 'object', properties: objectOf({ type: 'txt' }) } })],
  ['an answer', {}, ask({ schema: { type: 'object', required: names } })],
  ['a schema library', {}, ask({ schema: z.object(objectOf(z.string())) })],
  ['grounding', objectOf('made up by nobody'), ask({ grounding: 'require' })],
  ['a recipe', {}, (gleaner: Gleaner) => gleaner.runRecipe({ title: 't', steps })],
])('of more than a hundred issues of %s the error says how many', async (_, value, call) => {
  await using gleaner = createGleaner({
    extractor: {
      name: 'stub',
      extract: () => Promise.resolve({ value, usage: [], warnings: [] }),
    },
  });
  await expect(call(gleaner)).rejects.toMatchObject({
    details: { issues: expect.objectContaining({ length: 100 }), issueCount: 150 },
  });
});
