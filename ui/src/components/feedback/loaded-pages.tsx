import type { ReactNode } from 'react';
import type { Pages } from '../../api/use-pages.ts';
import { Button } from '../controls/button.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Loading } from './loading.tsx';

export interface LoadedPagesProps<Row> {
  readonly pages: Pages<Row>;
  /** Shown where the list has no entry. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** What was read of a list, and the button for its next part; before that, that it is being read or why it could not be. */
export function LoadedPages<Row>({ pages, empty, children }: LoadedPagesProps<Row>) {
  const { reading, rows } = pages;
  return (
    <>
      {reading.error !== null && (
        <FailureNotice error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      {rows === undefined && reading.error === null && <Loading />}
      {rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && children(rows)}
      {reading.hasNextPage && (
        <div>
          <Button isBusy={reading.isFetchingNextPage} onClick={() => void reading.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
