import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonSchema } from '../src/runtime/contracts/extractor.ts';
import type { SetPage } from './page-set.ts';

/** A set, what is wanted from its pages, and the budgets to measure at. */
export interface ContentTask {
  readonly name: string;
  readonly folder: string;
  readonly budgets: readonly { readonly tokens: number; readonly target?: number }[];
  /** Whether a page is sent in as many parts as it needs; the budget is then that of a part. */
  isChunked(page: SetPage): boolean;
  includes(page: SetPage): boolean;
  queryFor(page: SetPage): { readonly prompt: string; readonly schema?: JsonSchema };
}

interface TaskOptions {
  readonly set?: string;
  readonly schema?: string;
  readonly budget?: number;
  readonly chunks: boolean;
}

const defaultBudget = 2_000;

/** The set that was named, or the whole table. */
export function listContentTasks(options: TaskOptions, material: string): readonly ContentTask[] {
  if (options.set !== undefined) return [namedTask(options, options.set)];
  const folder = (set: string) => path.join(material, set, 'pages');
  const schema = (name: string) =>
    readSchema(path.join(material, 'schemas', `${name}.schema.json`));
  return [
    {
      name: 'product-extraction-benchmark',
      folder: folder('product-extraction-benchmark'),
      budgets: [
        { tokens: 1_000, target: 0.97 },
        { tokens: 2_000, target: 0.985 },
      ],
      isChunked: () => false,
      includes: () => true,
      queryFor: lazily(() => ({
        prompt: 'Extract the product on this page.',
        schema: schema('product'),
      })),
    },
    {
      name: 'recipe-scrapers',
      folder: folder('recipe-scrapers'),
      budgets: [
        { tokens: 2_000, target: 0.965 },
        { tokens: 4_000, target: 0.985 },
      ],
      isChunked: () => false,
      includes: () => true,
      queryFor: (page) => ({ prompt: 'Extract the recipe.', schema: deriveSchema(page.expected) }),
    },
    {
      name: 'wikitables',
      folder: folder('wikitables'),
      budgets: [{ tokens: 8_000, target: 0.985 }],
      isChunked: () => false,
      includes: () => true,
      queryFor: (page) => ({
        prompt: 'Extract every row of the table.',
        schema: deriveSchema(page.expected),
      }),
    },
    {
      name: 'juriscraper-listings',
      folder: folder('juriscraper'),
      budgets: [{ tokens: 8_000, target: 0.98 }],
      isChunked: () => true,
      includes: (page) => Array.isArray(page.expected),
      queryFor: lazily(() => ({ prompt: 'Extract every case.', schema: schema('court-opinions') })),
    },
  ];
}

function namedTask(options: TaskOptions, set: string): ContentTask {
  const schema = options.schema === undefined ? undefined : readSchema(options.schema);
  return {
    name: path.basename(set.replace(/\/(pages)?\/?$/, '')) || 'set',
    folder: set,
    budgets: [{ tokens: options.budget ?? defaultBudget }],
    // As extraction does it: only the records of a listing can be put together from parts.
    isChunked: ({ expected }) =>
      options.chunks && (schema === undefined ? Array.isArray(expected) : isListSchema(schema)),
    includes: () => true,
    queryFor: (page) => ({
      prompt: 'Extract the data of this page.',
      schema: schema ?? deriveSchema(page.expected),
    }),
  };
}

function isListSchema(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema['type'] === 'array';
}

/** A schema with the names of the wanted fields: what a caller who knows what they want would write. */
function deriveSchema(expected: unknown): JsonSchema {
  if (Array.isArray(expected)) return { type: 'array', items: describe(expected[0]) };
  if (typeof expected === 'object' && expected !== null && 'header' in expected) {
    const header = Array.isArray(expected.header) ? expected.header : [];
    const names = header.map((name, index) => String(name).trim() || `column ${index + 1}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    return { type: 'array', items: { type: 'object', properties } };
  }
  return describe(expected);
}

function describe(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: describe(value[0]) };
  if (typeof value !== 'object' || value === null) {
    return { type: [typeof value === 'number' ? 'number' : 'string', 'null'] };
  }
  const properties = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, describe(inner)]),
  );
  return { type: 'object', properties };
}

function readSchema(file: string): JsonSchema {
  return JSON.parse(readFileSync(file, 'utf8')) as JsonSchema;
}

function lazily<Query>(make: () => Query): () => Query {
  let made: Query | undefined;
  return () => (made ??= make());
}
