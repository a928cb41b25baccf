import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as zod3 } from 'zod/v3';
import type { JsonSchema } from '../../../runtime/contracts/extractor.ts';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';
import { applyStandardSchema } from '../validate/apply-standard-schema.ts';
import { parseSchema } from './parse-schema.ts';
import {
  isStandardSchema,
  toJsonSchema,
  type AnySchema,
  type InferResult,
} from './to-json-schema.ts';

const product = z.object({
  name: z.string(),
  price: z.string().transform(Number),
  tags: z.array(z.string()).default([]),
});

const signal = new AbortController().signal;

describe('toJsonSchema', () => {
  test('a zod schema gives what goes into it', () => {
    expect(parseSchema(toJsonSchema(product)).schema).toMatchObject({
      properties: {
        name: { type: 'string' },
        price: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['name', 'price'],
    });
  });

  test('a recursive zod schema stays usable', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    expect(parseSchema(toJsonSchema(node)).schema).toMatchObject({
      properties: { children: { items: { $ref: '#' } } },
    });
  });

  test.each([z.iso.duration(), z.hostname(), z.emoji(), mini.iso.duration()])(
    'a format of zod is one without the pattern that needs to look ahead (%#)',
    (format) => {
      const { schema } = parseSchema(toJsonSchema(format));
      expect(schema).toMatchObject({ type: 'string', format: expect.any(String) });
      expect(schema).not.toHaveProperty('pattern');
    },
  );

  test('a pattern that the caller wrote is refused where it needs to look ahead', () => {
    expect(() => parseSchema(toJsonSchema(z.string().regex(/^(?!a)/)))).toThrow(/lookahead/);
    expect(parseSchema(toJsonSchema(z.email())).schema).toHaveProperty('format', 'email');
  });

  test('plain JSON Schema passes through', () => {
    const schema = { type: 'string' };
    expect(toJsonSchema(schema)).toBe(schema);
    expect(isStandardSchema(schema)).toBe(false);
  });

  test('a schema without a JSON form is refused with the reason', () => {
    const schema = z.object({ at: z.date() });
    expect(() => toJsonSchema(schema)).toThrow(/no JSON Schema form: .*Date/);
  });

  test('a library without JSON Schema is named together with the way out', () => {
    const bare: StandardSchemaV1 = {
      '~standard': { version: 1, vendor: 'bare', validate: (value) => ({ value }) },
    };
    expect(() => toJsonSchema(bare)).toThrow(GleanerError);
    expect(() => toJsonSchema(bare)).toThrow(/comes from bare.*pass the JSON Schema itself/);
  });
});

describe('schemas of other libraries', () => {
  const schemas = {
    valibot: v.object({
      name: v.string(),
      price: v.pipe(v.string(), v.transform(Number)),
      tags: v.optional(v.array(v.string()), []),
    }),
    'zod/mini': mini.object({
      name: mini.string(),
      price: mini.pipe(mini.string(), mini.transform(Number)),
      tags: mini._default(mini.array(mini.string()), []),
    }),
    'zod 3': zod3.object({
      name: zod3.string(),
      price: zod3.string().transform(Number),
      tags: zod3.array(zod3.string()).default([]),
    }),
    arktype: type({
      name: 'string',
      price: type('string').pipe(Number),
      tags: type('string[]').default(() => []),
    }),
  };

  test.each(Object.entries(schemas))('%s gives what goes into it', async (_name, schema) => {
    expect(parseSchema(toJsonSchema(schema)).schema).toMatchObject({
      properties: {
        name: { type: 'string' },
        price: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['name', 'price'],
    });
    expect(await applyStandardSchema(schema, { name: 'a', price: '12' }, signal)).toEqual({
      value: { name: 'a', price: 12, tags: [] },
    });
  });

  test('the type of a result is what comes out of them', () => {
    interface Product {
      name: string;
      price: number;
      tags: string[];
    }
    expectTypeOf<InferResult<typeof schemas.valibot>>().toEqualTypeOf<Product>();
    expectTypeOf<InferResult<(typeof schemas)['zod/mini']>>().toEqualTypeOf<Product>();
    expectTypeOf<InferResult<(typeof schemas)['zod 3']>>().toEqualTypeOf<Product>();
    expectTypeOf<InferResult<typeof schemas.arktype>>().toEqualTypeOf<Product>();
  });

  test.each([
    ['valibot', v.object({ at: v.date() })],
    ['zod/mini', mini.object({ at: mini.date() })],
  ])('a date of %s is refused with the reason', (_name, schema) => {
    expect(() => toJsonSchema(schema)).toThrow(/no JSON Schema form: .*date/i);
  });
});

describe('applyStandardSchema', () => {
  test('transforms and defaults apply', async () => {
    expect(await applyStandardSchema(product, { name: 'a', price: '12' }, signal)).toEqual({
      value: { name: 'a', price: 12, tags: [] },
    });
  });

  test('issues carry JSON Pointers', async () => {
    const list = z.array(z.object({ 'a/b': z.string().refine(async (text) => text === 'x') }));
    expect(await applyStandardSchema(list, [{ 'a/b': 'y' }], signal)).toEqual({
      issues: [{ path: '/0/a~1b', message: 'Invalid input' }],
    });
  });

  test('an abort ends a validation that never does', async () => {
    const stuck: StandardSchemaV1 = {
      '~standard': { version: 1, vendor: 'stuck', validate: () => new Promise(() => {}) },
    };
    const controller = new AbortController();
    const outcome = applyStandardSchema(stuck, 1, controller.signal);
    controller.abort(new Error('enough'));
    await expect(outcome).rejects.toThrow('enough');
  });
});

describe('InferResult', () => {
  test('is the output type of a library schema and unknown for JSON Schema', () => {
    expectTypeOf<InferResult<typeof product>>().toEqualTypeOf<{
      name: string;
      price: number;
      tags: string[];
    }>();
    expectTypeOf<InferResult<JsonSchema>>().toEqualTypeOf<unknown>();
    expectTypeOf<InferResult<undefined>>().toEqualTypeOf<unknown>();
    expectTypeOf<InferResult<{ type: 'object' }>>().toEqualTypeOf<unknown>();
    expectTypeOf(product).toExtend<AnySchema>();
  });
});
