import { type JsonType, findAllowedTypes } from '../../extraction/schema/list-schema-fields.ts';
import { parseSchema } from '../../extraction/schema/parse/parse-schema.ts';
import { collectIssues } from '../../core/operations/parse-input.ts';
import { z } from 'zod';
import type { Prices } from '../../core/operations/operation-context.ts';
import {
  type ErrorCode,
  GleanerError,
  invalidRequest,
} from '../../runtime/errors/gleaner-error.ts';
import type { Fields } from '../../core/operations/parse-input.ts';
import type { Service } from '../../service/create-service.ts';
import type { Success } from '../exchange/exchange.ts';
import type { RouteInput } from '../exchange/route.ts';
import { toCount } from '../../runtime/errors/shown-text.ts';
import { toAdapterText } from '../../runtime/errors/to-adapter-error.ts';
import { contentTypes } from '../../page/documents/document-readers.ts';
import { type ExtractInput, extractInputFields } from '../../core/extract/parse-extract-input.ts';
import type { ExtractResult } from '../../core/extract/extract.ts';
import { httpWords, toWire } from '../exchange/wire-words.ts';
import { type ScrapeInput, scrapeInputFields } from '../../core/scrape/scrape-input.ts';
import type { Run } from '../../runtime/contracts/store/run-store.ts';
import type { ScrapeResult } from '../../core/scrape/scrape.ts';
import { type DispatchInput, dispatchInputFields } from '../../service/runs/dispatch-run.ts';

/** A request to a route, whose caller is known. Its `signal` takes a moment to make, so only calls that can be ended read it. */
interface WireRequest<Parameter extends string> extends Omit<
  RouteInput<unknown, unknown, Parameter>,
  'query' | 'body'
> {
  readonly service: Service;
  readonly account: string;
  /** Its fields under their names in process, still to be checked; empty where the request has no body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
}

/** One row of the route table: it handles requests and describes itself, so that the two cannot differ. */
export interface WireRoute<Parameter extends string = never> {
  readonly operationId: string;
  readonly summary: string;
  /** For people; what a call costs is the service's own. */
  readonly description: string | ((prices: Prices) => string);
  readonly body?: { readonly fields: Fields; readonly isRequired: boolean };
  /** Whether it takes an `Idempotency-Key`. */
  readonly isPaid: boolean;
  readonly success: {
    readonly status: Success['status'];
    readonly envelope: Success['envelope'];
    readonly description: string;
    /** Its members by their names in process; `toWire` writes them. */
    readonly data: z.ZodObject;
  };
  readonly errors: readonly ErrorCode[];
  /** Does what the route is for; rejects with a `GleanerError` in the library's words. */
  call(request: WireRequest<Parameter>): Promise<Omit<Success, 'status' | 'envelope'>>;
}

/** Milliseconds in process, ISO 8601 (UTC) over HTTP. */
export const timestamp: z.ZodDate = z.date().meta({ type: 'string', format: 'date-time' });
export const count: z.ZodInt = z.int().min(0);
const runStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
const texts = z.array(z.string());
const nullableText = z.string().nullable();
const objects = z.unknown().meta({ type: 'array', items: { type: 'object' } });

/** What a paid call that reads a page may be refused with. */
const pageErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'insufficient_credits',
  'email_verification_required',
  'forbidden',
  'conflict',
  'account_deletion_pending',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];

/** Where a value stands. */
const place = {
  kind: z.enum(['text', 'attribute', 'structured-data', 'meta']).optional(),
  node: z.string().optional(),
  attribute: z.string().optional(),
  pointer: z.string().optional(),
  start: count.optional(),
  end: count.optional(),
  digest: z.string().optional(),
  snippet: z.string().optional(),
};

