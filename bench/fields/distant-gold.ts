import path from 'node:path';
import { readPage } from '../../src/page/read-page.ts';
import {
  type IndexedEntity,
  cleanText,
  indexEntities,
  readPath,
  readTexts,
} from '../../src/extraction/analysis/index-entities.ts';
import { compareWords } from '../../src/extraction/lexicon/fold-label.ts';
import { indexPage } from '../../src/extraction/analysis/index-page.ts';
import { parseDuration } from '../../src/extraction/values/parse-duration.ts';
import { decodeLoosely, materialFolder, readPageSet } from '../page-set.ts';
import { normalise } from '../read-views.ts';
import { normaliseField } from '../score-fields.ts';
import type { FieldPage } from './field-page.ts';

/** What the structured data of a page describes. */
export type DistantKind = 'product' | 'news' | 'recipe';

interface KindRule {
  /** Joined names of types. */
  readonly types: readonly string[];
  readonly sets: readonly string[];
  readonly read: (entity: IndexedEntity) => Readonly<Record<string, readonly (string | number)[]>>;
}

const sets = ['wcxb', 'trafilatura-eval', 'fundus-news', 'product-extraction-benchmark'];
const jsonLdScript = /<script[^>]{0,300}application\/ld\+json[\s\S]*?<\/script>/gi;
const microdata =
  /\sitem(?:scope|type|prop|id|ref)(?:\s{0,5}=\s{0,5}(?:"[^"]{0,500}"|'[^']{0,500}'|[^\s>"']{1,500}))?/gi;
/** Least likeness of the entity's name to the page's title: the entity is what the page is about. */
const minLikeness = 0.4;
/** Fields whose value counts only where the page shows it, in its text or its URL. */
const shownFields: ReadonlySet<string> = new Set('price sku brand name title authors'.split(' '));

const rules: Readonly<Record<DistantKind, KindRule>> = {
  product: {
    types: ['product', 'productgroup', 'individualproduct', 'productmodel'],
    sets: [...sets, 'recipe-scrapers'],
    read: (entity) => ({
      price: texts(
        entity,
        'offers.price|offers.priceSpecification.price|offers.lowPrice|offers.offers.price|hasVariant.offers.price',
      ),
      sku: texts(entity, 'sku|productID|offers.sku|hasVariant.sku'),
      brand: texts(entity, 'brand.name|brand|manufacturer.name').slice(0, 1),
      availability: readStock(texts(entity, 'offers.availability|offers.offers.availability')),
      name: texts(entity, 'name').slice(0, 1),
    }),
  },
  news: {
    types: ['article', 'newsarticle', 'blogposting', 'reportagenewsarticle'],
    sets,
    read: (entity) => ({
      title: texts(entity, 'headline|name').slice(0, 1),
      authors: readPath(entity, 'author').flatMap((author) =>
        author.kind === 'text' || author.types.includes('Person')
          ? texts(entity, 'author.name|author').filter((name) => !/[/@]|^\d/.test(name))
          : [],
      ),
      publishing_date: texts(entity, 'datePublished').slice(0, 1),
    }),
  },
  recipe: {
    types: ['recipe'],
    sets: ['wcxb', 'trafilatura-eval'],
    read: (entity) => ({
      title: texts(entity, 'name').slice(0, 1),
      ingredients: texts(entity, 'recipeIngredient|ingredients'),
      instructions_list: texts(
        entity,
        'recipeInstructions.text|recipeInstructions.itemListElement.text',
      ),
      total_time: texts(entity, 'totalTime').flatMap((text) => parseDuration(text) ?? []),
      yields: texts(entity, 'recipeYield').slice(0, 1),
    }),
  },
};

/**
 * Reads the pages whose structured data describes what the page is about: the data is removed from the page and returned as the
 * expected values. `undefined` where no set is there.
 */
export function readDistantPages(kind: DistantKind): Iterable<FieldPage> | undefined {
  const pages = rules[kind].sets.flatMap(
    (set) => readPageSet(path.join(materialFolder, set, 'pages')) ?? [],
  );
  if (pages.length === 0) return undefined;
  return (function* readAll(): Generator<FieldPage> {
    for (const page of pages) {
      const { id, site, url } = page;
      const full = decodeLoosely(page.readBody());
      const gold = readGold(kind, full, url);
      if (gold === undefined) continue;
      const html = full.replace(jsonLdScript, '').replace(microdata, '');
      const expected = keepShown(gold, html, url);
      if (Object.keys(expected).length > 0) yield { id, site, url, html, expected };
    }
  })();
}

function readGold(
  kind: DistantKind,
  html: string,
  url: string,
): Readonly<Record<string, readonly (string | number)[]>> | undefined {
  const { types, read } = rules[kind];
  if (!/ld\+json|itemtype/i.test(html)) return undefined;
  const reading = readPage({ html, url });
  let best: IndexedEntity | undefined;
  let bestLikeness = minLikeness;
  for (const entity of indexEntities(reading.structuredData.entities, url)) {
    if (!types.some((type) => entity.types.has(type))) continue;
    const name = cleanText(
      readTexts(entity, 'headline')[0]?.text ?? readTexts(entity, 'name')[0]?.text ?? '',
    );
    // The title often holds the name and more.
    const likeness = normalise(reading.title).includes(normalise(name))
      ? name.length / reading.title.length + 0.5
      : compareWords(name, reading.title);
    if (name !== '' && likeness > bestLikeness) {
      best = entity;
      bestLikeness = likeness;
    }
  }
  return best === undefined ? undefined : read(best);
}

function texts(entity: IndexedEntity, paths: string): readonly string[] {
  for (const key of paths.split('|')) {
    const found = readTexts(entity, key)
      .map(({ text }) => cleanText(text))
      .filter((text) => text !== '' && !/^https?:\/\/(?!schema\.org)/.test(text));
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

/** An article that any offer sells is in stock. */
function readStock(terms: readonly string[]): readonly string[] {
  if (terms.some((term) => /(?:InStock|LimitedAvailability|InStoreOnly|OnlineOnly)$/i.test(term)))
    return ['InStock'];
  return terms.some((term) => /(?:OutOfStock|SoldOut|Discontinued)$/i.test(term))
    ? ['OutOfStock']
    : [];
}

function keepShown(
  gold: Readonly<Record<string, readonly (string | number)[]>>,
  html: string,
  url: string,
): Readonly<Record<string, unknown>> {
  const text = normalise(`${indexPage(readPage({ html, url })).text} ${url}`);
  const amounts = new Set(
    [...text.matchAll(/\d[\d.,]{0,15}/g)].map(([amount]) =>
      normaliseField('price', amount.replace(/[.,]$/, '')),
    ),
  );
  const isShown = (field: string, value: string | number): boolean =>
    !shownFields.has(field) ||
    (field === 'price'
      ? amounts.has(normaliseField('price', value)) && Number(value) !== 0
      : text.includes(normalise(String(value))));
  return Object.fromEntries(
    Object.entries(gold)
      .map(([field, values]) => [field, values.filter((value) => isShown(field, value))] as const)
      .filter(([, values]) => values.length > 0),
  );
}
