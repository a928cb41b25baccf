import type { Collection, FollowedPage, ReplayedPage } from '../../contracts/recipe/replay.ts';
import type { ExtractStep, RecipeField } from '../../contracts/recipe/recipe.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { listFollowedFields } from '../../recipe/run/list-followed-fields.ts';
import { readItem } from '../../recipe/run/read-item.ts';
import { coerceValue } from '../../schema/coerce/coerce-value.ts';
import { parseSchema, type UsableSchema } from '../../schema/parse/parse-schema.ts';
import { describeIssueGroup, groupIssues, type IssueGroup } from '../group-issues.ts';
import type { OperationContext } from '../operation-context.ts';
import type { RunFields } from './parse-run-options.ts';
import { askExtractor } from '../extract/extract.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { openGiven } from '../pages/open-page.ts';
import { toExtractionPage } from '../../page-session/to-extraction-page.ts';
import type { ReadOptions } from '../../page-session/page-question.ts';
import { validateAnswer } from '../extract/validate-answer.ts';

export type Item = Readonly<Record<string, unknown>>;

/** The items of a page, typed and validated, and what is wrong with the others. */
export interface CollectedItems {
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
export type CollectItemsContext = Pick<OperationContext, 'extractor' | 'pages' | 'schemas'>;

/**
 * Types the fields of a page's items, or has the extractor read them, and holds every item against its schema. What
 * breaks its schema is left out with a warning: one wrong item neither fails the run nor is handed out.
 */
export async function collectItems(
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
    warnings.push(...read.warnings);
    problems.push(...read.problems);
    for (const [field, isFound] of read.fields) fieldsFound.set(field, isFound);
    for (const [index, item] of read.items.entries()) {
      const { valid, problem } = await validate(item, schema, context, signal);
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
      problems.push(...(part?.problems ?? []));
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
  schema: UsableSchema | undefined,
  { schemas }: Pick<CollectItemsContext, 'schemas'>,
  signal: AbortSignal,
): Promise<{ readonly valid?: Item; readonly problem?: string }> {
  const value = schema === undefined ? item : coerceValue(schema.schema, item).value;
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
