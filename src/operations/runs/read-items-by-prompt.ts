import type { ExtractStep } from '../../contracts/recipe.ts';
import { askExtractor } from '../extract/ask-extractor.ts';
import { readPage } from '../../page/read-page.ts';
import { parseSchema, type UsableSchema } from '../../schema/parse/parse-schema.ts';
import type { OperationContext } from '../operation-context.ts';
import { settleAnswer } from '../extract/settle-answer.ts';

export interface PromptedPage {
  readonly step: ExtractStep;
  readonly prompt: string;
  readonly html: string;
  readonly url: string;
  /** The schema of one item. */
  readonly schema: UsableSchema | undefined;
}

/** The items that the extractor reads from a page: many where the step names repeated elements, else the page as one. */
export async function readItemsByPrompt(
  { step, prompt, html, url, schema }: PromptedPage,
  context: OperationContext,
  signal: AbortSignal,
): Promise<{ readonly items: readonly unknown[]; readonly warnings: readonly string[] }> {
  const reading = readPage({
    html,
    url,
    parseMode: 'accurate',
    includeTags: undefined,
    excludeTags: undefined,
    keepFolded: false,
  });
  const isList = step.items !== undefined;
  const usable = isList ? toListSchema(schema) : schema;
  const request = {
    reading,
    prompt,
    schema: usable?.schema,
    detailLevel: 'medium',
    pageComplexity: 'low',
    plainText: false,
    reduceContent: undefined,
    signal,
  } as const;
  const { extractor } = context;
  const extraction = await askExtractor(extractor, request);
  const wanted = usable === undefined ? undefined : { usable, standard: undefined };
  const { value, warnings } = await settleAnswer(
    { request, extraction, extractor, schema: wanted },
    context,
  );
  return { items: isList && Array.isArray(value) ? value : [value], warnings };
}

/** Its own id keeps the references inside an item's schema pointing into the item's schema. */
function toListSchema(schema: UsableSchema | undefined): UsableSchema {
  const item = schema?.schema ?? { type: 'object' };
  return parseSchema({
    type: 'array',
    items: typeof item === 'boolean' ? item : { ...item, $id: 'urn:gleaner:item' },
  });
}
