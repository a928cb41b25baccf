import { toLowerNames } from '../../egress/find-header-issues.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import type { ReadOf } from '../field.ts';
import { findCallIssues } from '../find-call-issues.ts';
import type { CallOptions } from '../operation-context.ts';
import { parseOrigin, type PageFields, type PageFieldsContext } from '../pages/parse-origin.ts';
import { parseInput, toInputShape } from '../parse-input.ts';
import { scrapeInputFields, type ScrapeFormat } from './scrape-input.ts';

const shape = toInputShape(scrapeInputFields);

/** An input that can be used, with every default filled in. */
export interface ScrapeFields
  extends
    PageFields,
    Omit<
      ReadOf<typeof scrapeInputFields>,
      keyof PageFields | 'url' | 'html' | 'format' | 'tagTruncate'
    > {
  readonly format: ScrapeFormat;
  readonly tagTruncate: boolean;
}

/** Reads an input of `scrape`; throws `invalid_request` with everything that is wrong with it. */
export function parseScrapeInput(
  input: unknown,
  call: CallOptions,
  context: PageFieldsContext,
): ScrapeFields {
  const { fields, readable, issues: faults } = parseInput(shape, input);
  const issues = [...faults, ...findCallIssues(call)];
  if (readable.clean === true && readable.format !== undefined) {
    issues.push({
      path: '/clean',
      message: 'It contradicts `format`: leave `clean` out, and ask for `format: "markdown"`.',
    });
  }
  if (readable.navigation !== undefined && readable.format !== 'pdf') {
    issues.push({
      path: '/navigation',
      message: 'Only a PDF sets navigation apart: leave it out, or ask for `format: "pdf"`.',
    });
  }
  const origin = parseOrigin(readable, context, issues);
  if (fields === undefined || origin === undefined || issues.length > 0) {
    throw invalidRequest('scrape', issues);
  }
  const { url: _url, html: _html, ...rest } = fields;
  return {
    ...rest,
    origin,
    headers: toLowerNames(fields.headers ?? {}),
    format: fields.format ?? 'html',
    // Clients that ask for `clean` expect text alone.
    tagTruncate: fields.tagTruncate ?? fields.clean,
  };
}