/** `POST /smartscraper`. */
export const extractRoute: WireRoute = {
  operationId: 'extract',
  summary: 'Extract structured data from a page',
  description: ({ extract, extractStealth }) =>
    `Reads the page and answers the prompt with JSON, validated against the schema where one is given. ${toCount(extract, 'credit')}, ${extractStealth} more with \`stealth\`.`,
  isPaid: true,
  body: { isRequired: true, fields: extractInputFields },
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The result.',
    data: z.object({
      requestId: z.string().describe('Of the extraction.'),
      result: z.unknown().meta({ type: ['object', 'array', 'string'] }),
      latencyMs: z.int(),
      evidence: z
        .array(
          z.object({
            path: z.string().describe('JSON Pointer of the value in the result.'),
            status: z
              .enum(['supported', 'normalised', 'inferred', 'unsupported'])
              .describe(
                'Stands there as it is, in another form, was worked out, or does not stand there.',
              ),
            rule: z.string().describe('Of a normalised or inferred value.').optional(),
            confidence: z
              .enum(['sure', 'unsure'])
              .describe(
                '`sure` where at most one in 200 of such values was wrong on pages of other sites; `unsure` without that proof.',
              ),
            rivals: z
              .array(z.object({ value: z.unknown(), ...place }))
              .describe('What else the page states for the field, the likeliest first.')
              .optional(),
            ...place,
          }),
        )
        .describe('How each value stands on the page, and where.')
        .optional(),
      page: z
        .object({
          websiteUrl: z.string(),
          parseMode: z.enum(['accurate', 'speed']),
          includeTags: texts.optional(),
          excludeTags: texts.optional(),
        })
        .describe('How the page was read; beside the evidence.')
        .optional(),
      lists: z
        .array(
          z.object({
            path: z.string().describe('JSON Pointer of the list in the result.'),
            returned: count,
            shown: count,
            skipped: z.array(
              z.object({
                reason: z.string(),
                count: z.int().min(1),
                snippet: z.string().optional(),
              }),
            ),
            mixed: z
              .object({ count: z.int().min(1), snippet: z.string().optional() })
              .describe('Items in blocks of another kind than most.')
              .optional(),
            next: z.string().describe('URL of the next page.').optional(),
            more: z
              .literal(true)
              .describe('A control behind the list shows more of it.')
              .optional(),
          }),
        )
        .describe('What each list holds of what the page shows.')
        .optional(),
      warnings: texts.optional(),
      usage: z
        .array(
          z.object({
            model: z.string(),
            inputTokens: z.int().nullable(),
            outputTokens: z.int().nullable(),
          }),
        )
        .describe('Tokens of each model call; null where the provider gave none.')
        .optional(),
      savedInputTokens: count
        .describe(
          'About how many tokens the model was not sent, with `models` unsure; beside the usage.',
        )
        .optional(),
    }),
  },
  errors: pageErrors,
  async call({ service, account, body, idempotencyKey, signal }) {
    const include = Array.isArray(body['include']) ? body['include'] : [];
    const data = writeEarly(extractRoute, (extraction: Uncharged<ExtractResult>) => {
      const { page, warnings } = extraction;
      checkResult(extraction.result);
      return {
        ...extraction,
        page: page && { ...page, websiteUrl: page.url },
        warnings: include.includes('warnings')
          ? warnings.map((warning) => toAdapterText(warning, extractWords))
          : undefined,
      };
    });
    const call = { account, signal, idempotencyKey, ...data.option };
    // The operation checks what it is given.
    const input = withCheckedRoot(body) as ExtractInput;
    const extraction = await service.extract(input, call);
    const { creditsUsed, creditsRemaining } = extraction;
    return { data: data.of(extraction), creditsUsed, creditsRemaining };
  },
};

/** What the contract has no `result` of. */
const plainTypes: ReadonlySet<JsonType> = new Set(['null', 'boolean', 'integer', 'number']);

/**
 * The input with its schema as it was checked. Throws `invalid_request` for a schema whose value may be a plain one other than text; any
 * other fault is the operation's to tell.
 */
function withCheckedRoot(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { schema: given, plainText } = body;
  if (given === undefined || plainText === true) return body;
  const usable = collectIssues(() => parseSchema(given), []);
  if (usable === undefined) return body;
  const types = findAllowedTypes(usable.schema, usable.schema) ?? [];
  const refused = [...types].filter((type) => plainTypes.has(type));
  if (refused.length === 0) return { ...body, schema: usable.schema };
  const message = `The result is an object, an array or a string, and this schema allows ${refused.join(', ')}: make the value a property of an object.`;
  throw invalidRequest('extract', [{ path: '/schema', message }]);
}

/** Throws `validation_failed` for such a value all the same: a schema that says nothing of its root, or only under conditions, lets any pass. */
function checkResult(result: unknown): void {
  if (typeof result === 'string' || (typeof result === 'object' && result !== null)) return;
  const message = `The result would be ${result === null ? 'null' : `a ${typeof result}`}, and is an object, an array or a string: say so in the schema, with the value as a property.`;
  throw new GleanerError('validation_failed', message, { details: { reason: 'schema_mismatch' } });
}

const extractWords = httpWords(extractInputFields);

