import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { StudioApi } from '../../../../src/studio/api/studio-api.ts';
import type { DataOf } from '../../api/call-types.ts';
import { openCall, readAnswer, type AnyCallInput } from '../../api/open-call.ts';
import { studioApi, type StudioRoute } from './call-studio.ts';

/** Reads from the studio's API, anew each time that it is shown. */
export function useStudioQuery<Route extends StudioRoute>(
  route: Route,
  input: AnyCallInput,
): UseQueryResult<DataOf<StudioApi, Route>> {
  return useQuery({
    queryKey: ['studio', route, input],
    staleTime: 0,
    queryFn: async () =>
      (await readAnswer(await openCall(studioApi, route, input))) as DataOf<StudioApi, Route>,
  });
}
