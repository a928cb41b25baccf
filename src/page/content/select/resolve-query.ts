import type { ContentQuery } from '../../../contracts/extraction-page.ts';
import { listSchemaFields, type SchemaField } from '../../../schema/list-schema-fields.ts';
import { splitName, splitWords } from './split-words.ts';

/** A query as words with weights. */
export interface QueryTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** Whether addresses are requested. */
  readonly wantsLinks: boolean;
  readonly wantsImages: boolean;
  /** Whether several records are requested. */
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

/** Returns the words of the prompt and the schema that make content relevant. */
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