/** `POST /scrape`. */
export const scrapeRoute: WireRoute = {
  operationId: 'scrape',
  summary: 'Fetch a page as HTML, Markdown or PDF',
  description: ({ scrape, scrapeStealth }) =>
    `The page in the wanted form, with what it says about itself. ${toCount(scrape, 'credit')}, ${scrapeStealth} more with \`stealth\`.`,
  isPaid: true,
  body: { isRequired: true, fields: scrapeInputFields },
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The page: its content is under the name of its format.',
    data: z.object({
      requestId: z.string(),
      html: z.string().optional(),
      markdown: z.string().optional(),
      pdf: z
        .string()
        .meta({ contentEncoding: 'base64', contentMediaType: 'application/pdf' })
        .optional(),
      contentType: z.enum(contentTypes).describe('What the URL served.'),
      cleaned: z.boolean().describe('Whether `clean` was asked for.'),
      links: z.array(z.object({ url: z.string(), text: z.string() })).optional(),
      metadata: z
        .object({ title: nullableText, description: nullableText, language: nullableText })
        .nullable(),
      structuredData: z.object({
        jsonLd: z.unknown().meta({ type: 'array' }),
        microdata: objects,
        pagination: z.object({ next: nullableText, prev: nullableText }),
      }),
      latencyMs: z.int(),
    }),
  },
  errors: pageErrors,
  async call({ service, account, body, idempotencyKey, signal }) {
    const data = writeEarly(scrapeRoute, ({ pdf, ...page }: Uncharged<ScrapeResult>) => ({
      ...page,
      pdf: pdf && Buffer.from(pdf).toString('base64'),
    }));
    const call = { account, signal, idempotencyKey, ...data.option };
    // The operation checks what it is given.
    const page = await service.scrape(body as ScrapeInput, call);
    const { creditsUsed, creditsRemaining } = page;
    return { data: data.of(page), creditsUsed, creditsRemaining };
  },
};

/** `POST /smartbrowse/recipes/{id}/run`. */
const dispatchRoute: WireRoute<'id'> = {
  operationId: 'dispatchRun',
  summary: 'Run a stored recipe',
  description: ({ runPage, followedPage }) =>
    `Queues a run and returns at once. ${toCount(runPage, 'credit')} for each page extracted${followedPage === 0 ? '' : ` and ${followedPage} for each page that an item links to`}, charged when the run completes; one page must be affordable. Follow it by its poll URL or by webhook.`,
  isPaid: true,
  body: {
    isRequired: false,
    fields: dispatchInputFields,
  },
  success: {
    status: 202,
    envelope: 'queued',
    description: 'The run was accepted. Nothing is charged yet.',
    data: z.object({
      runId: z.string(),
      recipeId: z.string(),
      runStatus,
      pollUrl: z.string().describe('Path of the poll endpoint.'),
      createdAt: timestamp,
    }),
  },
  errors: [...pageErrors.filter((code) => code !== 'validation_failed'), 'not_found'],
  async call({ service, account, parameters, body, idempotencyKey }) {
    const run = await service.dispatchRun({
      // The operation checks what it is given.
      ...(body as Pick<DispatchInput, 'variables' | 'maxPages'>),
      account,
      recipeId: parameters.id,
      idempotencyKey,
    });
    const data = {
      runId: run.id,
      recipeId: run.recipeId,
      // The contract has it so, whatever the state of the run is by now; a poll gives the state.
      runStatus: 'running',
      pollUrl: `/v1/smartbrowse/runs/${run.id}`,
      createdAt: run.createdAtMs,
    };
    return { data: toData(dispatchRoute, data) };
  },
};

/** `GET /smartbrowse/usage`. */
const usageRoute: WireRoute = {
  operationId: 'getUsage',
  summary: 'What the account has used of its plan',
  description: 'Free and not rate-limited.',
  isPaid: false,
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The usage report.',
    data: z.object({
      runs_used_30d: count.describe('In the rolling 30 days.'),
      runsPerMonthCap: count,
      pagesPerRunCap: count,
      costPerPage: count.describe('Credits.'),
      schedulesCount: count,
      schedulesAllowed: z.boolean(),
      lastRun: z
        .object({
          id: z.string(),
          status: runStatus,
          pagesExtracted: count,
          effectiveCap: count,
          clampedByCredits: z.boolean(),
          createdAt: timestamp,
          completedAt: timestamp.nullable(),
        })
        .nullable(),
    }),
  },
  errors: ['unauthorized', 'internal_error', 'service_unavailable'],
  async call({ service, account }) {
    const { lastRun, runsUsed30d, creditsRemaining, ...usage } = await service.usage(account);
    const data = { ...usage, runs_used_30d: runsUsed30d, lastRun: lastRun && withMoments(lastRun) };
    return { data: toData(usageRoute, data), creditsUsed: 0, creditsRemaining };
  },
};

