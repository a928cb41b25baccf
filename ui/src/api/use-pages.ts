import {
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  type InfiniteData,
} from '@tanstack/react-query';
import { callApi, type CallArguments, type CallData } from './call-api.ts';
import type { Run } from './shapes.ts';

type PagedRoute =
  | 'GET /runs'
  | 'GET /deliveries'
  | 'GET /recipes'
  | 'GET /operator/accounts'
  | 'GET /operator/runs';

/** Entries read at a time; a shorter page is the last. */
export const pageSize = 50;

/** Between two looks at runs that go on; each look is one call. */
const openRunsMs = 5_000;

/** Whether a page of a list has a run that has not ended. */
function hasOpenRun(page: unknown): boolean {
  if (typeof page !== 'object' || page === null || !('runs' in page)) return false;
  const { runs } = page as { readonly runs: readonly Run[] };
  return runs.some(({ status }) => status === 'queued' || status === 'running');
}

/** Reads a list by pages: `findLastId` gives the id that the next page continues from. */
export function usePages<Route extends PagedRoute>(
  route: Route,
  query: Readonly<Record<string, string | undefined>>,
  findLastId: (page: CallData<Route>) => {
    readonly count: number;
    readonly id: string | undefined;
  },
): UseInfiniteQueryResult<InfiniteData<CallData<Route>>> {
  const cursor = route === 'GET /operator/accounts' ? 'after' : 'before';
  return useInfiniteQuery({
    queryKey: [route, 'pages', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const input = { query: { ...query, limit: pageSize, [cursor]: pageParam } };
      return callApi(route, ...([input] as unknown as CallArguments<Route>));
    },
    // Lists of runs are read again while one of them goes on.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(hasOpenRun) === true ? openRunsMs : false,
    getNextPageParam: (last) => {
      const { count, id } = findLastId(last);
      return count < pageSize ? undefined : id;
    },
  });
}
