import type { ModelCallUsage } from '../../errors/model-call-usage.ts';
import type { ExtractInput } from '../../operations/extract/extract-input.ts';
import type { Route } from '../route.ts';
import { fromWire, withWireIssues, type WireFields } from '../wire-fields.ts';
import { pageFields, pageProperties } from './page-fields.ts';
import { pageErrors } from './page-errors.ts';

const fields: WireFields = {
  ...pageFields,
  prompt: 'user_prompt',
  schema: 'output_schema',
  pageComplexity: 'page_complexity',
  detailLevel: 'detail_level',
  plainText: 'plain_text',
  experimental: 'experimental',
  include: 'include',
};

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
    schema: {
      type: 'object',
      required: ['website_url', 'user_prompt'],
      additionalProperties: false,
      properties: {
        ...pageProperties,
        user_prompt: {
          type: 'string',
          minLength: 1,
          maxLength: 10_000,
          description: 'What to extract, in plain language.',
        },
        output_schema: {
          type: ['object', 'boolean'],
          description: 'JSON Schema, draft 04 to 2020-12 by `$schema`, that the result must match.',
        },
        page_complexity: {
          enum: ['low', 'high'],
          default: 'low',
          description: '`high` for visually busy pages or schemas with many nested fields.',
        },
        detail_level: {
          enum: ['low', 'medium', 'high'],
          default: 'medium',
          description: 'How exhaustively the result is populated.',
        },
        plain_text: {
          type: 'boolean',
          default: false,
          description: 'The result is text; no schema is applied.',
        },
        experimental: {
          type: 'boolean',
          default: false,
          description: 'An alternate extraction path, which may change without notice.',
        },
        include: {
          type: 'array',
          items: { enum: ['evidence', 'warnings', 'usage'] },
          description: 'Parts that the data carries beside the result.',
        },
      },
    },
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
          description: 'Where in the page each value stands.',
          items: {
            type: 'object',
            required: ['path', 'found'],
            properties: {
              path: { type: 'string', description: 'JSON Pointer of the value in the result.' },
              found: { type: 'boolean' },
              kind: { enum: ['text', 'attribute', 'structured-data', 'meta'] },
              node: { type: 'string' },
              attribute: { type: 'string' },
              pointer: { type: 'string' },
              snippet: { type: 'string' },
            },
          },
        },
        warnings: { type: 'array', items: { type: 'string' } },
        usage: {
          type: 'array',
          description: 'Tokens of each model call; null where the provider told none.',
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
  async answer({ service, account, body, idempotencyKey, request }) {
    const call = { account, signal: request.signal, idempotencyKey };
    const extraction = await withWireIssues(fields, () =>
      service.extract(fromWire(body, fields) as unknown as ExtractInput, call),
    );
    const { result, requestId, latencyMs, evidence, warnings, usage, ...credits } = extraction;
    const include = Array.isArray(body['include']) ? body['include'] : [];
    return {
      data: {
        request_id: requestId,
        result,
        latency_ms: latencyMs,
        ...(evidence === undefined ? {} : { evidence }),
        ...(include.includes('warnings') ? { warnings } : {}),
        ...(usage === undefined ? {} : { usage: usage.map(toWireUsage) }),
      },
      ...credits,
    };
  },
};

function toWireUsage({ model, inputTokens, outputTokens }: ModelCallUsage): object {
  return { model, input_tokens: inputTokens ?? null, output_tokens: outputTokens ?? null };
}
