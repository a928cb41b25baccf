import type { ReactNode } from 'react';
import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { Button } from '../../components/controls/button.tsx';
import { studioTexts } from '../../texts/studio-en.ts';

export interface PaginationNoticeProps {
  readonly table: StudioTable;
  readonly onSearch: () => void;
  readonly onSet: (isIncluded: boolean) => void;
}

const t = studioTexts.pagination;

/** How the list goes on: searched for, tried, and why. */
export function PaginationNotice({ table, onSearch, onSet }: PaginationNoticeProps) {
  const { pagination, isPaginated } = table;
  if (pagination === undefined) {
    return (
      <div className="row">
        <span className="soft">{t.unknown}</span>
        <Button look="quiet" onClick={onSearch}>
          {t.search}
        </Button>
      </div>
    );
  }
  if (pagination.state === 'searching') {
    return (
      <div className="stack stack-tight" role="status">
        <span className="soft">{t.searching}</span>
        <div className="progress" aria-hidden="true" />
      </div>
    );
  }
  if (pagination.state === 'found') {
    return (
      <Outcome
        look={isPaginated ? 'notice notice-good' : 'notice'}
        title={t.found(pagination.rowCount)}
        text={pagination.reason}
      >
        <Button look="quiet" onClick={() => onSet(!isPaginated)}>
          {isPaginated ? t.leaveOut : t.takeAgain}
        </Button>
      </Outcome>
    );
  }
  const isFailed = pagination.state === 'failed';
  const isForValues = isFailed && (pagination.missing ?? []).length > 0;
  return (
    <Outcome
      look={isFailed ? 'notice notice-warning' : 'notice'}
      title={isFailed ? t.failed : t.none}
      text={isFailed ? pagination.message : pagination.reason}
    >
      <Button look="quiet" onClick={onSearch}>
        {isForValues ? t.giveValues : t.search}
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
