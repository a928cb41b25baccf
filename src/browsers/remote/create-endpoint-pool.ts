import type { BrowserContextOptions } from 'playwright-core';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { BrowserPool, ContextWork } from '../session/browser-pool.ts';
import type { Endpoint, Endpoints } from './create-endpoints.ts';

export interface CreateEndpointPoolInput {
  readonly endpoints: Endpoints;
  /** Creates the pool of one browser, which tells of each loss with the error that its work gets. */
  readonly createPool: (endpoint: Endpoint, onLost: (error: unknown) => void) => BrowserPool;
}

/**
 * Creates a pool over browsers that run elsewhere. Work goes to the one that is up and has the fewest contexts of this process;
 * work that has not begun is repeated in another one when its browser is lost. Work that has begun fails with
 * `service_unavailable`, as with one browser: its pages may have acted on what they show.
 */
export function createEndpointPool({
  endpoints,
  createPool,
}: CreateEndpointPoolInput): BrowserPool {
  const losses = new WeakSet<object>();
  const pools = new Map<Endpoint, BrowserPool>();

  function requirePool(endpoint: Endpoint): BrowserPool {
    const known = pools.get(endpoint);
    if (known !== undefined) return known;
    const pool = createPool(endpoint, (error) => {
      if (error instanceof Error) {
        losses.add(error);
        endpoint.noteDown(error.message);
      }
    });
    pools.set(endpoint, pool);
    return pool;
  }

  async function withContext<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    task: ContextWork<Result>,
  ): Promise<Result> {
    const tried = new Set<Endpoint>();
    const problems: Error[] = [];
    for (;;) {
      const endpoint = endpoints.listByLoad().find((candidate) => !tried.has(candidate));
      if (endpoint === undefined) throw noneLeft(problems);
      tried.add(endpoint);
      let hasBegun = false;
      endpoint.contextsOpen += 1;
      try {
        return await requirePool(endpoint).withContext(options, signal, (context, inner) =>
          task(context, inner, () => {
            hasBegun = true;
          }),
        );
      } catch (error) {
        if (hasBegun || !(error instanceof Error) || !losses.has(error)) throw error;
        problems.push(error);
      } finally {
        endpoint.contextsOpen -= 1;
      }
    }
  }

  return {
    withContext,
    async close() {
      endpoints.close();
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** One browser's own error says it all; of several each is named. */
function noneLeft(problems: readonly Error[]): Error {
  const [first] = problems;
  if (first !== undefined && problems.length === 1) return first;
  return new GleanerError(
    'service_unavailable',
    `None of ${problems.length} browsers can be used. ${problems.map(({ message }) => message).join(' ')}`,
    { cause: new AggregateError(problems) },
  );
}
