import type { Extractor } from '../contracts/extractor.ts';
import { advice } from '../errors/advice.ts';
import { GleanerError } from '../errors/gleaner-error.ts';

const noModel =
  'No model is configured: values were found by matching field names with structured data, labels, tables and markup.';
const noModelForText =
  'No model is configured: the text is what the page shows, not an answer to the prompt.';

/**
 * Creates an extractor without a model: it reads structured data, tables, lists, labels and headings of the page. Without a
 * schema it answers what the prompt names and the page states; another prompt fails with reason `model_needed`.
 */
export function structureExtractor(): Extractor {
  return {
    name: 'structure',
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
