import type { Extractor, JsonSchema } from '../../runtime/contracts/extractor.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';

const noModel =
  'No model is configured: values were found by matching field names with structured data, labels, tables and markup.';
export const noModelAsked = 'Read from the page’s structure; no model was asked.';
const noModelForText =
  'No model is configured: the text is what the page shows, not an answer to the prompt.';

/** What the extractor without a model is called. */
export const structureName = 'structure';

/**
 * Creates an extractor without a model: it reads structured data, tables, lists, labels and headings of the page. Without a
 * schema it answers what the prompt names and the page states; another prompt fails with reason `model_needed`.
 */
export function structureExtractor(): Extractor {
  return {
    name: structureName,
    firstQuestion: (request) =>
      request.plainText ? undefined : { kind: 'structure', question: request },
    async extract(request) {
      const { page, signal, plainText } = request;
      signal.throwIfAborted();
      if (plainText) {
        const value = await page.text({ mainOnly: true });
        return { value, usage: [], warnings: [noModelForText] };
      }
      const { value, warnings, inferred, needsModel } = await page.structure(request);
      if (needsModel !== undefined) throw modelNeeded(needsModel);
      return { value, usage: [], warnings: [noModel, ...warnings], inferred };
    },
  };
}

function modelNeeded(why: string): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `No model is configured, and without one there is no answer: ${why}. ${advice.giveModel}`,
    { details: { reason: 'model_needed' } },
  );
}

/** Reads a page whose structure fills every field of the schema without `extractor`, and leaves any other to it as a whole. */
export function structureFirstExtractor(extractor: Extractor): Extractor {
  return {
    name: extractor.name,
    firstQuestion: (request) =>
      request.plainText || request.schema === undefined
        ? extractor.firstQuestion?.(request)
        : { kind: 'structure', question: request },
    async extract(request) {
      if (request.plainText || request.schema === undefined) return extractor.extract(request);
      request.signal.throwIfAborted();
      const { value, warnings, inferred, needsModel } = await request.page.structure(request);
      if (needsModel !== undefined || !isFilled(value, request.schema))
        return extractor.extract(request);
      return { value, usage: [], warnings: [...warnings, noModelAsked], inferred };
    },
    ...(extractor.repair === undefined ? {} : { repair: extractor.repair.bind(extractor) }),
  };
}

function isFilled(value: unknown, schema: JsonSchema): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = listSchemaFields(schema).filter(
    ({ path, arrayDepth }) => path.length === 1 && arrayDepth === 0,
  );
  const entries = new Map<string, unknown>(Object.entries(value));
  return fields.length > 0 && fields.every(({ name }) => hasContent(entries.get(name)));
}

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !Array.isArray(value) || value.length > 0;
}
