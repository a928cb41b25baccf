import { z } from 'zod';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { DetailLevel, PageComplexity } from '../contracts/extractor.ts';
import type { Egress } from '../egress/create-egress.ts';
import { findHeaderIssues } from '../egress/find-header-issues.ts';
import type { Issue } from '../errors/error-codes.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { findTagNameIssues } from '../page/check-tag-names.ts';
import type { ParseMode } from '../page/read-page.ts';
import { parseSchema, type UsableSchema } from '../schema/parse-schema.ts';
import { isStandardSchema, toJsonSchema } from '../schema/to-json-schema.ts';
import type { ExtractPart } from './extract-input.ts';
import type { CallOptions, OperationContext } from './operation-context.ts';
import { parseInput } from './parse-input.ts';

/** Longest prompt, in characters. */
const maxPromptLength = 10_000;
/** Longest idempotency key, in characters. */
const maxKeyLength = 255;
/** Longest account name, in characters: it is a key, not a text. */
const maxAccountLength = 255;

const shape = z.strictObject({
  url: z.string().optional(),
  html: z.string().optional(),
  prompt: z.string().min(1).max(maxPromptLength),
  schema: z.unknown().optional(),
  pageComplexity: z.enum(['low', 'high']).optional(),
  detailLevel: z.enum(['low', 'medium', 'high']).optional(),
  parseMode: z.enum(['accurate', 'speed']).optional(),
  plainText: z.boolean().optional(),
  includeTags: z.array(z.string()).optional(),
  excludeTags: z.array(z.string()).optional(),
  reduceContent: z.boolean().optional(),
  experimental: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  maxAge: z.int().min(0).optional(),
  stealth: z.boolean().optional(),
  include: z.array(z.enum(['evidence', 'usage', 'warnings'])).optional(),
});

const callShape = z.strictObject({
  account: z.string().min(1).max(maxAccountLength).optional(),
  signal: z.instanceof(AbortSignal).optional(),
  timeoutMs: z.number().positive().optional(),
  idempotencyKey: z.string().min(1).max(maxKeyLength).optional(),
});

/** Where the page comes from: over the network, or from the caller. */
export type PageOrigin =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string; readonly url: string };

/** The schema to validate against, and the library's own that completes the value. */
export interface WantedSchema {
  readonly usable: UsableSchema;
  /** Present when the schema was a library's: its refinements and transforms apply after ours. */
  readonly standard: StandardSchemaV1 | undefined;
}

/** An input that can be used, with every default filled in. */
export interface ExtractFields {
  readonly origin: PageOrigin;
  readonly prompt: string;
  readonly schema: WantedSchema | undefined;
  readonly pageComplexity: PageComplexity;
  readonly detailLevel: DetailLevel;
  readonly parseMode: ParseMode;
  readonly plainText: boolean;
  readonly includeTags: readonly string[] | undefined;
  readonly excludeTags: readonly string[] | undefined;
  readonly reduceContent: boolean | undefined;
  readonly experimental: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxAge: number | undefined;
  readonly stealth: boolean;
  readonly include: readonly ExtractPart[];
}

type Given = Partial<z.output<typeof shape>>;

/** Reads an input of `extract`; throws `invalid_request` with everything that is wrong with it. */
export function parseExtractInput(
  input: unknown,
  call: CallOptions,
  context: OperationContext,
): ExtractFields {
  const { fields, readable: given, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...parseInput(callShape, call).issues];
  const origin = readOrigin(given, context, issues);
  const schema = readSchema(given.schema, issues);
  const { headers = {} } = given;
  issues.push(...findHeaderIssues(headers), ...findTagNameIssues(given));
  if (issues.length > 0 || origin === undefined || fields === undefined) {
    throw invalidRequest('extract', issues);
  }
  return {
    origin,
    prompt: fields.prompt,
    schema,
    pageComplexity: fields.pageComplexity ?? 'low',
    detailLevel: fields.detailLevel ?? 'medium',
    parseMode: fields.parseMode ?? 'accurate',
    plainText: fields.plainText ?? false,
    includeTags: fields.includeTags,
    excludeTags: fields.excludeTags,
    reduceContent: fields.reduceContent,
    experimental: fields.experimental ?? false,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    maxAge: fields.maxAge,
    stealth: fields.stealth ?? false,
    include: fields.include ?? [],
  };
}

/** What only makes sense where a page is fetched. */
const fetchFields = ['headers', 'maxAge', 'stealth'] as const;

function readOrigin(
  given: Given,
  { egress, maxPageBytes }: OperationContext,
  issues: Issue[],
): PageOrigin | undefined {
  if (given.html === undefined) {
    if (given.url !== undefined) return readUrl(given.url, egress, issues);
    if (!issues.some(({ path }) => path === '' || path === '/url' || path === '/html')) {
      issues.push({
        path: '/url',
        message: 'It is missing: give `url`, or the page itself as `html`.',
      });
    }
    return undefined;
  }
  for (const field of fetchFields) {
    if (given[field] === undefined || given[field] === false) continue;
    issues.push({
      path: `/${field}`,
      message: 'It says how to fetch, and a page given as `html` is not fetched.',
    });
  }
  if (Buffer.byteLength(given.html) > maxPageBytes) {
    issues.push({ path: '/html', message: `Expected at most ${maxPageBytes} bytes.` });
  }
  // Without an address of its own the page has no links that lead anywhere.
  const url = given.url ?? 'about:blank';
  if (!URL.canParse(url)) {
    issues.push({
      path: '/url',
      message: 'Expected an absolute URL as the base of the page’s links.',
    });
  }
  return { kind: 'html', html: given.html, url };
}

function readUrl(url: string, egress: Egress, issues: Issue[]): PageOrigin | undefined {
  const parsed = collect(() => egress.parseUrl(url), issues);
  return parsed === undefined ? undefined : { kind: 'url', url };
}

function readSchema(given: unknown, issues: Issue[]): WantedSchema | undefined {
  if (given === undefined) return undefined;
  const usable = collect(() => parseSchema(toJsonSchema(given)), issues);
  if (usable === undefined) return undefined;
  return { usable, standard: isStandardSchema(given) ? given : undefined };
}

/** The result, or its issues added to the others. */
function collect<Result>(parse: () => Result, issues: Issue[]): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    issues.push(...error.details.issues);
    return undefined;
  }
}
