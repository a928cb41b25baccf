import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimits } from '../../src/runtime/contracts/store/request-store.ts';
import type { Query } from './create-query.ts';

/** How many requests were seen beyond the limits at the worst moment. */
export interface BeyondLimits {
  readonly inFlight: number;
  readonly minute: number;
}

const lookEveryMs = 250;

/** Looks at an account's requests in the database again and again, until it is stopped. */
export function watchLimits(input: {
  readonly query: Query;
  readonly account: string;
  readonly limits: RateLimits;
}): { stop(): Promise<BeyondLimits> } {
  const { query, account, limits } = input;
  const most = { inFlight: 0, minute: 0 };
  const ended = new AbortController();
  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      const [row] = await query(
        `select
          (select count(*) from holds where account = $1 and state = 'open' and in_flight = 1) as in_flight,
          (select count(*) from starts where account = $1 and started_at >
            (select max(started_at) - 60000 from starts where account = $1)) as minute`,
        [account],
      );
      most.inFlight = Math.max(most.inFlight, Number(row?.['in_flight']));
      most.minute = Math.max(most.minute, Number(row?.['minute']));
      await sleep(lookEveryMs);
    }
  }
  const watching = watch();
  return {
    async stop() {
      ended.abort();
      await watching;
      return {
        inFlight: Math.max(0, most.inFlight - limits.inFlight),
        minute: Math.max(0, most.minute - limits.requestsPerMinute),
      };
    },
  };
}
