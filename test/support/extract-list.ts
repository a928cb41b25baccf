import { readPage } from '../../src/page/read-page.ts';
import { extractStructure } from '../../src/extraction/structure/extract-structure.ts';

export type Row = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, object>>;

export const text: { readonly type: string } = { type: 'string' };

interface ReadOptions {
  readonly required?: readonly string[];
  readonly prompt?: string;
}

/** The records of a page's list that are read without a model, and what is told of them. */
export function readList(
  html: string,
  properties: Properties,
  { required = [], prompt = 'All records of the list.' }: ReadOptions = {},
): { readonly rows: readonly Row[]; readonly cuts: readonly string[] } {
  const reading = readPage({ html, url: 'https://lists.example/' });
  const schema = { type: 'array', items: { type: 'object', required, properties } };
  const { value, cuts } = extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
  return { rows: Array.isArray(value) ? (value as readonly Row[]) : [], cuts };
}

export function readRows(
  html: string,
  properties: Properties,
  options?: ReadOptions,
): readonly Row[] {
  return readList(html, properties, options).rows;
}

/** Of lamps by number, whose price is ten more. */
export const product: Properties = { name: text, price: { type: 'number' }, url: text };

export function card(
  number: number,
  price = `<p class="price">$${number + 10}.00</p>`,
  state = '',
): string {
  return `<li class="card ${state}"><a href="/p/${number}"><h3>Lamp number ${number}</h3></a>${price}</li>`;
}

export function cards(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => card(from + at)).join('');
}

export const names: readonly string[] = ['Oak Desk', 'Pine Shelf', 'Ash Stool', 'Elm Chair'];

/** Cards of four pieces of furniture with a heading each. */
export const furniture = (toBody: (name: string, at: number) => string): string =>
  `<div>${names.map((name, at) => `<div><h3>${name}</h3>${toBody(name, at)}</div>`).join('')}</div>`;

/** What is read of such cards, or of others in their place; `undefined` where they are no list. */
export function readFurniture(
  html: string,
  properties: Properties,
  url = 'https://lists.example/shop/',
): unknown {
  const schema = { type: 'array', items: { type: 'object', properties } };
  const reading = readPage({ html: `<main><h1>All</h1>${html}</main>`, url });
  return extractStructure({ reading, prompt: 'All items.', schema, detailLevel: 'medium' }).value;
}