/** `GET /smartbrowse/runs/{id}`. */
const pollRoute: WireRoute<'id'> = {
  operationId: 'getRun',
  summary: 'Poll a run',
  description:
    'Free and not rate-limited. Poll until `run_status` is `completed`, `failed` or `cancelled`.',
  isPaid: false,
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The run as it stands.',
    data: z.object({
      id: z.string(),
      recipeId: z.string(),
      runStatus,
      pagesExtracted: count,
      itemsExtracted: count,
      creditsUsed: count,
      createdAt: timestamp,
      startedAt: timestamp.nullable(),
      completedAt: timestamp.nullable(),
      error: z.string().describe('Only of failed and cancelled runs.').optional(),
      result: z
        .object({
          pages: z.array(z.object({ items: objects })),
          mode: z.enum(['replay', 'healed']),
          drift: z.number().min(0).max(1),
          warnings: texts,
        })
        .describe('Only of completed runs.')
        .optional(),
    }),
  },
  errors: ['unauthorized', 'not_found', 'internal_error', 'service_unavailable'],
  async call({ service, account, parameters }) {
    const reference = { account, id: parameters.id };
    const { run, creditsRemaining } = await service.pollRun(reference);
    const { status, error, result } = run;
    const data = {
      ...withMoments(run),
      runStatus: status,
      error: error === undefined ? undefined : toAdapterText(error, runWords),
      result: result && {
        ...result,
        warnings: result.warnings.map((warning) => toAdapterText(warning, runWords)),
      },
    };
    return { data: toData(pollRoute, data), creditsUsed: 0, creditsRemaining };
  },
};

/** What is left of the library's words in a run's texts is advice: a run has no fields. */
const runWords = httpWords({});

/** A run whose moments have the names that they have over HTTP. */
function withMoments(run: Moments): object {
  return {
    ...run,
    createdAt: run.createdAtMs,
    startedAt: run.startedAtMs,
    completedAt: run.completedAtMs,
  };
}

type Moments = Pick<Run, 'createdAtMs' | 'startedAtMs' | 'completedAtMs'>;

/** A call's result before it is charged. */
type Uncharged<Result> = Result extends unknown ? Omit<Result, 'creditsRemaining'> : never;

/** The data of a paid call as JSON. */
interface EarlyData<Result> {
  /** For the call: writes the data before the call is charged, so that a result that cannot be sent costs nothing. */
  readonly option: { beforeCharge(result: Result): void };
  /** Returns what was written; writes it now for a result that an idempotency key gave again. */
  of(result: Result): string;
}

/** Writes what `toMembers` makes of a call's result. Throws `validation_failed` for data that JSON cannot hold. */
function writeEarly<Result>(
  route: WireRoute,
  toMembers: (result: Result) => object,
): EarlyData<Result> {
  let written: string | undefined;
  const write = (result: Result): string => toJson(toData(route, toMembers(result)));
  return {
    option: {
      beforeCharge(result) {
        written = write(result);
      },
    },
    of: (result) => written ?? write(result),
  };
}

function toJson(data: object): string {
  try {
    return JSON.stringify(data);
  } catch (cause) {
    throw new GleanerError(
      'validation_failed',
      'The result is too large or too deeply nested to be sent as JSON: ask for less of the page.',
      { details: { reason: 'page_too_large' }, cause },
    );
  }
}

/** What a route gives, in the words of the wire: what it declares, and nothing else. */
function toData(
  { success }: Pick<WireRoute, 'success'>,
  members: object,
): Readonly<Record<string, unknown>> {
  return toWire(success.data, members);
}

/** The whole API by method and path below the version segment: requests are handled by it, and the OpenAPI document is written from it. */
export const routes: Readonly<Record<string, WireRoute<string>>> = {
  'POST /smartscraper': extractRoute,
  'POST /scrape': scrapeRoute,
  'POST /smartbrowse/recipes/{id}/run': dispatchRoute,
  'GET /smartbrowse/runs/{id}': pollRoute,
  'GET /smartbrowse/usage': usageRoute,
};
