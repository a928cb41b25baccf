import type { InferredValue } from './evidence.ts';
import type { Issue, ModelCallUsage } from '../errors/gleaner-error.ts';
import type { Clock } from './clock.ts';
import type { Document } from 'domhandler';

/** A JSON Schema document, or `true`/`false`. Checked by `schema/` before anything reads it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** How exhaustively a result is populated. */
export type DetailLevel = 'low' | 'medium' | 'high';
/** Which of two models is asked: `high` for visually busy pages and deeply nested schemas. */
export type PageComplexity = 'low' | 'high';

/** When a model is asked: for all that is wanted, or for what the page's structure does not settle. */
export type ModelUse = 'always' | 'unsure';

/** What an extractor is given: a page that has been read, and what is wanted from it. */
export interface ExtractionRequest {
  /** The page, which answers questions from a thread of its own. */
  readonly page: ExtractionPage;
  /** What to extract, in plain language, 1 to 10,000 characters. */
  readonly prompt: string;
  /** JSON Schema, checked and normalised to draft 2020-12; `undefined` when the caller gave none: any shape will do. */
  readonly schema: JsonSchema | undefined;
  readonly detailLevel: DetailLevel;
  /** Which model to ask, where there are two. */
  readonly pageComplexity: PageComplexity;
  /** Share of wrong values among those that are called sure, 0 to 1. @default 0.005 */
  readonly maxWrong?: number | undefined;
  /** Whether `Extraction.value` must be a string instead of JSON. */
  readonly plainText: boolean;
  /**
   * With `models: 'unsure'`: what the page's structure states for fields that it does not settle. `schema` is then of such fields
   * alone, whatever the prompt names beside them. @default undefined
   */
  readonly candidates?: readonly StatedValue[] | undefined;
  /** `true` reads the relevant part only, `false` all of the page in chunks, `undefined` reduces what exceeds the budget. */
  readonly reduceContent: boolean | undefined;
  /** The engine's: what an extractor waits for, it waits for by this. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** What an extractor found, not yet validated. */
export interface Extraction {
  /** A JSON value, or a string where `plainText` was asked for. */
  readonly value: unknown;
  /** One entry for each model call, also for calls whose output was of no use; empty without a model. */
  readonly usage: readonly ModelCallUsage[];
  /** Sentences for people: what was left out, guessed or not found. */
  readonly warnings: readonly string[];
  /** The values that were worked out, not read. @default [] */
  readonly inferred?: readonly InferredValue[] | undefined;
  /** About how many tokens a model was not sent, because the page settled fields without it. @default undefined: not counted */
  readonly savedInputTokens?: number | undefined;
}

/** A value that a page states for a field, unproven. */
export interface StatedValue {
  /** JSON Pointer of the field. */
  readonly path: string;
  readonly value: unknown;
  /** Text around the place, at most 200 characters; `undefined` for what is stated in data alone. */
  readonly around: string | undefined;
}

/** A request to replace the parts of a value that failed validation. */
export interface RepairRequest extends ExtractionRequest {
  /** The whole value after coercion. */
  readonly value: unknown;
  /** What is wrong with the value, by path; at least one. */
  readonly issues: readonly Issue[];
}

/** A method of the page, and what it is asked. */
export type FirstQuestion =
  | { readonly kind: 'content'; readonly question: ContentQuery }
  | { readonly kind: 'settled' | 'structure'; readonly question: StructureQuery };

/**
 * Turns a page and a prompt into a value. It never fetches, charges or validates: the engine does that in the same way for
 * every extractor.
 */
export interface Extractor {
  /** Short and stable, e.g. `model` or `structure`. */
  readonly name: string;
  /** Resolves to the value found. Rejects with `signal.reason` once `request.signal` aborts. */
  extract(request: ExtractionRequest): Promise<Extraction>;
  /**
   * The question of `request.page` that `extract` begins with, where what is asked does not depend on the page: the answer is then there together
   * with the page. Absent or `undefined` for an extractor that decides by what the page is.
   */
  firstQuestion?(
    request: Omit<ExtractionRequest, 'page'>,
  ): FirstQuestion | Promise<FirstQuestion | undefined> | undefined;
  /** Resolves to the whole value with the failing parts replaced; called at most once a call. Absent where asking again cannot help. */
  repair?(request: RepairRequest): Promise<Extraction>;
}

/** Which content of a page is wanted, and how much of it. */
export interface ContentQuery {
  /** The request in plain language: its words decide which content is relevant. */
  readonly prompt: string;
  /** Its field names and descriptions decide as well. */
  readonly schema?: JsonSchema | undefined;
  /** The size of one part, in tokens of four characters. */
  readonly budgetTokens: number;
  /**
   * `undefined` leaves content out when the page exceeds the budget, `true` always, `false` never. @default undefined
   */
  readonly reduce?: boolean | undefined;
  /** Whether headings are marked and nested lists indented. @default false */
  readonly keepLayout?: boolean | undefined;
  /** Most parts; a page is split only where a list of records is asked for, or with `reduce: false`. @default 1 */
  readonly maxParts?: number | undefined;
}

/** Content of a page as text for a model. */
export interface PageContent {
  /** One text for each part, at least one; the texts name addresses by short references (`@L12`). */
  readonly parts: readonly string[];
  /** Tokens of the page that were left out; 0 when nothing was. */
  readonly omittedTokens: number;
}

/** The texts in which a model answered. */
export interface ModelTexts {
  /** The query whose parts the model was shown. */
  readonly query: ContentQuery;
  /** The model's text for each part, in the parts' order. */
  readonly texts: readonly string[];
  /** `text` joins the texts; `object` and `value` read JSON in them, lenient with its form. A bare list becomes an object with `items` where an object is wanted. */
  readonly as: 'text' | 'object' | 'value';
  /** Name of the property that the value was asked for under, where it was. */
  readonly wrapper?: string | undefined;
  /** The schema of the value, which tells it from other JSON in a text. @default that of the query */
  readonly schema?: JsonSchema | undefined;
}

/** What a model's texts say. */
export interface ReadTexts {
  /** The value with addresses in place of references, the parts' values merged; `undefined` where no text holds any. */
  readonly value: unknown;
  /** How many texts hold no value. */
  readonly unread: number;
  /** Sentences for people: which limits of what is read the texts break. */
  readonly warnings: readonly string[];
}

/** What is looked for in a page's structure. */
export type StructureQuery = Pick<
  ExtractionRequest,
  'prompt' | 'schema' | 'detailLevel' | 'maxWrong'
>;

/** What a page's structure says. */
export interface StructureFindings {
  /** `null` where nothing was found. */
  readonly value: unknown;
  /** Sentences for people: which fields were not found. */
  readonly warnings: readonly string[];
  /** The values that were worked out, not read. */
  readonly inferred: readonly InferredValue[];
  /**
   * Why only a model can answer, as the rest of a sentence, e.g. `the page states nothing under "tone"`. With a schema, only where
   * no record of its lists has the main field.
   */
  readonly needsModel: string | undefined;
}

/** What a page's structure settles of a schema. */
export interface SettledFindings {
  /** The values that are sure, by JSON Pointer; none in a list. */
  readonly values: readonly { readonly path: string; readonly value: unknown }[];
  /** What is stated for fields that are not sure; none of lists. */
  readonly candidates: readonly StatedValue[];
  /** Sentences for people: what was left out because of a limit. */
  readonly warnings: readonly string[];
  /** The sure values that were worked out, not read. */
  readonly inferred: readonly InferredValue[];
}

/** A field that is read by selectors, as in recipes. */
export interface SelectField {
  readonly name: string;
  /** CSS, in order of preference: the first that matches inside the item is used. `:scope` is the item itself. */
  readonly selectors: readonly string[];
  /** The attribute that is read instead of the element's text. */
  readonly attribute: string | undefined;
  readonly type: FieldType;
  /** Whether all matches are read, not only the first. */
  readonly isList: boolean;
  /** Whether an item may lack the value without a problem. */
  readonly isOptional: boolean;
}

/** What selectors pick out of a page. */
export interface SelectQuery {
  /** CSS of the repeated element, in order of preference; `undefined`: the page is one item. */
  readonly items: readonly string[] | undefined;
  readonly fields: readonly SelectField[];
  /** JSON Pointer of what is picked in the answer: evidence of its values is looked for first where they were read. @default '' */
  readonly place?: string | undefined;
}

/** What selectors picked. */
export interface Selection {
  /** Elements that the selector of the items matches; 1 where the page is one item. */
  readonly matched: number;
  /** The items in page order, without those that have none of the fields. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** What could not be read: the path begins with the item's index, the message reads after it. */
  readonly problems: readonly Issue[];
  /** Sentences for people about what was left out because of a limit. */
  readonly warnings: readonly string[];
}

/**
 * A page that has been read: what people see of it, and what it says about itself. Each question is worked on in a thread of
 * the page's own and can take as long as the page is hostile; it rejects with the reason of the request's signal, or with
 * `validation_failed` where the page takes too much time or memory.
 */
export interface ExtractionPage {
  /** Absolute: the base of its links. */
  readonly url: string;
  /** White space collapsed; empty when absent. */
  readonly title: string;
  /** `lang` of the root element, as written; `undefined` when absent. */
  readonly language: string | undefined;
  /** The text that people see, a line each block; with `mainOnly` without navigation, footers and lists of other things. */
  text(options?: { readonly mainOnly?: boolean }): Promise<string>;
  /** The visible tree as HTML: no scripts, styles, comments and hidden elements, at most 256 levels. */
  html(): Promise<string>;
  /** The same as a tree that is parsed in the caller's thread, for libraries like cheerio and domutils. */
  tree(): Promise<Document>;
  /** The content that is relevant to a request, as text for a model. */
  content(query: ContentQuery): Promise<PageContent>;
  /** The value in a model's answers about a content. */
  readTexts(texts: ModelTexts): Promise<ReadTexts>;
  /** The values that structured data, tables, lists, labels and headings hold, without a model. */
  structure(query: StructureQuery): Promise<StructureFindings>;
  /** Of these the sure ones, and what else there is. */
  settled(query: StructureQuery): Promise<SettledFindings>;
  /** The values that CSS selectors pick out of the visible tree. Rejects with `invalid_request` for what is no selector. */
  select(query: SelectQuery): Promise<Selection>;
}

/** How the text of a field is read: see the table of types in docs/RECIPES.md. */
export type FieldType = 'string' | 'number' | 'boolean' | 'url' | 'date' | 'html';
