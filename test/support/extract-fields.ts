import { readPage } from '../../src/page/read-page.ts';
import {
  type ExtractStructureResult,
  extractStructure,
} from '../../src/extraction/structure/extract-structure.ts';

export type Properties = Readonly<Record<string, object>>;

/** What is found without a model on a page of that content, for a field each of these names. */
export function extractFields(
  body: string,
  properties: Properties,
  language = 'en',
  host = 'a.example',
  prompt = 'The thing',
): ExtractStructureResult {
  const html = `<html lang="${language}"><body><main>${body}</main></body></html>`;
  const reading = readPage({ html, url: `https://${host}/x` });
  const schema = { type: 'object', properties };
  return extractStructure({ reading, prompt, schema, detailLevel: 'medium' });
}

export const text = { type: 'string' };
/** A page with one labelled value. */
export const row = (label: string, value: string): string =>
  `<h1>A thing</h1><table><tr><th>${label}</th><td>${value}</td></tr></table>`;
/** A page with those lines. */
export const lines = (...texts: readonly string[]): string =>
  `<h1>A thing</h1>${texts.map((line) => `<p>${line}</p>`).join('')}`;
/** Data of a page, as JSON-LD. */
export const state = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
/** A page of a product with that data. */
export const thing = (data: object): string =>
  `<h1>Lamp</h1>${state({ '@type': 'Product', name: 'Lamp', ...data })}`;
/** Fields for numbers with these names. */
export const amounts = (...names: readonly string[]): Properties =>
  Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
