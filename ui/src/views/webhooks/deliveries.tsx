import { useState } from 'react';
import type { Delivery } from '../../api/shapes.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { toHref, usePlace } from '../../app/use-place.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CodeBlock } from '../../components/data/code-block.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.webhooks;
const looks = { pending: undefined, attempted: 'busy', delivered: 'good', failed: 'bad' } as const;

/** The log of deliveries, of all runs or of the one in the address. */
export function Deliveries() {
  const runId = usePlace().query.get('run') ?? undefined;
  const [shown, setShown] = useState<string>();
  const pages = usePages('GET /deliveries', { runId }, ({ deliveries }) => ({
    count: deliveries.length,
    id: deliveries.at(-1)?.id,
  }));
  const deliveries = pages.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Section
      title={t.log}
      aside={
        runId !== undefined && (
          <span>
            {t.ofRun(runId)} <a href={toHref('/webhooks')}>{t.all}</a>
          </span>
        )
      }
    >
      {pages.error !== null && (
        <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {deliveries === undefined && pages.error === null && <Loading />}
      {deliveries?.length === 0 && (
        <Empty title={t.logNone}>
          <p>{t.logNoneLead}</p>
        </Empty>
      )}
      {deliveries !== undefined && deliveries.length > 0 && (
        <Table
          label={t.log}
          rows={deliveries}
          rowKey={(delivery) => delivery.id}
          columns={[
            {
              label: t.columns.event,
              cell: ({ event }) => texts.runs.status[event],
            },
            {
              label: t.columns.run,
              cell: ({ runId }) => (
                <a className="mono" href={toHref(`/runs/${runId}`)}>
                  {runId}
                </a>
              ),
            },
            { label: t.columns.state, cell: (delivery) => <State delivery={delivery} /> },
            { label: t.columns.url, cell: ({ url }) => url },
            {
              label: t.columns.when,
              look: 'nowrap',
              cell: ({ createdAtMs }) => <Moment at={createdAtMs} />,
            },
            {
              label: '',
              look: 'end',
              cell: ({ id, event, runId }) => (
                <Button
                  look="quiet"
                  aria-label={t.showOne(texts.runs.status[event], runId)}
                  onClick={() => setShown(id)}
                >
                  {t.show}
                </Button>
              ),
            },
          ]}
        />
      )}
      <MoreButton
        hasMore={pages.hasNextPage}
        isBusy={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
      {shown !== undefined && <ShownDelivery id={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}

function State({ delivery }: { readonly delivery: Delivery }) {
  return (
    <Badge look={looks[delivery.state]}>
      {t.states[delivery.state]} {delivery.responseStatus}
    </Badge>
  );
}

interface ShownDeliveryProps {
  readonly id: string;
  readonly onClose: () => void;
}

function ShownDelivery({ id, onClose }: ShownDeliveryProps) {
  const delivery = useApi('GET /deliveries/{id}', { parameters: { id } });
  return (
    <Dialog title={t.delivery} onClose={onClose}>
      <Loaded query={delivery}>
        {(data) => (
          <div className="stack">
            <Facts
              facts={[
                [t.columns.state, <State key="state" delivery={data} />],
                [t.columns.url, data.url],
                [t.columns.when, <Moment key="when" at={data.createdAtMs} />],
              ]}
            />
            {data.error !== undefined && <p className="notice notice-bad">{data.error}</p>}
            <h3>{t.request}</h3>
            {data.requestBody === undefined ? (
              <p className="soft">{t.noBody}</p>
            ) : (
              <CodeBlock label={t.request} code={data.requestBody} />
            )}
            <h3>{t.answer}</h3>
            {data.responseBody === undefined ? (
              <p className="soft">{t.noAnswer}</p>
            ) : (
              <CodeBlock label={t.answer} code={data.responseBody} />
            )}
          </div>
        )}
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>{texts.common.close}</Button>
      </div>
    </Dialog>
  );
}
