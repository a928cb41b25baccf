import { load } from 'cheerio';
import type { FunctionPipeline, PipelineOutput } from '../../src/evaluation/index.ts';
import { decodeLoosely } from '../page-set.ts';

type Thing = Readonly<Record<string, unknown>>;

/** What many write by hand: cheerio, and of the page's JSON-LD the product, recipe or article. */
export const jsonLdPipeline: FunctionPipeline = {
  options: { library: 'cheerio', reads: 'JSON-LD' },
  async run({ schema, body = new Uint8Array() }): Promise<PipelineOutput> {
    const $ = load(decodeLoosely(body));
    const things = $('script[type="application/ld+json"]')
      .toArray()
      .flatMap((script) => listThings(parseLoosely($(script).text())));
    const asked = typeof schema === 'object' ? Object.keys(schema['properties'] ?? {}) : [];
    const found = { ...readArticle(things), ...readRecipe(things), ...readProduct(things) };
    const value = Object.fromEntries(
      Object.entries(found).filter(
        ([name, member]) => asked.includes(name) && member !== undefined,
      ),
    );
    return { value, withoutModel: true, inputTokens: 0, outputTokens: 0 };
  },
};

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Broken JSON-LD is common, and a hand-written scraper passes over it.
    return undefined;
  }
}

function listThings(json: unknown): readonly Thing[] {
  if (Array.isArray(json)) return json.flatMap(listThings);
  if (!isThing(json)) return [];
  return [json, ...listThings(json['@graph']), ...listThings(json['mainEntity'])];
}

function readProduct(things: readonly Thing[]): Thing {
  const product = findThing(things, ['Product', 'ProductGroup']);
  if (product === undefined) return {};
  const offer = firstOf(product['offers']);
  const isIn = textOf(offer?.['availability'])?.split('/').at(-1);
  return {
    price: textOf(offer?.['price'] ?? offer?.['lowPrice']),
    currency: textOf(offer?.['priceCurrency']),
    sku: textOf(product['sku']),
    availability: isIn === 'InStock' || isIn === 'OutOfStock' ? isIn : undefined,
    brand: nameOf(product['brand']),
    gtin: textOf(product['gtin13'] ?? product['gtin'] ?? product['gtin12'] ?? product['gtin8']),
    mpn: textOf(product['mpn']),
  };
}

function readRecipe(things: readonly Thing[]): Thing {
  const recipe = findThing(things, ['Recipe']);
  if (recipe === undefined) return {};
  return {
    title: textOf(recipe['name']),
    author: nameOf(recipe['author']),
    ingredients: listOf(recipe['recipeIngredient']).flatMap((item) => textOf(item) ?? []),
    instructions_list: listSteps(recipe['recipeInstructions']),
    total_time: toMinutes(textOf(recipe['totalTime'])),
    yields: textOf(listOf(recipe['recipeYield'])[0]),
  };
}

function readArticle(things: readonly Thing[]): Thing {
  const article = findThing(things, ['NewsArticle', 'Article', 'ReportageNewsArticle']);
  if (article === undefined) return {};
  return {
    title: textOf(article['headline']),
    authors: listOf(article['author']).flatMap((author) => nameOf(author) ?? []),
    publishing_date: textOf(article['datePublished']),
  };
}

function listSteps(steps: unknown): readonly string[] {
  return listOf(steps).flatMap((step) => {
    if (!isThing(step)) return textOf(step) ?? [];
    return 'itemListElement' in step
      ? listSteps(step['itemListElement'])
      : (textOf(step['text']) ?? []);
  });
}

function toMinutes(duration: string | undefined): number | undefined {
  const [, days = 0, hours = 0, minutes = 0] =
    /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?/.exec(duration ?? '') ?? [];
  const total = Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
  return total > 0 ? total : undefined;
}

function findThing(things: readonly Thing[], types: readonly string[]): Thing | undefined {
  return things.find((thing) =>
    listOf(thing['@type']).some((type) => types.includes(String(type))),
  );
}

function firstOf(value: unknown): Thing | undefined {
  return listOf(value).find(isThing);
}

function nameOf(value: unknown): string | undefined {
  const [first] = listOf(value);
  return isThing(first) ? textOf(first['name']) : textOf(first);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
