import type { BrowserContext } from 'playwright-core';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { HeavyResource } from './guard-page.ts';

export interface CountRequestsInput {
  readonly context: BrowserContext;
  /** Kinds that are not loaded anyway. */
  readonly uncounted: readonly HeavyResource[];
  readonly maxRequests: number;
  readonly onExceeded: (reason: GleanerError) => void;
}

/** Counts what the pages of a context ask for; the proxy cannot, since a connection with TLS carries many requests. */
export function countRequests(input: CountRequestsInput): { startPage(): void } {
  const uncounted: ReadonlySet<string> = new Set(input.uncounted);
  let count = 0;
  input.context.on('request', (request) => {
    if (uncounted.has(request.resourceType())) return;
    count += 1;
    if (count === input.maxRequests + 1) input.onExceeded(tooMany(input.maxRequests));
  });
  return {
    startPage() {
      count = 0;
    },
  };
}

function tooMany(maxRequests: number): GleanerError<'validation_failed'> {
  return new GleanerError(
    'validation_failed',
    `The page asked for more than ${maxRequests} resources.`,
    { details: { reason: 'page_too_large' } },
  );
}
