import { addAll } from '../../runtime/collections.ts';
import type { Bill } from '../../runtime/contracts/billing.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import type { RecipeFingerprints } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { ExtractStep, RecipeField } from '../../runtime/contracts/recipe/recipe.ts';
import type {
  Collection,
  FollowedPage,
  ReplayReport,
  ReplayRequest,
  ReplayWatch,
  ReplayedPage,
} from '../../runtime/contracts/recipe/replay.ts';
import type { RunFiles } from '../../runtime/contracts/recipe/run-files.ts';
import { type Issue, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { withSpan } from '../../runtime/signals/with-span.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { RunFields, RunPage, RunProgress } from './recipe-run.ts';
import { listFollowedFields } from '../../recipes/steps/step-kinds.ts';
import { readItem } from '../../recipes/run/read-field-value.ts';
import { coerceValue } from '../../extraction/schema/coerce/coerce-value.ts';
import { type UsableSchema, parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import { type IssueGroup, describeIssueGroup, groupIssues } from '../operations/parse-input.ts';
import { askExtractor } from '../extract/extract.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { openGiven } from '../pages/open-page.ts';
import { toExtractionPage } from '../page-session/create-page-sessions.ts';
import type { ReadOptions } from '../page-session/page-question.ts';
import { validateAnswer } from '../extract/validate-answer.ts';

interface PlayRecipeInput {
  readonly fields: RunFields;
  readonly browser: Browser;
  readonly files: RunFiles;
  /** Holds the price of the first page. */
  readonly bill: Bill;
  readonly onProgress: (progress: RunProgress) => void;
  /** Looks on step by step; `undefined` for a run that is only made. */
  readonly watch: ReplayWatch | undefined;
  /** Called with each page once its items are typed and validated; values of variables are not taken out yet. */
  readonly onPage: (page: RunPage) => void;
}

/** What a replay collected, before it is judged and charged. */
export interface PlayedRecipe {
  readonly pages: readonly RunPage[];
  readonly items: number;
  /** Pages read by the links of items that were delivered; a page that several items link to counts once. */
  readonly followedPages: number;
  readonly startedAtMs: number;
  readonly effectiveCap: number;
  readonly clampedByCredits: boolean;
  readonly report: ReplayReport;
  /** `maxPages` of the recipe's own paginate step. */
  readonly recipeMaxPages: number | undefined;
  /** Paths of the fields that items should have and no item of any page has. */
  readonly absentFields: readonly string[];
  readonly warnings: readonly string[];
}

/** What replaying takes. */
export type PlayRecipeContext = CollectItemsContext & Pick<OperationContext, 'clock' | 'prices'>;

/** Replays the recipe page by page; every page is held before it is loaded, and its items are typed and validated. */
export async function playRecipe(
  { fields, browser, files, bill, onProgress, watch, onPage }: PlayRecipeInput,
  context: PlayRecipeContext,
  signal: AbortSignal,
): Promise<PlayedRecipe> {
  const { bound, maxPages: wantedPages } = fields;
  const pages: RunPage[] = [];
  const warnings: string[] = [...bound.recipe.warnings];
  const fieldsFound = new Map<RecipeField, boolean>();
  const followed = new Set<FollowedPage>();
  let items = 0;
  let startedAtMs: number | undefined;
  const { runPage: pagePrice, followedPage: followedPrice } = context.prices;
  const affordable = pagePrice === 0 ? Infinity : 1 + Math.floor(bill.creditsRemaining / pagePrice);
  const effectiveCap = Math.min(wantedPages, affordable);
  let clampedByCredits = affordable < wantedPages;
  const emit = (step: RunProgress['step'], follow?: RunProgress['follow']): void =>
    onProgress({ pages: pages.length, items, maxPages: effectiveCap, step, follow });

  /** Whether the account could pay for one thing more, which is held then. */
  async function isHeld(price: number): Promise<boolean> {
    try {
      await bill.extend(price);
      return true;
    } catch (error) {
      if (!isGleanerError(error, 'insufficient_credits')) throw error;
      clampedByCredits = true;
      return false;
    }
  }

  const replay = {
    recipe: bound.recipe,
    secrets: bound.secrets,
    fingerprints: bound.recipe.fingerprints,
    maxPages: effectiveCap,
    allowExpressions: fields.allowExpressions,
    loadMedia: fields.loadMedia,
    ...fields.access,
    files,
    watch,
    signal,
    onStep(path, type) {
      startedAtMs ??= context.clock.nowMs();
      emit({ path, type });
    },
    async onPage(page) {
      const collected = await collectItems(page, fields, context, signal);
      const read = { url: page.url, items: collected.items };
      pages.push(read);
      addAll(warnings, collected.warnings);
      for (const [field, isFound] of collected.fields) {
        fieldsFound.set(field, isFound || fieldsFound.get(field) === true);
      }
      items += collected.items.length;
      for (const linked of collected.followed) followed.add(linked);
      emit(undefined);
      onPage(read);
    },
    mayGoOn: () => isHeld(pagePrice),
    mayFollow: async () => followedPrice === 0 || isHeld(followedPrice),
    onFollow: ({ path, done, of }) => emit({ path, type: 'extract' }, { done, of }),
  } satisfies ReplayRequest;
  const report = await withSpan('replay recipe', { 'gleaner.browser': browser.name }, () =>
    browser.replay(replay),
  );
  return {
    pages,
    items,
    followedPages: followed.size,
    startedAtMs: startedAtMs ?? context.clock.nowMs(),
    effectiveCap,
    clampedByCredits,
    report,
    recipeMaxPages: bound.recipe.steps.find((step) => step.type === 'paginate')?.maxPages,
    absentFields: listAbsentFields(fieldsFound, bound.recipe.fingerprints),
    warnings,
  };
}

/** An optional field is missed only where an earlier run found it. */
function listAbsentFields(
  fieldsFound: ReadonlyMap<RecipeField, boolean>,
  known: RecipeFingerprints | undefined,
): readonly string[] {
  return [...fieldsFound].flatMap(([{ isOptional, element }, isFound]) => {
    const isExpected = !isOptional || known?.targets[element.path] !== undefined;
    return !isFound && isExpected ? [element.path] : [];
  });
}

type Item = Readonly<Record<string, unknown>>;

/** The items of a page, typed and validated, and what is wrong with the others. */
interface CollectedItems {
  readonly items: readonly Item[];
  /** The pages that these items link to and that brought fields of theirs. */
  readonly followed: ReadonlySet<FollowedPage>;
  /** For each field of the steps that brought items, whether any of these items has a value for it. */
  readonly fields: ReadonlyMap<RecipeField, boolean>;
  /** Each names the page, the item and the field. */
  readonly warnings: readonly string[];
}

/** Warnings of one page: rows of a table can each be wrong in a way of their own. */
const maxWarnings = 20;

/** What collecting items takes. */
type CollectItemsContext = Pick<OperationContext, 'clock' | 'extractor' | 'pages' | 'schemas'>;

/**
 * Types the fields of a page's items, or has the extractor read them, and holds every item against its schema. What
 * breaks its schema is left out with a warning: one wrong item neither fails the run nor is handed out.
 */
async function collectItems(
  page: ReplayedPage,
  fields: Pick<RunFields, 'itemSchemas'>,
  context: CollectItemsContext,
  signal: AbortSignal,
): Promise<CollectedItems> {
  const items: Item[] = [];
  const warnings: string[] = [];
  const problems: Issue[] = [];
  const followed = new Set<FollowedPage>();
  const fieldsFound = new Map<RecipeField, boolean>();
  for (const collection of page.collections) {
    const schema = fields.itemSchemas.get(collection.step.path);
    const read = await readCollection(collection, page, schema, context, signal);
    addAll(warnings, read.warnings);
    addAll(problems, read.problems);
    for (const [field, isFound] of read.fields) fieldsFound.set(field, isFound);
    for (const [index, item] of read.items.entries()) {
      const { valid, problem } = await validate(item, page, schema, context, signal);
      if (valid !== undefined) items.push(valid);
      const linked = valid === undefined ? undefined : read.followed[index];
      if (linked !== undefined) followed.add(linked);
      if (problem !== undefined)
        problems.push({ path: `/${index}`, message: `left out, ${problem}` });
    }
  }
  const described = groupIssues(problems).map((group) => describeProblem(group, page));
  return {
    items,
    followed,
    fields: fieldsFound,
    warnings: shorten([...warnings, ...described], page),
  };
}

interface ReadCollection extends Pick<CollectedItems, 'fields'> {
  readonly items: readonly unknown[];
  /** The page of each item's link, in their order; `undefined` or absent where none was read. */
  readonly followed: readonly (FollowedPage | undefined)[];
  /** Of items; the path begins with the item's index. */
  readonly problems: readonly Issue[];
  readonly warnings: readonly string[];
}

async function readCollection(
  collection: Collection,
  page: ReplayedPage,
  schema: UsableSchema | undefined,
  context: CollectItemsContext,
  signal: AbortSignal,
): Promise<ReadCollection> {
  const { step, html } = collection;
  const { prompt } = step;
  if (prompt === undefined || html === undefined) return readFields(collection, page);
  const { url, number } = page;
  const read = await readItemsByPrompt({ step, prompt, html, url, schema }, context, signal);
  return {
    items: read.items,
    followed: [],
    fields: new Map(),
    problems: [],
    warnings: read.warnings.map((warning) => `Page ${number}: ${warning}`),
  };
}

function readFields(
  { step, items: raw, followed: pages }: Collection,
  page: ReplayedPage,
): ReadCollection {
  const items: Item[] = [];
  const followed: (FollowedPage | undefined)[] = [];
  const problems: Issue[] = [];
  const found = new Set<string>();
  const linkedFields = listFollowedFields(step);
  for (const [index, texts] of raw.entries()) {
    const place = toJsonPointer([index]);
    const reading = readItem(step.fields, texts, place, page);
    if (reading === undefined) continue;
    const linked = pages[index];
    // Relative URLs and numbers are read by the address and language of their own page.
    const added = linked && readItem(linkedFields, linked.texts, place, linked);
    for (const part of [reading, added]) {
      for (const name of part?.filled ?? []) found.add(name);
      addAll(problems, part?.problems ?? []);
    }
    items.push({ ...reading.item, ...added?.item });
    followed.push(linked);
  }
  const expected = followed.some((linked) => linked !== undefined)
    ? [...step.fields, ...linkedFields]
    : step.fields;
  const isFound = new Map(
    items.length === 0 ? [] : expected.map((field) => [field, found.has(field.name)]),
  );
  return { items, followed, fields: isFound, problems, warnings: [] };
}

async function validate(
  item: unknown,
  { url, language }: ReplayedPage,
  schema: UsableSchema | undefined,
  { schemas }: Pick<CollectItemsContext, 'schemas'>,
  signal: AbortSignal,
): Promise<{ readonly valid?: Item; readonly problem?: string }> {
  const source = { language, host: URL.parse(url)?.hostname };
  const value = schema === undefined ? item : coerceValue(schema.schema, item, source).value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'it is no object' };
  }
  const [issue, ...others] =
    schema === undefined ? [] : await schemas.validate(schema, value, signal);
  if (issue === undefined) return { valid: value as Item };
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { problem: `${issue.path === '' ? 'it' : issue.path} ${issue.message}${more}` };
}

