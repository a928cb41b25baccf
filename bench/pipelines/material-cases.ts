import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { EvaluationCase } from '../../src/evaluation/index.ts';
import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import { decodeLoosely, materialFolder, readPageSet } from '../page-set.ts';

interface MaterialSet {
  readonly name: string;
  readonly schema: string;
  readonly prompt: string;
  /** Fields that the schema and the labels both have, and that pages state in their own words. */
  readonly fields: readonly string[];
  /** Whether labels are lists of which any one is right. */
  readonly anyOf: boolean;
  /** Every how many pages are taken. */
  readonly step: number;
}

const sets: readonly MaterialSet[] = [
  {
    name: 'product-extraction-benchmark',
    schema: 'product',
    prompt: 'Extract the product on this page.',
    fields: ['price', 'currency', 'sku', 'availability', 'brand', 'gtin', 'mpn'],
    anyOf: true,
    step: 1,
  },
  {
    name: 'fundus-news',
    schema: 'news',
    prompt: 'Extract the article.',
    fields: ['title', 'authors', 'publishing_date'],
    anyOf: false,
    step: 1,
  },
  {
    name: 'recipe-scrapers',
    schema: 'recipe',
    prompt: 'Extract the recipe.',
    fields: ['title', 'author', 'ingredients', 'instructions_list', 'total_time', 'yields'],
    anyOf: false,
    step: 2,
  },
];

/** The cases of the material's labelled sets; `undefined` where one of them is not there. */
export function listMaterialCases(): readonly EvaluationCase[] | undefined {
  const cases: EvaluationCase[] = [];
  for (const set of sets) {
    const pages = readPageSet(path.join(materialFolder, set.name, 'pages'));
    if (pages === undefined) return undefined;
    const schema = readSchema(set);
    for (const page of pages.filter((_, index) => index % set.step === 0)) {
      cases.push({
        id: `${set.schema} ${page.id.slice(0, 40)}`,
        site: `${set.schema} ${page.site}`,
        // Some pages of the set of recipes have the site's name alone.
        url: URL.canParse(page.url) ? page.url : `https://${page.url}/`,
        prompt: set.prompt,
        schema,
        expected: pick(page.expected, set.fields),
        anyOf: set.anyOf,
        // As all benches read them: in UTF-8 where the bytes are, whatever the page declares.
        get body() {
          return Buffer.from(decodeLoosely(page.readBody()));
        },
      });
    }
  }
  return cases;
}

/** The schema of the fields that are measured. */
function readSchema({ schema, fields }: MaterialSet): JsonSchema {
  const file = path.join(materialFolder, 'schemas', `${schema}.schema.json`);
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { readonly properties: object };
  return { type: 'object', properties: pick(properties, fields) };
}

function pick(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter(([name, member]) => names.includes(name) && isStated(member)),
  );
}

function isStated(label: unknown): boolean {
  return label !== null && label !== '' && !(Array.isArray(label) && label.length === 0);
}
