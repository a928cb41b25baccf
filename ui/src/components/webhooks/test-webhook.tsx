import { useChange } from '../../api/use-change.ts';
import { Button } from '../controls/button.tsx';
import { CodeBlock } from '../data/code-block.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { formatNumber } from '../data/format-number.ts';

export interface TestWebhookProps {
  /** Whose webhook is tried; absent: the account's. */
  readonly recipeId?: string;
}

/** Posts a sample event and shows what was sent and answered. */
export function TestWebhook({ recipeId }: TestWebhookProps) {
  const test = useChange('POST /webhook/test', []);
  const { data } = test;
  return (
    <div className="stack">
      <div>
        <Button
          isBusy={test.isPending}
          onClick={() => test.mutate({ body: recipeId === undefined ? {} : { recipeId } })}
        >
          Send a test
        </Button>
      </div>
      {test.error !== null && <FailureNotice error={test.error} />}
      {data !== undefined && (
        <div className="stack" role="status">
          {data.error === undefined ? (
            <p className="notice notice-good">
              {`The receiver answered with ${data.responseStatus ?? 0} in ${formatNumber(Math.round(data.durationMs))} ms.`}
            </p>
          ) : (
            <p className="notice notice-bad">{data.error}</p>
          )}
          <h3>Sent</h3>
          <CodeBlock label="Sent" code={data.requestBody} />
          {data.responseBody !== undefined && data.responseBody !== '' && (
            <>
              <h3>Answer</h3>
              <CodeBlock label="Answer" code={data.responseBody} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
