import {
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  type InfiniteData,
} from '@tanstack/react-query';
import { callApi, type CallArguments, type CallData } from './call-api.ts';

type PagedRoute =
  | 'GET /runs'
  | 'GET /deliveries'
  | 'GET /recipes'
  | 'GET /operator/accounts'
  | 'GET /operator/runs';

/** Entries read at a time; a shorter page is the last. */
export const pageSize = 50;

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
    getNextPageParam: (last) => {
      const { count, id } = findLastId(last);
      return count < pageSize ? undefined : id;
    },
  });
}
