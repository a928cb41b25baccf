import type { PageAccess } from '../../contracts/fetcher.ts';
import type { Egress } from '../../egress/create-egress.ts';
import { findHeaderIssues } from '../../egress/find-header-issues.ts';
import { advice } from '../../errors/advice.ts';
import type { Issue } from '../../errors/error-codes.ts';
import { findTagNameIssues } from '../../page/tree/check-tag-names.ts';
import type { InputOf, ReadOf } from '../field.ts';
import { collectIssues } from '../parse-input.ts';
import type { OperationContext } from '../operation-context.ts';
import type { pageFields, sourceFields } from './page-fields.ts';

/** Where the page comes from: over the network, or from the caller. */
export type PageOrigin =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string; readonly url: string };

/** Which page, and how it is fetched and read; every default filled in. */
export interface PageFields extends PageAccess, Omit<ReadOf<typeof pageFields>, keyof PageAccess> {
  readonly origin: PageOrigin;
}

/** What reading the fields takes. */
export type PageFieldsContext = Pick<OperationContext, 'egress' | 'maxPageBytes'>;

/** The fields of a page as a caller gave them, as far as each is in order by itself. */
type GivenFields = Partial<InputOf<typeof sourceFields & typeof pageFields>>;

/** Where the page comes from; adds what is wrong with the fields of a page, or with their combination, to `issues`. */
export function parseOrigin(
  given: GivenFields,
  context: PageFieldsContext,
  issues: Issue[],
): PageOrigin | undefined {
  const origin = readOrigin(given, context, issues);
  issues.push(...findHeaderIssues(given.headers ?? {}), ...findTagNameIssues(given));
  return origin;
}

/** What only makes sense where a page is fetched. */
const fetchFields = ['headers', 'maxAge', 'stealth', 'proxy'] as const;

function readOrigin(
  given: GivenFields,
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
  // Without a URL the page's relative links cannot be resolved.
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
