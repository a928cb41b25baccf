import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DashboardRoute } from '../../../src/web/dashboard/dashboard-api.ts';
import { callApi, type CallArguments, type CallData } from './call-api.ts';

/** Reads from the API, kept by route and input; read again when the page is looked at anew. */
export function useApi<Route extends DashboardRoute>(
  route: Route,
  ...input: CallArguments<Route>
): UseQueryResult<CallData<Route>> {
  return useQuery({ queryKey: [route, ...input], queryFn: () => callApi(route, ...input) });
}
