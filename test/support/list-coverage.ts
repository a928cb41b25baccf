import type { JsonSchema } from '../../src/runtime/contracts/extractor.ts';
import {
  type ListFindings,
  findListCoverage,
} from '../../src/extraction/completeness/find-list-coverage.ts';
import { readPage } from '../../src/page/read-page.ts';

/** What is told of an answer that was read from the body of a page, asked for with "All lamps". */
export function hold(value: unknown, body: string, schema?: JsonSchema): ListFindings {
  const reading = readPage({ html: `<body>${body}`, url: 'https://shop.example/lamps' });
  return findListCoverage(reading, { value, prompt: 'All lamps', schema });
}

/** Names of twelve lamps. */
export const names: readonly string[] = [
  'Ash',
  'Birch',
  'Cedar',
  'Date',
  'Elm',
  'Fir',
  'Gum',
  'Holly',
  'Iroko',
  'Juniper',
  'Kapok',
  'Larch',
].map((wood) => `${wood} lamp`);

/** A block with the name and the price of a lamp. */
export const card = (name: string, classes = 'card'): string =>
  `<div class="${classes}"><h2><a href="/${name}">${name}</a></h2><p class="price">£${name.length}9.50</p></div>`;

/** A row of a table with these. */
export const row = (name: string): string =>
  `<tr><td>${name}</td><td>£${name.length}9.50</td></tr>`;

/** The answer with the lamps of a page. */
export const products = (
  list: readonly string[],
): { readonly products: readonly { readonly name: string; readonly price: number }[] } => ({
  products: list.map((name) => ({ name, price: name.length * 10 + 9.5 })),
});

/** Texts of a list of texts. */
export const steps: readonly string[] = [
  'Saw the wood.',
  'Drill the hole.',
  'Sand it.',
  'Oil it.',
  'Fit the cable.',
];
