import { createGleaner } from '../../src/index.ts';
import { pgBossQueue } from '../../src/storage/queues/pg-boss-queue.ts';
import { createService, type Service } from '../../src/service/create-service.ts';
import { postgresStore, type PostgresStore } from '../../src/storage/stores/postgres-store.ts';
import { stubBrowser } from './stub-browser.ts';
import { lampPage, stubFetcher } from './stub-fetcher.ts';

/** Options of a service on a database that others share; JSON, so that another process can be given them. */
export interface MemberOptions {
  readonly connectionString: string;
  readonly schema: string;
  /** Short where a test waits for the death of a process. */
  readonly leaseMs: number;
  readonly worksOnRuns: boolean;
  /** Of the first runs, so many never end by themselves. */
  readonly endless: number;
  readonly allowPrivate: readonly string[];
}

/** What the browser of a member does. */
export type PageEvent = 'page begun' | 'page aborted';

/** A service on a shared database, with made-up pages. */
export interface Member {
  readonly service: Service;
  readonly store: PostgresStore;
  readonly close: () => Promise<void>;
}

/** Opens and starts it. */
export async function openMember(
  { connectionString, schema, leaseMs, worksOnRuns, endless, allowPrivate }: MemberOptions,
  {
    onPage = () => {},
    beforeFetch = () => {},
  }: {
    readonly onPage?: (event: PageEvent) => void;
    readonly beforeFetch?: () => Promise<void> | void;
  } = {},
): Promise<Member> {
  let pages = 0;
  const gleaner = createGleaner({
    fetcher: stubFetcher(async () => {
      await beforeFetch();
      return lampPage;
    }),
    egress: { allowPrivate },
    browser: stubBrowser({
      pages: [[{ name: ['Lamp'], price: ['£1'] }]],
      async beforePage(_number, { signal }) {
        pages += 1;
        onPage('page begun');
        if (pages > endless) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        onPage('page aborted');
      },
    }),
  });
  const store = postgresStore({ connectionString, schema, leaseMs });
  const queue = pgBossQueue({ connectionString, schema: `${schema}_queue`, concurrency: 2 });
  const service = createService({ gleaner, store, queue });
  await service.start({ worksOnRuns });
  return {
    service,
    store,
    async close() {
      await service.close({ drainMs: 0 });
      await queue.close();
      await gleaner.close();
      await store.close();
    },
  };
}
