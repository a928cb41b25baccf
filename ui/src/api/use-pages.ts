import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { callApi, type CallArguments, type CallData } from './call-api.ts';
import type { Run } from './shapes.ts';

type PagedRoute =
  | 'GET /runs'
  | 'GET /deliveries'
  | 'GET /recipes'
  | 'GET /operator/accounts'
  | 'GET /operator/runs';

/** Entries read at a time; a shorter page is the last. */
const pageSize = 50;

/** Between two looks at runs that go on; each look is one call. */
const openRunsMs = 5_000;

/** Whether a page of a list has a run that has not ended. */
function hasOpenRun(page: unknown): boolean {
  if (typeof page !== 'object' || page === null || !('runs' in page)) return false;
  const { runs } = page as { readonly runs: readonly Run[] };
  return runs.some(({ status }) => status === 'queued' || status === 'running');
}

/** A list that is read by pages, as far as it has been read. */
export interface Pages<Row> {
  readonly reading: UseInfiniteQueryResult;
  readonly rows: readonly Row[] | undefined;
}

/** Reads a list by pages: each continues from the last of the rows before it. */
export function usePages<Route extends PagedRoute, Row extends { readonly id: string }>(
  route: Route,
  query: Readonly<Record<string, string | undefined>>,
  listRows: (page: CallData<Route>) => readonly Row[],
): Pages<Row> {
  const cursor = route === 'GET /operator/accounts' ? 'after' : 'before';
  const reading = useInfiniteQuery({
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
      const rows = listRows(last);
      return rows.length < pageSize ? undefined : rows.at(-1)?.id;
    },
  });
  return { reading, rows: reading.data?.pages.flatMap(listRows) };
}
