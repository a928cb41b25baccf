import type { ReactNode } from 'react';
import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { Button } from '../../components/controls/button.tsx';

export interface PaginationNoticeProps {
  readonly table: StudioTable;
  readonly onSearch: () => void;
  readonly onSet: (isIncluded: boolean) => void;
}

/** How the list goes on: searched for, tried, and why. */
export function PaginationNotice({ table, onSearch, onSet }: PaginationNoticeProps) {
  const { pagination, isPaginated } = table;
  if (pagination === undefined) {
    return (
      <div className="row">
        <span className="soft">Further pages are not read.</span>
        <Button look="quiet" onClick={onSearch}>
          Search for further pages
        </Button>
      </div>
    );
  }
  if (pagination.state === 'searching') {
    return (
      <div className="stack stack-tight" role="status">
        <span className="soft">Searching for the way to further pages, and trying it once</span>
        <div className="progress" aria-hidden="true" />
      </div>
    );
  }
  if (pagination.state === 'found') {
    return (
      <Outcome
        look={isPaginated ? 'notice notice-good' : 'notice'}
        title={`The list goes on: the second page brought ${pagination.rowCount === 1 ? 'one row' : `${pagination.rowCount} rows`}.`}
        text={pagination.reason}
      >
        <Button look="quiet" onClick={() => onSet(!isPaginated)}>
          {isPaginated ? 'Leave further pages out' : 'Read further pages, too'}
        </Button>
      </Outcome>
    );
  }
  const isFailed = pagination.state === 'failed';
  const isForValues = isFailed && (pagination.missing ?? []).length > 0;
  return (
    <Outcome
      look={isFailed ? 'notice notice-warning' : 'notice'}
      title={
        isFailed ? 'The way to further pages could not be tried.' : 'The list ends with this page.'
      }
      text={isFailed ? pagination.message : pagination.reason}
    >
      <Button look="quiet" onClick={onSearch}>
        {isForValues ? 'Give the values and search' : 'Search for further pages'}
      </Button>
    </Outcome>
  );
}

interface OutcomeProps {
  readonly look: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Outcome({ look, title, text, children }: OutcomeProps) {
  return (
    <div className={look} role="status">
      <p>
        <strong>{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
