import { addAll } from '../../runtime/collections.ts';
import type { JsonSchema, StructureFindings } from '../../runtime/contracts/extractor.ts';
import { listSchemaFields } from '../../extraction/schema/list-schema-fields.ts';
import type { AskedQuestion, ForeseenQuestion, ValueChecks } from './page-question.ts';

/**
 * What is foreseen, in order, as it will be asked; the checks of a value are those of the one that the page's structure was found to hold. Thread
 * and caller both list it, so that such a value crosses between them once.
 */
export function* listForeseen(
  foreseen: readonly ForeseenQuestion[],
  /** The answer to the question for the page's structure, once there is one. */
  findStructure: () => StructureFindings | undefined,
): Iterable<AskedQuestion> {
  for (const next of foreseen) {
    if (next.kind !== 'checks') {
      yield next;
      continue;
    }
    const found = findStructure();
    // A value that is no answer is not looked at again.
    if (found?.needsModel === undefined && found !== undefined) yield* listChecks(found, next);
  }
}

function* listChecks(
  { value, inferred }: StructureFindings,
  { given, prompt, schema, maxWrong, needsEvidence }: ValueChecks,
): Iterable<AskedQuestion> {
  if (hasAddress(value)) yield { kind: 'missingAddresses', question: { value, given } };
  if (needsEvidence) yield { kind: 'evidence', question: { value, inferred, maxWrong } };
  if (mayLackItems(value, schema)) yield { kind: 'lists', question: { value, prompt, schema } };
}

/** Whether a text of a value holds an address; most results have none. */
export function hasAddress(value: unknown): boolean {
  return some(value, (part) => typeof part === 'string' && part.includes('//'));
}

/** Whether a list is part of a value, or its schema has one that the value may lack. */
export function mayLackItems(value: unknown, schema: JsonSchema | undefined): boolean {
  if (some(value, (part) => Array.isArray(part))) return true;
  return (
    schema !== undefined && listSchemaFields(schema).some(({ types }) => types.includes('array'))
  );
}

function some(value: unknown, isMeant: (part: unknown) => boolean): boolean {
  const pending = [value];
  for (const next of pending) {
    if (isMeant(next)) return true;
    if (typeof next === 'object' && next !== null) addAll(pending, Object.values(next));
  }
  return false;
}
