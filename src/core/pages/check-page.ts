import type { Page } from '../../runtime/contracts/fetcher.ts';

/**
 * Returns what a fetcher or a browser of the embedder's own gave, where it is a page: it may be written in JavaScript.
 *
 * @throws TypeError for what is none, with the member that is wrong.
 */
export function checkPage(given: Page, maker: string): Page {
  const page: unknown = given;
  if (typeof page !== 'object' || page === null) throw refuse(maker, 'got no object');
  for (const name of Object.keys(rules) as (keyof typeof rules)[]) {
    const { is, wanted } = rules[name];
    if (!is((page as Partial<Page>)[name])) throw refuse(maker, `its \`${name}\` is no ${wanted}`);
  }
  return given;
}

interface Rule {
  readonly is: (value: unknown) => boolean;
  readonly wanted: string;
}

const rules = {
  url: {
    is: (value) => typeof value === 'string' && URL.canParse(value),
    wanted: 'absolute URL',
  },
  status: {
    is: (value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) < 1_000,
    wanted: 'HTTP status',
  },
  headers: { is: isRecord, wanted: 'object of names and texts' },
  body: { is: (value) => value instanceof Uint8Array, wanted: 'Uint8Array' },
} satisfies Readonly<Record<'body' | 'headers' | 'status' | 'url', Rule>>;

function isRecord(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Headers and maps have entries, and no members.
    !(Symbol.iterator in value) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

function refuse(maker: string, what: string): TypeError {
  return new TypeError(`Expected ${maker} to resolve to { url, status, headers, body }: ${what}.`);
}
