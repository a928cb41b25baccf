import type { Gleaner } from '../core/engine/create-gleaner.ts';
import type { ExtractInput } from '../core/extract/parse-extract-input.ts';
import type { Prices } from '../core/operations/operation-context.ts';
import type { ScrapeInput } from '../core/scrape/scrape-input.ts';
import { type ModelPrice, checkPrices } from './pipelines/pipeline.ts';
import { engineSlots } from '../core/engine/engine-slots.ts';
import { type ResolvedOptions, resolveOptions } from '../core/engine/gleaner-options.ts';
import { parseRecipe } from '../recipes/format/parse-recipe.ts';
import type { JsonSchema } from '../runtime/contracts/extractor.ts';
import { usualMaxWrong } from '../runtime/contracts/evidence.ts';
import { z } from 'zod';
import { parseInput } from '../core/operations/parse-input.ts';
import { invalidRequest, isGleanerError } from '../runtime/errors/gleaner-error.ts';
import { type SchemaField, listSchemaFields } from '../extraction/schema/list-schema-fields.ts';
import {
  charactersPerToken,
  splitPrompt,
  toContentQuery,
} from '../extraction/model/build-prompt.ts';
import type { ModelObject } from '../extraction/model/language-model.ts';
import { parseSchema } from '../extraction/schema/parse/parse-schema.ts';
import { toJsonSchema } from '../extraction/schema/parse/to-json-schema.ts';

/** What is to be done: one of the engine's operations with its input. */
export type EstimateRequest =
  | { readonly extract: ExtractInput }
  | { readonly scrape: ScrapeInput }
  | {
      readonly run: {
        /** As `runRecipe` takes it: its own `maxPages` counts. */
        readonly recipe?: unknown;
        readonly maxPages?: number | undefined;
        /** A run with an account is limited to the pages of its plan. */
        readonly account?: string | undefined;
      };
    };

/** What an estimate is based on. */
export interface EstimateOptions {
  /** Whose prices, limits and extractor count. @default the default prices, and a model */
  readonly gleaner?: Gleaner | undefined;
  /** Prices in credits that differ from those of `gleaner`. */
  readonly prices?: Partial<Prices> | undefined;
  /** What the model costs; without it no money is estimated. */
  readonly modelPrices?: ModelPrice | undefined;
  /** The page behind `url` as HTML, where it is at hand: tokens are then counted, not guessed. */
  readonly content?: string | undefined;
}

/** What a request will take. A request that fails costs no credits, but its model may have been asked. */
export interface Estimate {
  readonly credits: Amount;
  /** Absent where an extractor of one's own decides. */
  readonly modelCalls?: Amount | undefined;
  /** Tokens of four characters; absent where an extractor of one's own decides. Providers count some languages up to twice as high. */
  readonly inputTokens?: Amount | undefined;
  readonly outputTokens?: Amount | undefined;
  /** What `models: 'unsure'` leaves out of the first question; absent where the model is asked for everything. */
  readonly savedInputTokens?: Amount | undefined;
  /** In the currency of `modelPrices`. */
  readonly money?: Amount | undefined;
  /** Sentences for people: what each figure is based on, and what is not known. */
  readonly basis: readonly string[];
}

/**
 * Says what a request will take before anything is spent: credits, tokens and, with prices, money. Nothing is fetched and no
 * model is asked. With the page at hand (`html`, or `content`) the input is counted by writing the very prompts; else the
 * page is unknown, and the range is stated.
 *
 * @throws GleanerError `invalid_request` for what is not one operation, and an input or a recipe that cannot be used; `validation_failed` for a page that
 * cannot be read.
 * @throws TypeError for a price that is no number from 0 on.
 * @example
 * const { credits, money } = await estimate({ extract: { url, prompt, schema } }, { gleaner, modelPrices });
 */
