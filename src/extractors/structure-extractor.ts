import type { Extractor } from '../contracts/extractor.ts';

const noModel =
  'No model is configured: values were found by matching field names with structured data, labels, tables and markup.';
const noModelForText =
  'No model is configured: the text is what the page shows, not an answer to the prompt.';

/**
 * Creates an extractor without a model: it reads structured data, tables, lists, labels and headings of the page.
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
      const { value, warnings, inferred } = await page.structure(request);
      return { value, usage: [], warnings: [noModel, ...warnings], inferred };
    },
  };
}
