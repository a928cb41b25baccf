import { z } from 'zod';
import type { PageAccess } from '../../contracts/fetcher.ts';
import type { Egress } from '../../egress/create-egress.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';
import { toLowerNames } from '../../egress/find-header-issues.ts';
import { advice } from '../../errors/advice.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import { findTagNameIssues } from '../../page/tree/check-tag-names.ts';
import type { ParseMode } from '../../page/read-page.ts';
import type { OperationContext } from '../operation-context.ts';

// An alias: unlike an interface it fits zod's index signature.
type PageShape = {
  readonly url: z.ZodOptional<z.ZodString>;
  readonly html: z.ZodOptional<z.ZodString>;
  readonly parseMode: z.ZodOptional<z.ZodEnum<{ accurate: 'accurate'; speed: 'speed' }>>;
  readonly includeTags: z.ZodOptional<z.ZodArray<z.ZodString>>;
  readonly excludeTags: z.ZodOptional<z.ZodArray<z.ZodString>>;
  readonly reduceContent: z.ZodOptional<z.ZodBoolean>;
  readonly headers: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodString>>;
  readonly maxAge: z.ZodOptional<z.ZodInt>;
  readonly stealth: z.ZodOptional<z.ZodBoolean>;
  readonly proxy: z.ZodOptional<z.ZodString>;
};

/** The fields of every input that reads a page. */
export const pageShape: PageShape = {
  url: z.string().optional(),
  html: z.string().optional(),
  parseMode: z.enum(['accurate', 'speed']).optional(),
  includeTags: z.array(z.string()).optional(),
  excludeTags: z.array(z.string()).optional(),
  reduceContent: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  maxAge: z.int().min(0).optional(),
  stealth: z.boolean().optional(),
  proxy: z.string().optional(),
};

/** Where the page comes from: over the network, or from the caller. */
export type PageOrigin =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string; readonly url: string };

/** Which page, and how it is read; every default filled in. */
export interface PageFields extends PageAccess {
  readonly origin: PageOrigin;
  readonly parseMode: ParseMode;
  readonly includeTags: readonly string[] | undefined;
  readonly excludeTags: readonly string[] | undefined;
  readonly reduceContent: boolean | undefined;
  readonly maxAge: number | undefined;
}

/** What reading the fields takes. */
export type PageFieldsContext = Pick<OperationContext, 'egress' | 'maxPageBytes'>;

type Given = Partial<z.output<z.ZodObject<PageShape>>>;

/** Reads the fields that are in order by themselves; adds what is wrong with them, or with their combination, to `issues`. */
export function parsePageFields(
  given: Given,
  context: PageFieldsContext,
  issues: Issue[],
): PageFields | undefined {
  const origin = parseOrigin(given, context, issues);
  const { headers = {} } = given;
  issues.push(...findHeaderIssues(headers), ...findTagNameIssues(given));
  if (origin === undefined || issues.length > 0) return undefined;
  return {
    origin,
    parseMode: given.parseMode ?? 'accurate',
    includeTags: given.includeTags,
    excludeTags: given.excludeTags,
    reduceContent: given.reduceContent,
    headers: toLowerNames(headers),
    maxAge: given.maxAge,
    stealth: given.stealth ?? false,
    proxy: given.proxy,
  };
}

/** What only makes sense where a page is fetched. */
const fetchFields = ['headers', 'maxAge', 'stealth', 'proxy'] as const;

function parseOrigin(
  given: Given,
  { egress, maxPageBytes }: PageFieldsContext,
  issues: Issue[],
): PageOrigin | undefined {
  if (given.html === undefined) {
    if (given.url !== undefined) return parseUrl(given.url, egress, issues);
    if (!issues.some(({ path }) => path === '' || path === '/url' || path === '/html')) {
      issues.push({
        path: '/url',
        message: `It is missing. ${advice.givePage}`,
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
  if (given.html.startsWith('%PDF-')) {
    issues.push({
      path: '/html',
      message: 'It is a PDF file: these are read from an address only, so give its `url`.',
    });
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

function parseUrl(url: string, egress: Egress, issues: Issue[]): PageOrigin | undefined {
  const parsed = collectIssues(() => egress.parseUrl(url), issues);
  return parsed === undefined ? undefined : { kind: 'url', url };
}

/** The result of a parser that throws `invalid_request`, or its issues added to the others. */
export function collectIssues<Result>(parse: () => Result, issues: Issue[]): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    issues.push(...error.details.issues);
    return undefined;
  }
}
