import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import { Button } from '../../components/controls/button.tsx';
import { studioTexts } from '../../texts/studio-en.ts';

export interface PaginationNoticeProps {
  readonly pagination: StudioTable['pagination'];
  readonly onSearch: () => void;
  readonly onLeaveOut: () => void;
}

const t = studioTexts.pagination;

/** How the list goes on: searched for, tried, and why. */
export function PaginationNotice({ pagination, onSearch, onLeaveOut }: PaginationNoticeProps) {
  switch (pagination?.state) {
    case undefined:
      return (
        <div className="row">
          <span className="soft">{t.unknown}</span>
          <Button look="quiet" onClick={onSearch}>
            {t.search}
          </Button>
        </div>
      );
    case 'searching':
      return (
        <div className="stack stack-tight" role="status">
          <span className="soft">{t.searching}</span>
          <div className="progress" aria-hidden="true" />
        </div>
      );
    case 'found':
      return (
        <div className="notice notice-good" role="status">
          <p>
            <strong>{t.found(pagination.rowCount)}</strong> {pagination.reason}
          </p>
          <Button look="quiet" onClick={onLeaveOut}>
            {t.leaveOut}
          </Button>
        </div>
      );
    case 'none':
      return (
        <div className="notice" role="status">
          <p>
            <strong>{t.none}</strong> {pagination.reason}
          </p>
          <Button look="quiet" onClick={onSearch}>
            {t.search}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className="notice notice-warning" role="status">
          <p>
            <strong>{t.failed}</strong> {pagination.message}
          </p>
          <Button look="quiet" onClick={onSearch}>
            {t.search}
          </Button>
        </div>
      );
  }
}
