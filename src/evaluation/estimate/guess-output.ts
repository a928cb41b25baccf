import type { JsonSchema } from '../../contracts/extractor.ts';
import { listSchemaFields, type SchemaField } from '../../schema/list-schema-fields.ts';
import type { Amount } from './amount.ts';

/** Tokens of a value of which nothing but its type is known, between quotes and commas. */
const valueTokens = { boolean: 2, number: 3, enum: 5, text: 9 } as const;
/** A list of records that fills its page gives about half of the page's text back; the rest is said for people. */
const listShare = 0.5;
/** Names of members stand beside each value: an answer is at most about twice what it was read from. */
const mostShare = 2;
/** A value of no known schema. */
const freeTokens = 200;

/**
 * Guesses the tokens of a model's answer from its schema and the content that it is read from: single fields by their types,
 * lists by half of the content. An answer is at least its empty form.
 */
export function guessOutput(
  schema: JsonSchema | undefined,
  contentTokens: Amount,
  plainText: boolean,
): Amount {
  const most = Math.ceil(contentTokens.most * mostShare) + freeTokens;
  if (schema === undefined || plainText) {
    return { least: 1, likely: Math.min(freeTokens, most), most };
  }
  const leaves = listSchemaFields(schema).filter(({ hasFields }) => !hasFields);
  const names = leaves.reduce((sum, { name }) => sum + name.length / 4 + 1, 2);
  const single = leaves.filter((field) => !isListed(field));
  const values = single.reduce((sum, field) => sum + toValueTokens(field), 0);
  const listed = single.length < leaves.length ? contentTokens.likely * listShare : 0;
  const least = Math.ceil(leaves.filter(({ required }) => required).length + 1);
  const likely = Math.ceil(names + values + listed);
  return { least, likely: Math.max(likely, least), most: Math.max(most, likely) };
}

function isListed({ arrayDepth, types }: SchemaField): boolean {
  return arrayDepth > 0 || types.includes('array');
}

function toValueTokens({ types, enumMembers }: SchemaField): number {
  if (enumMembers.length > 0) return valueTokens.enum;
  if (types.includes('boolean')) return valueTokens.boolean;
  return types.some((type) => type === 'number' || type === 'integer')
    ? valueTokens.number
    : valueTokens.text;
}
