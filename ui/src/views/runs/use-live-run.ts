import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Run } from '../../api/shapes.ts';
import { followRun } from '../../api/follow-run.ts';
import { useApi } from '../../api/use-api.ts';

/** A run, followed while it goes on, and read whole once it has ended; `isLost` while nothing more comes of it. */
export function useLiveRun(id: string): {
  readonly query: UseQueryResult<Run>;
  readonly isLost: boolean;
} {
  const client = useQueryClient();
  const query = useApi('GET /runs/{id}', { parameters: { id } });
  const [isLost, setLost] = useState(false);
  const isOpen = query.data?.status === 'queued' || query.data?.status === 'running';
  useEffect(() => {
    if (!isOpen) return undefined;
    const key = ['GET /runs/{id}', { parameters: { id } }];
    const leaving = new AbortController();
    setLost(false);
    followRun(id, ({ run }) => client.setQueryData(key, run), leaving.signal).then(
      () => client.invalidateQueries({ queryKey: key }),
      () => {
        if (!leaving.signal.aborted) setLost(true);
      },
    );
    return () => leaving.abort();
  }, [client, id, isOpen]);
  return { query, isLost };
}
