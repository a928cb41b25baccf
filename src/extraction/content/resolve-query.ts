import type { ContentQuery, JsonSchema } from '../../runtime/contracts/extractor.ts';
import {
  type SchemaField,
  type SchemaObject,
  isSchemaObject,
  listSchemaFields,
} from '../schema/list-schema-fields.ts';
import { toWordSet } from '../../runtime/collections.ts';

export interface QueryTerms {
  readonly weights: ReadonlyMap<string, number>;
  readonly wantsLinks: boolean;
  readonly wantsImages: boolean;
  readonly wantsRecords: boolean;
}

const nameWeight = 1;
const descriptionWeight = 0.5;
const enumWeight = 0.4;
const promptWeight = 0.6;
/** Words of requests that do not describe page content. */
const idleWords: ReadonlySet<string> = toWordSet(
  'a all an and any are as at be by each every extract find for from get give has have in is it item its list me of on ' +
    'or page please return show string text that the their there thi these this to value was website what which with you',
);
const addressFormat = /^(uri|url|iri)/;
const linkName = /^(url|uri|link|href|website|homepage|permalink|download)$/;
const imageName = /^(image|img|photo|picture|thumbnail|logo|icon|avatar)$/;

export function resolveQuery({ prompt, schema }: ContentQuery): QueryTerms {
  const weights = new Map<string, number>();
  const fields = schema === undefined ? [] : listSchemaFields(schema);
  addWords(weights, splitWords(prompt), promptWeight);
  for (const field of fields) {
    addWords(weights, splitName(field.name), nameWeight);
    addWords(
      weights,
      splitWords(`${field.title ?? ''} ${field.description ?? ''}`),
      descriptionWeight,
    );
    for (const member of field.enumMembers) {
      if (typeof member === 'string') addWords(weights, splitName(member), enumWeight);
    }
  }
  const names = new Set(fields.flatMap((field) => splitName(field.name)));
  const promptWords = fields.length > 0 ? [] : splitWords(prompt);
  const wanted = [...names, ...promptWords];
  return {
    weights,
    wantsLinks: wanted.some((word) => linkName.test(word)) || fields.some(isAddress),
    wantsImages: wanted.some((word) => imageName.test(word)),
    wantsRecords: fields.some((field) => field.arrayDepth > 0),
  };
}

function isAddress(field: SchemaField): boolean {
  return addressFormat.test(field.format ?? '');
}

/** Whether the place under these property names, list items left out, wants an address. */
export type WantsAddress = (path: readonly string[]) => boolean;

/** Where a schema wants addresses: by its formats, its words or, where it says nothing, by the property's name. */
export function listAddresses(schema: JsonSchema | undefined): WantsAddress {
  const isWanted = new Map<string, boolean>();
  for (const field of schema === undefined ? [] : listSchemaFields(schema)) {
    isWanted.set(JSON.stringify(field.path), wantsAddress(field));
  }
  const rootFormat = isSchemaObject(schema) ? formatOf(schema) : undefined;
  return (path) => {
    const name = path.at(-1);
    if (name === undefined) return addressFormat.test(rootFormat ?? '');
    return isWanted.get(JSON.stringify(path)) ?? isAddressName(name);
  };
}

function formatOf(schema: SchemaObject): string | undefined {
  const { format, items } = schema;
  if (typeof format === 'string') return format;
  return isSchemaObject(items) && typeof items['format'] === 'string' ? items['format'] : undefined;
}

function wantsAddress(field: SchemaField): boolean {
  if (field.format !== undefined) return isAddress(field);
  if (field.enumMembers.length > 0) return false;
  return (
    isAddressName(field.name) || /\b(?:ur[il]|href|hyperlink)\b/i.test(field.description ?? '')
  );
}

/** By its last word: a `link_text` or an `imageSize` is no address. */
function isAddressName(name: string): boolean {
  const last = splitName(name).at(-1) ?? '';
  return linkName.test(last) || imageName.test(last);
}

function addWords(weights: Map<string, number>, words: readonly string[], weight: number): void {
  for (const word of words) {
    if (idleWords.has(word)) continue;
    weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  }
}

const word = /[\p{L}\p{M}]+|\p{N}+/gu;
const camelHump = /(\p{Ll})(\p{Lu})/gu;
/** Scripts without spaces between words: pairs of characters are used as words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns the words of page text or of a request in lower case; English plurals become singular. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const [found] of text.toLowerCase().matchAll(word)) {
    if (found.length > 1 && unspaced.test(found)) {
      for (let at = 0; at + 1 < found.length; at += 1) words.push(found.slice(at, at + 2));
    } else {
      words.push(foldPlural(found));
    }
  }
  return words;
}

/** Returns the words of a name: `unitPrice`, `unit_price` and `unit-price` give the same two. */
export function splitName(name: string): readonly string[] {
  return splitWords(name.replaceAll(camelHump, '$1 $2'));
}

function foldPlural(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