export async function estimate(
  request: EstimateRequest,
  options: EstimateOptions = {},
): Promise<Estimate> {
  checkRequest(request);
  const settings = requireSettings(options);
  const prices: Prices = { ...settings.prices, ...options.prices };
  if (options.modelPrices !== undefined) checkPrices({ model: options.modelPrices });
  if ('scrape' in request) {
    const stealth = request.scrape.stealth === true;
    return withoutQuestions(exactly(prices.scrape + (stealth ? prices.scrapeStealth : 0)), [
      failureNote,
    ]);
  }
  if ('run' in request) return estimateRun(request.run, settings, prices);
  const { extract: input } = request;
  const credits = exactly(prices.extract + (input.stealth === true ? prices.extractStealth : 0));
  const { name } = settings.extractor;
  if (options.gleaner !== undefined && withoutModel.has(name)) {
    return withoutQuestions(credits, [
      failureNote,
      `The engine's extractor "${name}" asks no model.`,
    ]);
  }
  if (options.gleaner !== undefined && name !== 'model') {
    const note = `What the engine's extractor "${name}" asks of a model is not known.`;
    return { credits, basis: [failureNote, note] };
  }
  const { models, maxWrong } = settings;
  const asked = { ...input, models: input.models ?? models };
  const { basis, ...questions } = await estimateQuestions(asked, options.content, maxWrong);
  return {
    credits,
    ...questions,
    ...toMoney(questions, options.modelPrices),
    basis: [failureNote, ...basis],
  };
}

const runShape = z.strictObject({
  recipe: z.unknown().optional(),
  maxPages: z.int().min(1).optional(),
  account: z.string().optional(),
});

/** Throws `invalid_request` unless it is one operation, with an input that a run can be given where it is one. */
function checkRequest(request: unknown): void {
  const [first, ...others] = Object.entries(Object(request) as object) as [string, unknown][];
  const [name = '', input] = first ?? [];
  if (others.length > 0 || !operations.has(name) || typeof input !== 'object' || input === null) {
    const message = 'Expected one of `extract`, `scrape` and `run`, with its input.';
    throw invalidRequest('estimate it', [{ path: '', message }]);
  }
  const { issues } = name === 'run' ? parseInput(runShape, input) : { issues: [] };
  if (issues.length > 0) throw invalidRequest('estimate the run', issues);
}

const operations: ReadonlySet<string> = new Set(['extract', 'scrape', 'run']);

/** Extractors of the package that ask no model. */
const withoutModel: ReadonlySet<string> = new Set(['structure', 'selector', 'cheerio']);

const failureNote = 'A call that fails costs no credits.';

function requireSettings({ gleaner }: EstimateOptions): ResolvedOptions['settings'] {
  if (gleaner === undefined) return resolveOptions({}).settings;
  const slot = engineSlots.get(gleaner);
  if (slot === undefined) {
    throw new TypeError(
      'Expected `gleaner` to be what `createGleaner` of this installation of the package returned.',
    );
  }
  return slot.options.settings;
}

function withoutQuestions(credits: Amount, basis: readonly string[]): Estimate {
  const none = exactly(0);
  return { credits, modelCalls: none, inputTokens: none, outputTokens: none, money: none, basis };
}

function estimateRun(
  { recipe, maxPages, account }: Extract<EstimateRequest, { readonly run: unknown }>['run'],
  settings: ResolvedOptions['settings'],
  { runPage, followedPage }: Prices,
): Estimate {
  const steps = recipe === undefined ? [] : parseRecipe(recipe).steps;
  const own = steps.find((step) => step.type === 'paginate');
  const limit = account === undefined ? settings.maxOwnPages : settings.maxPlanPages;
  const isPaged = recipe === undefined || own !== undefined;
  const pages = isPaged ? Math.min(maxPages ?? Infinity, own?.maxPages ?? Infinity, limit) : 1;
  const basis = [
    `A run costs ${runPage} credits a page; it reads 1 to ${pages} pages, and nothing is charged where it fails.`,
  ];
  if (followedPage > 0) {
    basis.push(
      `Pages that items link to cost ${followedPage} more each; how many there are is not known before.`,
    );
  }
  return withoutQuestions(
    { least: runPage, likely: pages * runPage, most: pages * runPage },
    basis,
  );
}

