import type { ContentQuery } from '../../runtime/contracts/extractor.ts';
import { type SchemaField, listSchemaFields } from '../schema/list-schema-fields.ts';

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
const idleWords: ReadonlySet<string> = new Set(
  (
    'a all an and any are as at be by each every extract find for from get give has have in is it item its list me of on ' +
    'or page please return show string text that the their there thi these this to value was website what which with you'
  ).split(' '),
);
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
  return /^(uri|url|iri)/.test(field.format ?? '');
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
