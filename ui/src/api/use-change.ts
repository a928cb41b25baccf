import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { DashboardRoute } from '../../../src/web/dashboard/dashboard-api.ts';
import { callApi, type CallArguments, type CallData, type CallInput } from './call-api.ts';

/** Changes something by the API; what was read by the routes in `stale` is read again before the change counts as done. */
export function useChange<Route extends DashboardRoute>(
  route: Route,
  stale: readonly DashboardRoute[],
): UseMutationResult<CallData<Route>, Error, CallInput<Route>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<Route>) =>
      callApi(route, ...([input] as unknown as CallArguments<Route>)),
    onSuccess: () =>
      Promise.all(stale.map((route) => client.invalidateQueries({ queryKey: [route] }))),
  });
}
