import type { Extraction, ExtractionRequest, Extractor } from '../contracts/extractor.ts';
import type { ExtractStructureResult } from '../structure/extract-structure.ts';

const noModel =
  'No model is configured: values were found by matching field names with structured data, labels, tables and markup.';
/** Fields named in one warning; the rest are counted. */
const maxNamed = 20;

/**
 * Extracts without a model: by what the page says of itself and by its tables, lists, labels and headings. The rules are
 * loaded by the first extraction.
 */
export function structureExtractor(): Extractor {
  return {
    name: 'structure',
    async extract(request: ExtractionRequest): Promise<Extraction> {
      request.signal.throwIfAborted();
      const { reading, prompt, schema, detailLevel } = request;
      if (request.plainText) {
        const warning =
          'No model is configured: the text is what the page shows, not an answer to the prompt.';
        const { readRelevantText } = await import('../structure/read-relevant-text.ts');
        return { value: readRelevantText(reading), usage: [], warnings: [warning] };
      }
      // `true` and `{}` allow any shape.
      const isOpen = schema === undefined || schema === true || Object.keys(schema).length === 0;
      const [{ extractFreeShape }, { extractStructure }] = await Promise.all([
        import('../structure/extract-free-shape.ts'),
        import('../structure/extract-structure.ts'),
      ]);
      const result = isOpen
        ? extractFreeShape({ reading, prompt, detailLevel })
        : extractStructure({ reading, prompt, schema, detailLevel });
      return {
        value: result.value ?? null,
        usage: [],
        warnings: [noModel, ...describeMissing(result)],
      };
    },
  };
}

function describeMissing({ missing }: ExtractStructureResult): readonly string[] {
  const required = missing.filter((field) => field.required).map(({ pointer }) => pointer);
  const wanted = missing.filter((field) => !field.required).map(({ pointer }) => pointer);
  const warnings: string[] = [];
  if (required.length > 0)
    warnings.push(`Required but not found in the page: ${nameFields(required)}.`);
  if (wanted.length > 0) warnings.push(`Not found in the page: ${nameFields(wanted)}.`);
  return warnings;
}

function nameFields(pointers: readonly string[]): string {
  const named = pointers
    .slice(0, maxNamed)
    .map((pointer) => (pointer === '' ? 'the whole value' : pointer));
  const rest = pointers.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}
