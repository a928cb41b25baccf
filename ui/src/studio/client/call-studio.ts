import type { StudioApi } from '../../../../src/studio/api/studio-api.ts';
import type { ArgumentsOf, DataOf } from '../../api/call-types.ts';
import { openCall, readAnswer } from '../../api/open-call.ts';

export type StudioRoute = keyof StudioApi;

/** Where the studio's API is, seen from its page. */
export const studioApi = 'api';

/** Calls the studio's API, below the folder of this page; rejects with a `CallFailure`. */
export async function callStudio<Route extends StudioRoute>(
  route: Route,
  ...[input]: ArgumentsOf<StudioApi, Route>
): Promise<DataOf<StudioApi, Route>> {
  const response = await openCall(studioApi, route, input ?? {});
  return (await readAnswer(response)) as DataOf<StudioApi, Route>;
}
