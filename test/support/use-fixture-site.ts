import { Agent, request } from 'undici';
import { afterAll, beforeAll } from 'vitest';
import type { EgressOptions } from '../../src/index.ts';
import {
  serveFixtureSite,
  type FixtureSite,
} from '../../test-kit/fixture-site/serve-fixture-site.ts';

/** The fixture site of one test file: up before its tests, down after them. */
export interface UsedFixtureSite {
  /** Only while the tests run. */
  readonly site: () => FixtureSite;
  readonly urlOf: (path: string) => string;
  /** Lets the guard through to the site, and to nothing else. */
  readonly egress: () => EgressOptions;
  /** A client without keep-alive. */
  readonly dispatcher: Agent;
  /** A response as it was sent, read by a client that is independent of the project. */
  readonly get: (path: string) => Promise<WireAnswer>;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/** Serves the fixture site for the tests of a file. */
export function useFixtureSite(): UsedFixtureSite {
  let running: FixtureSite | undefined;
  // Without keep-alive: what is open at the end is open for a reason.
  const dispatcher = new Agent({ pipelining: 0 });
  beforeAll(async () => {
    running = await serveFixtureSite();
  });
  afterAll(async () => {
    await running?.close();
    await dispatcher.close();
  });
  const site = (): FixtureSite => {
    if (running === undefined) throw new Error('The fixture site runs only while tests do.');
    return running;
  };
  return {
    site,
    dispatcher,
    urlOf: (path) => site().url + path,
    egress: () => ({
      allowPrivate: [site().url, site().otherUrl].map((url) => `127.0.0.1/32:${new URL(url).port}`),
    }),
    async get(path) {
      const response = await request(new URL(path, site().url), { dispatcher });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return {
        status: response.statusCode,
        headers: response.headers,
        bytes,
        text: bytes.toString('utf8'),
      };
    },
  };
}
