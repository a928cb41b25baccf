import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readViews } from '../read-views.ts';
import { readPageSet, type SetPage } from '../page-set.ts';
import { findTableCells, findValuePlaces } from './find-targets.ts';
import type { BenchPage } from './open-bench-page.ts';
import { squeeze } from './score-table.ts';

/** A page with a list, and how its expected rows are clicked on. */
export interface Subject {
  readonly id: string;
  /** `html`: `undefined` where the page is loaded from its URL with its scripts. */
  readonly page: { readonly url: string; readonly readHtml: (() => Uint8Array) | undefined };
  readonly rows: readonly (readonly string[])[];
  /** XPaths of what may be clicked on in each row. */
  findClicks(open: BenchPage): Promise<readonly (readonly string[])[]>;
  /** Pages of one group count as one. */
  readonly group: string;
}

/** Rows of two values that stand once on the page. */
const minRows = 2;

function toSubject(
  { id, url, readBody }: Pick<SetPage, 'id' | 'url'> & { readonly readBody?: () => Uint8Array },
  group: string,
  rows: Subject['rows'],
  findClicks?: Subject['findClicks'],
): Subject {
  return {
    id,
    page: { url, readHtml: readBody },
    rows,
    group,
    findClicks: findClicks ?? ((open) => findRowClicks(open, rows)),
  };
}

/** Pages of Wikipedia with one expected table each; `undefined` where the set is not there. */
export function listTables(folder: string): readonly Subject[] | undefined {
  return readPageSet(path.join(folder, 'wikitables', 'pages'))?.flatMap((page) => {
    const { rows } = page.expected as { readonly rows: readonly (readonly string[])[] };
    if (rows.length < minRows) return [];
    return [toSubject(page, page.id, rows, ({ page: open }) => findTableCells(open, rows))];
  });
}

/** Court listings with their records. */
export function listListings(folder: string): readonly Subject[] | undefined {
  return readPageSet(path.join(folder, 'juriscraper', 'pages'))?.flatMap((page) => {
    if (!Array.isArray(page.expected) || page.expected.length < minRows) return [];
    if (!/"kind": "(?:opinions|oral_args)"/.test(page.line)) return [];
    const visible = squeeze(readViews(page).visible);
    const rows = (page.expected as readonly Readonly<Record<string, unknown>>[]).map((record) =>
      Object.entries(record)
        .filter(([name]) => !/short|approximate|blocked|download/.test(name))
        .flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
        .filter((value) => value.length >= 3 && visible.includes(squeeze(value))),
    );
    if (rows.filter((row) => row.length > 0).length < minRows) return [];
    return [toSubject(page, page.site, rows)];
  });
}

/** Lists of ingredients on pages of recipes: those whose ingredients all stand on the page as the set has them, once each. */
export function listIngredients(folder: string): readonly Subject[] | undefined {
  return readPageSet(path.join(folder, 'recipe-scrapers', 'pages'))?.flatMap((page) => {
    const { ingredients } = page.expected as { readonly ingredients?: readonly string[] };
    if (ingredients === undefined || ingredients.length < minRows) return [];
    const visible = squeeze(readViews(page).visible);
    const isTold = (said: string): boolean => said.length >= 4 && visible.split(said).length === 2;
    const squeezed = ingredients.map(squeeze);
    if (!squeezed.every(isTold)) return [];
    // Some of the set's addresses are bare hosts.
    const url = URL.canParse(page.url) ? page.url : `https://${page.url}/`;
    const rows = ingredients.map((said) => [said]);
    return [toSubject({ ...page, url }, page.site, rows)];
  });
}

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(fixtures, file), 'utf8'));
}

/** The lists of the fixture site that is served at `origin`. */
export function listFixtures(origin: string): readonly Subject[] {
  const subject = (address: string, rows: Subject['rows']): Subject =>
    toSubject({ id: address, url: origin + address }, address, rows);
  const { pages } = read('expected/listing.json') as {
    readonly pages: readonly (readonly { readonly name: string; readonly price: number }[])[];
  };
  const tables = read('expected/tables.json') as readonly {
    readonly path: string;
    readonly id: string;
    readonly rows: readonly (readonly string[])[];
  }[];
  const { posts } = read('expected/forum.json') as {
    readonly posts: readonly { readonly author: string; readonly date: string }[];
  };
  const feed = read('site/api/posts.json') as readonly { readonly title: string }[];
  const { orders, departments } = read('expected/records.json') as {
    readonly orders: { readonly records: readonly { readonly customer: string }[] };
    readonly departments: { readonly records: readonly { readonly name: string }[] };
  };
  return [
    ...pages.map((products, at) =>
      subject(
        `/shop/?page=${at + 1}`,
        products.map(({ name, price }) => [name, price.toFixed(2)]),
      ),
    ),
    ...tables.map((table) => ({
      ...subject(`${table.path}#${table.id}`, table.rows),
      findClicks: ({ page: open }: BenchPage) => findTableCells(open, table.rows),
    })),
    subject(
      '/forum/',
      posts.map(({ author, date }) => [author, date]),
    ),
    subject(
      '/feed/load-more.html',
      feed.slice(0, 10).map(({ title }) => [title]),
    ),
    subject(
      '/records/orders.html',
      orders.records.map(({ customer }) => [customer]),
    ),
    subject(
      '/records/departments.html',
      departments.records.map(({ name }) => [name]),
    ),
  ];
}

async function findRowClicks(
  { page }: BenchPage,
  rows: Subject['rows'],
): Promise<readonly (readonly string[])[]> {
  const all = [...new Set(rows.flat().map(squeeze))];
  const places = await findValuePlaces(page, all);
  const found = new Map(places.map((place, at) => [all[at], place]));
  return rows.map((row) =>
    row.flatMap((value) => {
      const place = found.get(squeeze(value));
      return place?.count === 1 ? [place.path] : [];
    }),
  );
}
