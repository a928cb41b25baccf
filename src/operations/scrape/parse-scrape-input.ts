import { z } from 'zod';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { findCallIssues } from '../find-call-issues.ts';
import type { CallOptions } from '../operation-context.ts';
import { parseInput } from '../parse-input.ts';
import {
  pageShape,
  parsePageFields,
  type PageFields,
  type PageFieldsContext,
} from '../pages/parse-page-fields.ts';
import type { ScrapeFormat } from './scrape-input.ts';

const shape = z.strictObject({
  ...pageShape,
  format: z.enum(['html', 'markdown', 'pdf']).optional(),
  clean: z.boolean().optional(),
  tagTruncate: z.boolean().optional(),
  extractLinks: z.boolean().optional(),
});

/** An input that can be used, with every default filled in. */
export interface ScrapeFields extends PageFields {
  readonly format: ScrapeFormat;
  readonly clean: boolean;
  readonly tagTruncate: boolean;
  readonly extractLinks: boolean;
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
  const page = parsePageFields(readable, context, issues);
  if (page === undefined || fields === undefined) throw invalidRequest('scrape', issues);
  return {
    ...page,
    format: fields.format ?? 'html',
    clean: fields.clean ?? false,
    tagTruncate: fields.tagTruncate ?? false,
    extractLinks: fields.extractLinks ?? false,
  };
}
