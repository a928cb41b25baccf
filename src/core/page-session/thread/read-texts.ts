import type { ModelTexts, ReadTexts } from '../../../runtime/contracts/extractor.ts';
import { readAnswer } from '../../../extraction/content/read-answer.ts';
import { dropReasoningOfText } from '../../../extraction/content/answer-text.ts';
import { createLinkRestorer } from '../../../extraction/content/restore-links.ts';
import type { ContentChunk } from '../../../extraction/content/chunk-content.ts';
import { mergeAnswers } from '../../../extraction/content/merge-answers.ts';
import { toJsonPointer, toShorts } from '../../../runtime/plain-json.ts';
import { isSchemaObject } from '../../../extraction/schema/list-schema-fields.ts';

/** The value in a model's texts about the chunks of a page. */
export function readTexts(
  { query, texts, as, wrapper, schema }: ModelTexts,
  chunks: readonly ContentChunk[],
): ReadTexts {
  const restorer = createLinkRestorer(chunks[0]?.links ?? new Map());
  if (as === 'text') {
    const filled = texts
      .map((text) => dropReasoningOfText(text).trim())
      .filter((text) => text !== '');
    const value = filled.length === 0 ? undefined : restorer.inText(filled.join('\n'));
    return { value, unread: texts.length - filled.length, warnings: restorer.warnings() };
  }
  const warnings = new Set<string>();
  const answers = chunks.flatMap((chunk, index) => {
    const read = readAnswer(texts[index] ?? '', {
      schema: as === 'object' ? undefined : (schema ?? query.schema),
      wrapper,
      prompt: query.prompt,
      // A repair names the places that it mends.
      needsField: schema === undefined,
    });
    for (const warning of read.warnings) warnings.add(warning);
    const value = toForm(read.value, as);
    return value === undefined ? [] : [{ chunk, value }];
  });
  const rivals: string[] = [];
  const value =
    answers.length > 1
      ? mergeAnswers(query.schema, answers, {
          tellRivals: (path, values) => rivals.push(describeRivals(path, values)),
          tellTwins: (path, key, values) => warnings.add(describeTwins(path, key, values)),
        })
      : answers[0]?.value;
  for (const rival of rivals.slice(0, maxRivals)) warnings.add(rival);
  if (rivals.length > maxRivals)
    warnings.add(`Parts of the page gave different values for ${rivals.length - maxRivals} more.`);
  return {
    value: restorer.inValue(value, schema ?? query.schema),
    unread: chunks.length - answers.length,
    warnings: [...warnings, ...restorer.warnings()],
  };
}

/** Values of which a warning says what parts of the page gave for them, and values in one warning. */
const maxRivals = 10;
const maxShown = 4;

function describeRivals(path: readonly string[], values: readonly unknown[]): string {
  const shown = toShorts(values.slice(0, maxShown)).join(' or ');
  return `Parts of the page gave ${shown} for ${toPlace(path)}; the first was taken.`;
}

function describeTwins(path: readonly string[], key: string, values: readonly unknown[]): string {
  const shown = toShorts(values.slice(0, maxShown)).join(', ');
  const more = values.length > maxShown ? ` and ${values.length - maxShown} more` : '';
  return `Parts of the page gave different records for "${key}" ${shown}${more} in ${toPlace(path)}; all were kept.`;
}

function toPlace(path: readonly string[]): string {
  return path.length === 0 ? 'the answer' : toJsonPointer(path);
}

/** The value in the form that was asked for; `undefined` where it has another. */
function toForm(value: unknown, as: 'object' | 'value'): unknown {
  if (as === 'value') return value;
  // The result is an object by contract, and a bare list is a usual answer to "all the …".
  if (Array.isArray(value)) return { items: value };
  return isSchemaObject(value) ? value : undefined;
}
