import type { JsonSchema } from '../../contracts/extractor.ts';
import { toContentQuery } from '../../extractors/model/prompt/page-parts.ts';
import type { ExtractInput } from '../../operations/extract/extract-input.ts';
import { parseSchema } from '../../schema/parse/parse-schema.ts';
import { toJsonSchema } from '../../schema/parse/to-json-schema.ts';
import { listSchemaFields } from '../../schema/list-schema-fields.ts';
import { exactly, type Amount } from './amount.ts';
import { countQuestions, type CountedQuestions } from './count-questions.ts';
import { guessOutput } from './guess-output.ts';

/** What a model will be asked and answer. */
export interface QuestionsEstimate {
  readonly modelCalls: Amount;
  readonly inputTokens: Amount;
  readonly outputTokens: Amount;
  readonly basis: readonly string[];
}

/** A page that says next to nothing: what is sent about it is what every page takes. */
const emptyPage = '<!doctype html><title>Page</title><p>Page</p>';

/** Tokens for the faults of an answer and the values that have them: some ten of them. */
const faultTokens = 1_000;

/** Estimates what a model is asked about a page: counted where the page is at hand, a stated range where it is not. */
export async function estimateQuestions(
  input: ExtractInput,
  content: string | undefined,
): Promise<QuestionsEstimate> {
  const html = input.html ?? content;
  // First, since it refuses an input that `extract` would refuse.
  const counted = await countQuestions(input, html ?? emptyPage);
  const schema =
    input.schema === undefined ? undefined : parseSchema(toJsonSchema(input.schema)).schema;
  const first = html === undefined ? guessFirst(input, schema, counted) : toFirst(counted);
  const output = guessOutput(schema, first.content, input.plainText === true);
  const isFree = input.experimental === true;
  const basis = [
    ...first.basis,
    'The answer is guessed from the fields of the schema and, for lists, from the length of the content.',
    `The most holds a second question for an answer that breaks the schema: as long as the first, and ${faultTokens} tokens for what is wrong.`,
  ];
  if (isFree)
    basis.push(
      'With `experimental` no model is asked where the structure of the page fills the schema.',
    );
  const toWhole = ({ least, likely, most }: Amount, more = 0): Amount => ({
    least: isFree ? 0 : least,
    likely,
    most: input.plainText === true ? most : most * 2 + more,
  });
  return {
    modelCalls: toWhole(first.calls),
    inputTokens: toWhole(first.input, faultTokens),
    outputTokens: toWhole(output),
    basis,
  };
}

interface FirstQuestions {
  readonly calls: Amount;
  readonly input: Amount;
  readonly content: Amount;
  readonly basis: readonly string[];
}

function toFirst({ calls, inputTokens, contentTokens }: CountedQuestions): FirstQuestions {
  return {
    calls: exactly(calls),
    input: exactly(inputTokens),
    content: exactly(contentTokens),
    basis: [
      'The input is counted: the prompts for this page were written, at four characters a token.',
    ],
  };
}

function guessFirst(
  input: ExtractInput,
  schema: JsonSchema | undefined,
  { inputTokens: overhead }: CountedQuestions,
): FirstQuestions {
  const { budgetTokens, maxParts } = toContentQuery({
    detailLevel: input.detailLevel ?? 'medium',
    pageComplexity: input.pageComplexity ?? 'low',
    plainText: input.plainText ?? false,
    prompt: input.prompt,
    reduceContent: input.reduceContent,
    schema,
  });
  const parts = input.reduceContent === false || mayListRecords(schema) ? maxParts : 1;
  const part = overhead + budgetTokens;
  return {
    calls: { least: 1, likely: 1, most: parts },
    input: { least: overhead, likely: part, most: part * parts },
    content: { least: 0, likely: budgetTokens, most: budgetTokens * parts },
    basis: [
      `The page is not known: likely is one that fills the content budget of ${budgetTokens} tokens beside ${overhead} tokens of instructions, least an empty one, most ${parts === 1 ? 'the same' : `one that is read in ${parts} parts`}.`,
    ],
  };
}

/** Only a page that is asked for a list is read in parts; without a schema the prompt may ask for one. */
function mayListRecords(schema: JsonSchema | undefined): boolean {
  return schema === undefined || listSchemaFields(schema).some(({ arrayDepth }) => arrayDepth > 0);
}
