import type { Extractor } from '../contracts/extractor.ts';

const noModel =
  'No model is configured: values were found by matching field names with structured data, labels, tables and markup.';
const noModelForText =
  'No model is configured: the text is what the page shows, not an answer to the prompt.';

/**
 * Creates an extractor without a model: it reads structured data, tables, lists, labels and headings of the page. Its rules are
 * loaded by the first extraction.
 */
export function structureExtractor(): Extractor {
  return {
    name: 'structure',
    async extract(request) {
      request.signal.throwIfAborted();
      const { readStructure } = await import('./read-structure.ts');
      const extraction = readStructure(request);
      const warning = request.plainText ? noModelForText : noModel;
      return { ...extraction, warnings: [warning, ...extraction.warnings] };
    },
  };
}
