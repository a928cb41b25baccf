import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  createGleaner,
  extract,
  GleanerError,
  isGleanerError,
  scrape,
  type Issue,
  type RecipeRun,
  type RunItem,
  type ScrapeFormat,
} from '../../src/index.ts';
import { createService } from '../../src/service/index.ts';
import { scriptedModel } from '../../test-kit/scripted-model.ts';
import { lampPage } from '../support/stub-fetcher.ts';

const gleaner = createGleaner({
  model: scriptedModel(() => ({ content: { name: 'Brass lamp', price: 51.77 } })),
});
const html = lampPage;
const prompt = 'The lamp';

test('a zod schema types the result, and its transforms and defaults apply', async () => {
  const schema = z.object({
    name: z.string().transform((name) => name.length),
    price: z.number(),
    tags: z.array(z.string()).default(['none']),
  });
  const { result } = await gleaner.extract({ html, prompt, schema });
  expectTypeOf(result).toEqualTypeOf<{ name: number; price: number; tags: string[] }>();
  expect(result).toEqual({ name: 'Brass lamp'.length, price: 51.77, tags: ['none'] });
});

test('a refinement of the schema’s own library is an issue by path', async () => {
  const schema = z.object({ price: z.number().refine((price) => price > 100, 'too cheap') });
  await expect(gleaner.extract({ html, prompt, schema })).rejects.toMatchObject({
    code: 'validation_failed',
    details: { reason: 'schema_mismatch', issues: [{ path: '/price', message: 'too cheap' }] },
  });
});

test('without a model a value that its own schema refuses is left out and told, and the others are given', async () => {
  await using structure = createGleaner();
  const schema = z.object({
    name: z.string(),
    price: z.number().multipleOf(0.5).optional(),
    in_stock: z
      .string()
      .refine(() => false, 'is no state')
      .optional(),
  });
  const page = `<main><h1>Brass lamp</h1><p>Price: £51.77</p><p>In stock: yes</p></main>`;
  const { result, warnings } = await structure.extract({ html: page, prompt, schema });
  expect(result).toEqual({ name: 'Brass lamp' });
  expect(warnings).toContain(
    'The value at /price must be a multiple of 0.5: what the schema does not take was left out.',
  );
  const strict = schema.required({ price: true });
  await expect(structure.extract({ html: page, prompt, schema: strict })).rejects.toMatchObject({
    details: { reason: 'schema_mismatch' },
  });
});

test('formats of zod whose patterns are its own are used, and checked by it', async () => {
  await using structure = createGleaner();
  const schema = z.object({ cookTime: z.iso.duration().optional(), host: z.hostname().optional() });
  const page = '<main><h1>Soup</h1><p>Cook time: 45 minutes</p><p>Host: a.example</p></main>';
  const { result } = await structure.extract({ html: page, prompt: 'The soup', schema });
  expect(result).toEqual({ cookTime: 'PT45M', host: 'a.example' });
});

test('plain text is a string, a JSON Schema says nothing about types, no schema gives an object', () => {
  expectTypeOf(gleaner.extract({ html, prompt, plainText: true }))
    .resolves.toHaveProperty('result')
    .toEqualTypeOf<string>();
  expectTypeOf(gleaner.extract({ html, prompt, schema: { type: 'object' } }))
    .resolves.toHaveProperty('result')
    .toEqualTypeOf<unknown>();
  expectTypeOf(extract({ html, prompt }))
    .resolves.toHaveProperty('result')
    .toEqualTypeOf<Readonly<Record<string, unknown>>>();
});

interface Lamp {
  readonly name: string;
  readonly price: number;
}

const jsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
} as const;

test('the type that is named is the result’s, with a plain JSON Schema', async () => {
  const { result } = await gleaner.extract<Lamp>({ html, prompt, schema: jsonSchema });
  expectTypeOf(result).toEqualTypeOf<Lamp>();
  expect(result.price).toBe(51.77);
  expectTypeOf(extract<readonly Lamp[]>)
    .returns.resolves.toHaveProperty('result')
    .toEqualTypeOf<readonly Lamp[]>();
});

test('a service infers as an engine does', async () => {
  const service = createService({ gleaner });
  const { id: account } = await service.accounts.create({ credits: 100 });
  const schema = z.object({ price: z.number() });
  const { result } = await service.extract({ html, prompt, schema }, { account });
  expectTypeOf(result).toEqualTypeOf<{ price: number }>();
  expect(result.price).toBe(51.77);
  const { markdown } = await service.scrape({ html, format: 'markdown' }, { account });
  expectTypeOf(markdown).toEqualTypeOf<string>();
  await service.close();
});

test('the content of a scrape is there by its format, and that of other formats is not', async () => {
  const { markdown } = await gleaner.scrape({ html, format: 'markdown' });
  expectTypeOf(markdown).toEqualTypeOf<string>();
  expect(markdown).toContain('Brass lamp');
  const pdf = gleaner.scrape({ html, format: 'pdf' });
  expectTypeOf(pdf).resolves.toHaveProperty('pdf').toEqualTypeOf<Uint8Array>();
  expectTypeOf(pdf).resolves.toHaveProperty('markdown').toEqualTypeOf<undefined>();
  await pdf;
  const served = await scrape({ html });
  expectTypeOf(served.html).toEqualTypeOf<string>();
  expect(served.html).toContain('Brass lamp');
  const open = (format: ScrapeFormat) => gleaner.scrape({ html, format });
  expectTypeOf(open)
    .returns.resolves.toHaveProperty('markdown')
    .toEqualTypeOf<string | undefined>();
});

test('items of a run have the type that is named, else any shape', () => {
  expectTypeOf(gleaner.runRecipe<Lamp>).returns.resolves.toEqualTypeOf<RecipeRun<Lamp>>();
  expectTypeOf<RecipeRun<Lamp>['result']['pages'][number]['items']>().toEqualTypeOf<
    readonly Lamp[]
  >();
  expectTypeOf(gleaner.runRecipe<RunItem>).returns.resolves.toEqualTypeOf<RecipeRun>();
  expectTypeOf<RunItem>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
});

test('impossible inputs are not typed', () => {
  // @ts-expect-error neither url nor html
  const nothing: Parameters<typeof extract>[0] = { prompt };
  // @ts-expect-error there is no such field
  const typo: Parameters<typeof extract>[0] = { html, promt: prompt, prompt };
  // @ts-expect-error there is no such level
  const level: Parameters<typeof extract>[0] = { html, prompt, detailLevel: 'huge' };
  // @ts-expect-error there is no such format
  const format: Parameters<typeof scrape>[0] = { html, format: 'docx' };
  expect([nothing, typo, level, format]).toHaveLength(4);
});

test('checking the code of an error types its details', () => {
  const error: unknown = new GleanerError('validation_failed', 'no', {
    details: { reason: 'schema_mismatch', issues: [] },
  });
  if (!isGleanerError(error)) throw new Error('it is one');
  if (error.code === 'insufficient_credits')
    expectTypeOf(error.details.balance).toEqualTypeOf<number>();
  if (!isGleanerError(error, 'validation_failed')) throw new Error('it is that one');
  expectTypeOf(error.details.issues).toEqualTypeOf<readonly Issue[] | undefined>();
  expect(isGleanerError(error, 'conflict')).toBe(false);
  expect(isGleanerError(new Error('no'))).toBe(false);
});

test('an error of another installed copy is known', () => {
  const foreign = Object.assign(new Error('no'), {
    code: 'conflict',
    [Symbol.for('gleaner.error')]: true,
  });
  expect(isGleanerError(foreign, 'conflict')).toBe(true);
});
