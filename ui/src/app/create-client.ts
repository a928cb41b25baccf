import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallFailure } from '../api/call-failure.ts';

/** The memory of what was read. A call without a sign-in makes the session be read again, which shows the sign-in. */
export function createClient(): QueryClient {
  const onError = (error: Error, route?: unknown) => {
    const isSignedOut = error instanceof CallFailure && error.code === 'unauthorized';
    if (isSignedOut && route !== 'GET /session') {
      void client.invalidateQueries({ queryKey: ['GET /session'] });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.queryKey[0]) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        // Only where no answer came: the server's refusals stay what they are.
        retry: (count, error) =>
          count < 2 && error instanceof CallFailure && error.code === 'offline',
        staleTime: 5_000,
      },
    },
  });
  return client;
}
