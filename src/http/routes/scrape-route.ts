import { scrapeInputFields, type ScrapeInput } from '../../operations/scrape/scrape-input.ts';
import type { ScrapedPage, ScrapeResult } from '../../operations/scrape/scrape.ts';
import type { Route } from './route.ts';
import { pageErrors } from './wire-schemas.ts';
import { writeEarly, type Uncharged } from './write-early.ts';

const nullableText = { type: ['string', 'null'] } as const;

/** `POST /scrape`. */
export const scrapeRoute: Route = {
  method: 'post',
  path: '/scrape',
  operationId: 'scrape',
  summary: 'Fetch a page as HTML, Markdown or PDF',
  description:
    'The page in the wanted form, with what it says about itself. 1 credit, 2 more with `stealth`.',
  isPaid: true,
  body: {
    isRequired: true,
    fields: scrapeInputFields,
  },
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The page: its content is under the name of its format.',
    data: {
      type: 'object',
      required: [
        'request_id',
        'content_type',
        'cleaned',
        'metadata',
        'structured_data',
        'latency_ms',
      ],
      properties: {
        request_id: { type: 'string' },
        html: { type: 'string' },
        markdown: { type: 'string' },
        pdf: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' },
        content_type: { enum: ['html', 'pdf'], description: 'What the URL served.' },
        cleaned: { type: 'boolean', description: 'Whether `clean` was asked for.' },
        links: {
          type: 'array',
          items: {
            type: 'object',
            required: ['url', 'text'],
            properties: { url: { type: 'string' }, text: { type: 'string' } },
          },
        },
        metadata: {
          type: ['object', 'null'],
          required: ['title', 'description', 'language'],
          properties: { title: nullableText, description: nullableText, language: nullableText },
        },
        structured_data: {
          type: 'object',
          required: ['json_ld', 'microdata', 'pagination'],
          properties: {
            json_ld: { type: 'array' },
            microdata: { type: 'array', items: { type: 'object' } },
            pagination: {
              type: 'object',
              required: ['next', 'prev'],
              properties: { next: nullableText, prev: nullableText },
            },
          },
        },
        latency_ms: { type: 'integer' },
      },
    },
  },
  errors: pageErrors,
  async call({ service, account, input, idempotencyKey, request }) {
    const data = writeEarly((page: Uncharged<ScrapeResult>) => {
      const { requestId, latencyMs } = page;
      return { request_id: requestId, ...toWirePage(page), latency_ms: latencyMs };
    });
    const call = { account, signal: request.signal, idempotencyKey, ...data.option };
    // The operation checks what it is given.
    const page = await service.scrape(input as unknown as ScrapeInput, call);
    const { creditsUsed, creditsRemaining } = page;
    return { data: data.of(page), creditsUsed, creditsRemaining };
  },
};

function toWirePage(page: ScrapedPage): Readonly<Record<string, unknown>> {
  const { html, markdown, pdf, links, structuredData } = page;
  return {
    ...(html === undefined ? {} : { html }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(pdf === undefined ? {} : { pdf: Buffer.from(pdf).toString('base64') }),
    content_type: page.contentType,
    cleaned: page.cleaned,
    ...(links === undefined ? {} : { links }),
    metadata: page.metadata,
    structured_data: {
      json_ld: structuredData.jsonLd,
      microdata: structuredData.microdata,
      pagination: structuredData.pagination,
    },
  };
}