function toMoney(
  { inputTokens, outputTokens }: { readonly inputTokens: Amount; readonly outputTokens: Amount },
  prices: ModelPrice | undefined,
): { readonly money?: Amount } {
  if (prices === undefined) return {};
  return {
    money: sumProducts([
      [inputTokens, prices.inputPerMillion / 1_000_000],
      [outputTokens, prices.outputPerMillion / 1_000_000],
    ]),
  };
}

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

/** What a model is asked about a page. */
export interface CountedQuestions {
  readonly calls: number;
  /** Tokens of four characters: instructions, prompts and response schemas of all calls. */
  readonly inputTokens: number;
  /** The same of the pages' content alone, as far as it stands between the fences. */
  readonly contentTokens: number;
  /** What the answer is asked to be; `undefined` where nothing or any shape is asked for. */
  readonly schema: JsonSchema | undefined;
}

/**
 * Counts what a model would be sent about a page by doing all of the work but the asking: the page is read, its content chosen
 * and the prompts are written by an engine of its own, whose model knows nothing. Nothing is fetched.
 *
 * @throws GleanerError `invalid_request` for an input that `extract` would refuse, `validation_failed` for a page that it cannot read.
 */
export async function countQuestions(
  input: ExtractInput,
  html: string,
  maxWrong: number = usualMaxWrong,
): Promise<CountedQuestions> {
  const [{ createGleaner }, { modelExtractor }] = await Promise.all([
    import('../core/engine/create-gleaner.ts'),
    import('../extraction/extractors/model-extractor.ts'),
  ]);
  const questions: Question[] = [];
  const asking = modelExtractor({ model: createListeningModel(questions) });
  // Without its `repair`: the first question is counted, and its answer is right for no page.
  const gleaner = createGleaner({
    browser: false,
    maxWrong,
    extractor: { name: asking.name, extract: (request) => asking.extract(request) },
  });
  const given = { ...input, html, headers: undefined, maxAge: undefined, proxy: undefined };
  try {
    await gleaner.extract({
      ...given,
      stealth: undefined,
      grounding: undefined,
      unsure: undefined,
      include: undefined,
    });
  } catch (error) {
    // A value of the page's structure that the schema refuses: the model is asked in the repair alone.
    const isRefused =
      isGleanerError(error, 'validation_failed') && error.details.reason === 'schema_mismatch';
    if (questions.length === 0 && !(isRefused && input.models === 'unsure')) throw error;
  } finally {
    await gleaner.close();
  }
  let [characters, content] = [0, 0];
  let schema: JsonSchema | undefined;
  for (const { prompt, responseFormat } of questions) {
    for (const message of prompt) {
      const parts = message.role === 'system' ? [{ text: message.content }] : message.content;
      for (const { text = '' } of parts) {
        characters += text.length;
        content += splitPrompt(text)?.page.length ?? 0;
      }
    }
    if (responseFormat?.type === 'json' && responseFormat.schema !== undefined) {
      characters += JSON.stringify(responseFormat.schema).length;
      schema ??= { ...responseFormat.schema };
    }
  }
  return {
    calls: questions.length,
    inputTokens: Math.ceil(characters / charactersPerToken),
    contentTokens: Math.ceil(content / charactersPerToken),
    schema,
  };
}

/** What of the AI SDK's call options is counted. */
interface Question {
  readonly prompt: readonly (
    | { readonly role: 'system'; readonly content: string }
    | {
        readonly role: 'user' | 'assistant' | 'tool';
        readonly content: readonly { readonly text?: string }[];
      }
  )[];
  readonly responseFormat?: { readonly type: string; readonly schema?: object };
}

