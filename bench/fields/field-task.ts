import path from 'node:path';
import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import { decodeLoosely, materialFolder, readPageSet } from '../page-set.ts';
import { readGold } from '../score-fields.ts';
import { type DistantKind, readDistantPages } from './distant-gold.ts';
import type { FieldPage } from './field-page.ts';

/** A set of pages, the schema that is filled from each, and what is to be reached. */
export interface FieldTask {
  readonly name: string;
  readonly schemaFile: string;
  /** Whether any of several expected values is a whole answer. */
  readonly anyOf: boolean;
  /** Wanted F1 by field; a task without targets reports all fields. */
  readonly targets: Readonly<Record<string, number>>;
  /** Changes the schema of the file. */
  readonly adapt?: (schema: JsonSchema) => JsonSchema;
  /** The pages one after the other; `undefined` where the set is absent. */
  readonly readPages: () => Iterable<FieldPage> | undefined;
}

const jsonLdScript = /<script[^>]{0,300}application\/ld\+json[\s\S]*?<\/script>/gi;

/** The sets with labels of their own. What is wanted is what pages outside of these sets should reach. */
export function listLabelledTasks(): readonly FieldTask[] {
  return [
    labelled('product-extraction-benchmark', 'product', false, {
      price: 0.9,
      sku: 0.92,
      availability: 0.93,
      brand: 0.86,
    }),
    labelled('product-extraction-benchmark', 'product', true, {
      price: 0.86,
      sku: 0.92,
      availability: 0.88,
      brand: 0.62,
    }),
    labelled('fundus-news', 'news', false, { title: 0.8, authors: 0.85, publishing_date: 0.98 }),
    labelled('recipe-scrapers', 'recipe', false, {
      title: 0.956,
      ingredients: 0.923,
      instructions_list: 0.918,
      total_time: 0.976,
      yields: 0.936,
    }),
    labelled('recipe-scrapers', 'recipe', true, {
      title: 0.89,
      ingredients: 0.83,
      instructions_list: 0.84,
      total_time: 0.9,
      yields: 0.79,
    }),
  ];
}

/** The pages of all sets that state what they show in structured data, which is removed and used as labels. */
export function listDistantTasks(): readonly FieldTask[] {
  return [distant('product'), distant('news'), distant('recipe')];
}

function distant(kind: DistantKind): FieldTask {
  return {
    name: `distant-${kind}`,
    schemaFile: schemaFileOf(kind),
    anyOf: kind === 'product',
    targets: {},
    adapt: withName,
    readPages: () => readDistantPages(kind),
  };
}

/** One set of pages with a schema. */
export function toNamedTask(folder: string, schemaFile: string, stripJsonLd: boolean): FieldTask {
  const name = path.basename(path.resolve(folder, '..'));
  return toTask({ name, folder, schemaFile, stripJsonLd, targets: {} });
}

function labelled(
  set: string,
  schema: string,
  stripJsonLd: boolean,
  targets: FieldTask['targets'],
): FieldTask {
  return toTask({
    name: stripJsonLd ? `${set}-stripped` : set,
    folder: path.join(materialFolder, set, 'pages'),
    schemaFile: schemaFileOf(schema),
    stripJsonLd,
    targets,
  });
}

function schemaFileOf(schema: string): string {
  return path.join(materialFolder, 'schemas', `${schema}.schema.json`);
}

function toTask({
  folder,
  stripJsonLd,
  ...rest
}: Pick<FieldTask, 'name' | 'schemaFile' | 'targets'> & {
  readonly folder: string;
  readonly stripJsonLd: boolean;
}): FieldTask {
  return {
    ...rest,
    // Product pages list every acceptable answer of a field.
    anyOf: path.basename(path.resolve(folder, '..')).startsWith('product'),
    readPages: () => {
      const pages = readPageSet(folder);
      return pages === undefined ? undefined : readLabelled(pages, readGold(folder), stripJsonLd);
    },
  };
}

function* readLabelled(
  pages: NonNullable<ReturnType<typeof readPageSet>>,
  gold: ReturnType<typeof readGold>,
  stripJsonLd: boolean,
): Generator<FieldPage> {
  for (const page of pages) {
    const { id, site, url } = page;
    const html = decodeLoosely(page.readBody());
    yield {
      id,
      site,
      url,
      html: stripJsonLd ? html.replace(jsonLdScript, '') : html,
      expected: gold.get(id) ?? {},
    };
  }
}

/** The schema of products asks for no name; structured data states one. */
function withName(schema: JsonSchema): JsonSchema {
  if (typeof schema !== 'object') return schema;
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  return 'title' in properties
    ? schema
    : { ...schema, properties: { ...properties, name: { type: 'string' } } };
}
