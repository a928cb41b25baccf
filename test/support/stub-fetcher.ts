import type { Fetcher, Page, PageRequest } from '../../src/runtime/contracts/fetcher.ts';

/** A fetcher that returns pages from memory and keeps the requests that it got. */
export interface StubFetcher extends Fetcher {
  readonly requests: readonly PageRequest[];
}

type Answer = string | Partial<Page> | Promise<never>;

/** Answers every URL with the same page, or as a function decides. */
export function stubFetcher(
  answer: Answer | ((request: PageRequest) => Answer | Promise<Answer>),
): StubFetcher {
  const requests: PageRequest[] = [];
  return {
    name: 'stub',
    requests,
    async fetch(request) {
      requests.push(request);
      const answered = await (typeof answer === 'function' ? answer(request) : answer);
      const page =
        typeof answered === 'string' ? { body: new TextEncoder().encode(answered) } : answered;
      return {
        url: request.url,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: new Uint8Array(),
        ...page,
      };
    },
  };
}

/** A small product page; tests tell a right result from a wrong one by its price. */
export const lampPage: string = `<!doctype html><html lang="en"><head><title>Brass lamp</title></head>
<body><main><h1>Brass lamp</h1><p>Price: <b>£51.77</b></p><p>A lamp for reading at night.</p></main></body></html>`;
