import { toDoorText } from '../../errors/to-door-error.ts';
import type { ModelCallUsage } from '../../errors/error-codes.ts';
import { extractInputFields, type ExtractInput } from '../../operations/extract/extract-input.ts';
import type { ExtractResult, ReadPage } from '../../operations/extract/extract.ts';
import { httpWords } from '../request/http-words.ts';
import type { Route } from './route.ts';
import { pageErrors } from './wire-schemas.ts';
import { writeEarly, type Uncharged } from './write-early.ts';

/** `POST /smartscraper`. */
export const extractRoute: Route = {
  method: 'post',
  path: '/smartscraper',
  operationId: 'extract',
  summary: 'Extract structured data from a page',
  description:
    'Reads the page and answers the prompt with JSON, validated against the schema where one is given. 5 credits, 5 more with `stealth`.',
  isPaid: true,
  body: {
    isRequired: true,
    fields: extractInputFields,
  },
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The result.',
    data: {
      type: 'object',
      required: ['request_id', 'result', 'latency_ms'],
      properties: {
        request_id: { type: 'string', description: 'Of the extraction.' },
        result: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] },
        latency_ms: { type: 'integer' },
        evidence: {
          type: 'array',
          description: 'How each value stands on the page, and where.',
          items: {
            type: 'object',
            required: ['path', 'status'],
            properties: {
              path: { type: 'string', description: 'JSON Pointer of the value in the result.' },
              status: {
                enum: ['supported', 'normalised', 'inferred', 'unsupported'],
                description:
                  'Stands there as it is, in another form, was worked out, or does not stand there.',
              },
              rule: { type: 'string', description: 'Of a normalised or inferred value.' },
              kind: { enum: ['text', 'attribute', 'structured-data', 'meta'] },
              node: { type: 'string' },
              attribute: { type: 'string' },
              pointer: { type: 'string' },
              start: { type: 'integer', minimum: 0 },
              end: { type: 'integer', minimum: 0 },
              digest: { type: 'string' },
              snippet: { type: 'string' },
            },
          },
        },
        page: {
          type: 'object',
          description: 'How the page was read; beside the evidence.',
          required: ['website_url', 'parse_mode'],
          properties: {
            website_url: { type: 'string' },
            parse_mode: { enum: ['accurate', 'speed'] },
            include_tags: { type: 'array', items: { type: 'string' } },
            exclude_tags: { type: 'array', items: { type: 'string' } },
          },
        },
        lists: {
          type: 'array',
          description: 'What each list holds of what the page shows.',
          items: {
            type: 'object',
            required: ['path', 'returned', 'shown', 'skipped'],
            properties: {
              path: { type: 'string', description: 'JSON Pointer of the list in the result.' },
              returned: { type: 'integer', minimum: 0 },
              shown: { type: 'integer', minimum: 0 },
              skipped: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['reason', 'count'],
                  properties: {
                    reason: { type: 'string' },
                    count: { type: 'integer', minimum: 1 },
                    snippet: { type: 'string' },
                  },
                },
              },
              mixed: {
                type: 'object',
                description: 'Items in blocks of another kind than most.',
                required: ['count'],
                properties: {
                  count: { type: 'integer', minimum: 1 },
                  snippet: { type: 'string' },
                },
              },
              next: { type: 'string', description: 'URL of the next page.' },
              more: { const: true, description: 'A control behind the list shows more of it.' },
            },
          },
        },
        warnings: { type: 'array', items: { type: 'string' } },
        usage: {
          type: 'array',
          description: 'Tokens of each model call; null where the provider gave none.',
          items: {
            type: 'object',
            required: ['model', 'input_tokens', 'output_tokens'],
            properties: {
              model: { type: 'string' },
              input_tokens: { type: ['integer', 'null'] },
              output_tokens: { type: ['integer', 'null'] },
            },
          },
        },
      },
    },
  },
  errors: pageErrors,
  async call({ service, account, input, idempotencyKey, request }) {
    const include = Array.isArray(input['include']) ? input['include'] : [];
    const data = writeEarly((extraction: Uncharged<ExtractResult>) => {
      const { result, requestId, latencyMs, evidence, lists, page, warnings, usage } = extraction;
      return {
        request_id: requestId,
        result,
        latency_ms: latencyMs,
        ...(evidence === undefined ? {} : { evidence }),
        ...(lists === undefined ? {} : { lists }),
        ...(page === undefined ? {} : { page: toWirePage(page) }),
        ...(include.includes('warnings')
          ? { warnings: warnings.map((warning) => toDoorText(warning, words)) }
          : {}),
        ...(usage === undefined ? {} : { usage: usage.map(toWireUsage) }),
      };
    });
    const call = { account, signal: request.signal, idempotencyKey, ...data.option };
    // The operation checks what it is given.
    const extraction = await service.extract(input as unknown as ExtractInput, call);
    const { creditsUsed, creditsRemaining } = extraction;
    return { data: data.of(extraction), creditsUsed, creditsRemaining };
  },
};

const words = httpWords(extractInputFields);

function toWirePage({ url, parseMode, includeTags, excludeTags }: ReadPage): object {
  return {
    website_url: url,
    parse_mode: parseMode,
    ...(includeTags === undefined ? {} : { include_tags: includeTags }),
    ...(excludeTags === undefined ? {} : { exclude_tags: excludeTags }),
  };
}

function toWireUsage({ model, inputTokens, outputTokens }: ModelCallUsage): object {
  return { model, input_tokens: inputTokens ?? null, output_tokens: outputTokens ?? null };
}