/** A model that answers each question with an empty object, and keeps what it was asked. */
function createListeningModel(questions: Question[]): ModelObject {
  const model = {
    specificationVersion: 'v4' as const,
    provider: 'estimate',
    modelId: 'estimate',
    supportedUrls: {},
    async doGenerate(question: Question) {
      questions.push(question);
      return {
        content: [{ type: 'text', text: '{}' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: { inputTokens: { total: 0 }, outputTokens: { total: 0 } },
        warnings: [],
      };
    },
  };
  return model;
}

/** What a model will be asked and answer. */
export interface QuestionsEstimate {
  readonly modelCalls: Amount;
  readonly inputTokens: Amount;
  readonly outputTokens: Amount;
  readonly savedInputTokens?: Amount;
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
  maxWrong: number = usualMaxWrong,
): Promise<QuestionsEstimate> {
  const html = input.html ?? content;
  const isFree = input.experimental === true;
  if (input.models === 'unsure' && !isFree) return estimateOpenFields(input, html, maxWrong);
  // First, since it refuses an input that `extract` would refuse.
  const counted = await countQuestions(input, html ?? emptyPage);
  const schema =
    input.schema === undefined ? undefined : parseSchema(toJsonSchema(input.schema)).schema;
  const first = html === undefined ? guessFirst(input, schema, counted) : toFirst(counted);
  const output = guessOutput(schema, first.content, input.plainText === true);
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

/** What a model is asked for the fields that a page's structure does not settle. */
async function estimateOpenFields(
  input: ExtractInput,
  html: string | undefined,
  maxWrong: number,
): Promise<QuestionsEstimate> {
  const { basis, ...whole } = await estimateQuestions({ ...input, models: 'always' }, html);
  if (html === undefined) {
    const note =
      'With `models: unsure` a page that settles fields takes less, down to nothing; how many it settles is not known.';
    const saved = { least: 0, likely: 0, most: whole.inputTokens.likely };
    const fromNothing = (amount: Amount): Amount => ({ ...amount, least: 0 });
    return {
      modelCalls: fromNothing(whole.modelCalls),
      inputTokens: fromNothing(whole.inputTokens),
      outputTokens: fromNothing(whole.outputTokens),
      savedInputTokens: saved,
      basis: [...basis, note],
    };
  }
  const { calls, inputTokens, contentTokens, schema } = await countQuestions(input, html, maxWrong);
  const output = guessOutput(schema, exactly(contentTokens), input.plainText === true);
  const likelyOutput = calls === 0 ? 0 : output.likely;
  const note =
    calls === 0
      ? 'With `models: unsure` no model is asked: the page settles all of the schema. The most is a repair of a value that the schema refuses.'
      : 'With `models: unsure` the model is asked for the fields that the page does not settle.';
  return {
    modelCalls: { ...exactly(calls), most: whole.modelCalls.most },
    inputTokens: { ...exactly(inputTokens), most: whole.inputTokens.most },
    outputTokens: {
      least: Math.min(calls, 1),
      likely: likelyOutput,
      most: Math.max(whole.outputTokens.most, likelyOutput),
    },
    savedInputTokens: exactly(Math.max(0, whole.inputTokens.likely - inputTokens)),
    basis: [...basis, note],
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

/** An amount that is not known before it is spent. */
export interface Amount {
  readonly least: number;
  readonly likely: number;
  readonly most: number;
}

/** An amount that is known. */
export function exactly(amount: number): Amount {
  return { least: amount, likely: amount, most: amount };
}

/** The sum of what two amounts come to when each is multiplied, e.g. tokens by their prices. */
export function sumProducts(terms: readonly (readonly [Amount, number])[]): Amount {
  const sum = (part: keyof Amount): number =>
    terms.reduce((total, [amount, factor]) => total + amount[part] * factor, 0);
  return { least: sum('least'), likely: sum('likely'), most: sum('most') };
}
