import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';
import { Loading } from './loading.tsx';

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What a query gave; before that, that it is being read or why it could not be. Data read earlier stay on a later failure. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const retry = () => void query.refetch();
  return (
    <>
      {query.error !== null && <FailureNotice error={query.error} onRetry={retry} />}
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && query.error === null && <Loading />}
    </>
  );
}
