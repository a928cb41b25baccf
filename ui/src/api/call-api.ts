import type { DashboardApi, DashboardRoute } from '../../../src/web/dashboard/dashboard-api.ts';
import type { ArgumentsOf, DataOf, InputOf } from './call-types.ts';
import { openCall, readAnswer } from './open-call.ts';

export type CallInput<Route extends DashboardRoute> = InputOf<DashboardApi, Route>;
export type CallArguments<Route extends DashboardRoute> = ArgumentsOf<DashboardApi, Route>;
export type CallData<Route extends DashboardRoute> = DataOf<DashboardApi, Route>;

/** Where the dashboard's API is, seen from its page. */
export const dashboardApi = 'dashboard/api';

/** Calls the dashboard's API, below the folder of this page; rejects with a `CallFailure`. */
export async function callApi<Route extends DashboardRoute>(
  route: Route,
  ...[input]: CallArguments<Route>
): Promise<CallData<Route>> {
  const response = await openCall(dashboardApi, route, input ?? {});
  const { data } = (await readAnswer(response)) as { readonly data: CallData<Route> };
  return data;
}
