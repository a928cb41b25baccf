import { CallFailure } from '../../api/call-failure.ts';
import { Button } from '../controls/button.tsx';

export interface FailureNoticeProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What failed in the server's own words, with what a report of it should name. */
export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const failure = error instanceof CallFailure ? error : undefined;
  return (
    <div className="notice notice-bad" role="alert">
      <p>
        {failure?.message ??
          'This part of the page broke. Reload it; if that does not help, report it.'}
      </p>
      {failure?.requestId !== undefined && (
        <p className="small">
          Request <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