function describeProblem(group: IssueGroup, { number, url }: ReplayedPage): string {
  const { first, count } = group;
  const [, index, field = ''] = /^\/(\d+)(.*)$/s.exec(first.path) ?? [];
  const page = `Page ${number} (${url})`;
  const item = `item ${Number(index) + 1}`;
  if (count > 1) return `${page}: ${describeIssueGroup(group, item)}.`;
  return `${page}, ${item}: ${field === '' ? '' : `${field} `}${first.message}.`;
}

function shorten(warnings: readonly string[], { number }: ReplayedPage): readonly string[] {
  if (warnings.length <= maxWarnings) return warnings;
  const more = warnings.length - maxWarnings;
  return [...warnings.slice(0, maxWarnings), `Page ${number}: ${more} more of the kind.`];
}

interface PromptedPage {
  readonly step: ExtractStep;
  readonly prompt: string;
  readonly html: string;
  readonly url: string;
  /** The schema of one item. */
  readonly schema: UsableSchema | undefined;
}

/** The items that the extractor reads from a page: many where the step names repeated elements, else the page as one. */
async function readItemsByPrompt(
  { step, prompt, html, url, schema }: PromptedPage,
  context: CollectItemsContext,
  signal: AbortSignal,
): Promise<{ readonly items: readonly unknown[]; readonly warnings: readonly string[] }> {
  const isList = step.items !== undefined;
  const usable = isList ? toListSchema(schema) : schema;
  const { facts, session } = await openGiven({ html, url }, readOptions, context, signal);
  try {
    const request = {
      page: toExtractionPage(facts, session),
      prompt,
      schema: usable?.schema,
      detailLevel: 'medium',
      pageComplexity: 'low',
      plainText: false,
      reduceContent: undefined,
      clock: context.clock,
      signal,
    } as const;
    const { extractor } = context;
    const extraction = await askExtractor(extractor, request);
    const wanted = usable === undefined ? undefined : { usable, standard: undefined };
    const { value, warnings } = await validateAnswer(
      { request, extraction, extractor, schema: wanted },
      context,
    );
    return { items: isList && Array.isArray(value) ? value : [value], warnings };
  } finally {
    session.close();
  }
}

const readOptions: ReadOptions = { parseMode: 'accurate', keepCollapsed: false, isRendered: true };

/** Its own id keeps the references inside an item's schema pointing into the item's schema. */
function toListSchema(schema: UsableSchema | undefined): UsableSchema {
  const item = schema?.schema ?? { type: 'object' };
  return parseSchema({
    type: 'array',
    items: typeof item === 'boolean' ? item : { ...item, $id: 'urn:gleaner:item' },
  });
}
