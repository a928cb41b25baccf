import type { Service } from '../service/create-service.ts';
import { createOpenApiDocument } from './openapi/create-open-api-document.ts';
import { docsPage, docsPolicy } from './openapi/docs-page.ts';
import { toJsonResponse } from './response/envelope.ts';
import type { HttpResponse } from './response/http-response.ts';

/** A page beside the routes of the API: GET, without a key and without an envelope. */
export interface ServicePage {
  readonly path: string;
  respond(requestId: string): HttpResponse | Promise<HttpResponse>;
}

/** The description of the API, for programs and for people, and the health of the service. */
export function createServicePages(service: Service): readonly ServicePage[] {
  const document = createOpenApiDocument();
  return [
    {
      path: '/v1/openapi.json',
      respond: (requestId) => toJsonResponse(200, document, { requestId }),
    },
    {
      path: '/docs',
      respond: (requestId) => ({
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'x-request-id': requestId,
          ...docsPolicy,
        },
        body: docsPage,
      }),
    },
    {
      path: '/healthz',
      respond: (requestId) => toJsonResponse(200, { status: 'ok' }, { requestId }),
    },
    {
      path: '/readyz',
      async respond(requestId) {
        const isReady = await service.isReady();
        const status = isReady ? 'ok' : 'unavailable';
        return toJsonResponse(isReady ? 200 : 503, { status }, { requestId });
      },
    },
  ];
}
