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
import { Loaded } from '../../components/feedback/loaded.tsx';
import { LoadedPages } from '../../components/feedback/loaded-pages.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Section } from '../../components/layout/section.tsx';
import { Table } from '../../components/data/table.tsx';
import { runStates } from '../../components/runs/run-badge.tsx';

const states = {
  pending: 'Waiting',
  attempted: 'Under way',
  delivered: 'Delivered',
  failed: 'Failed',
};

const looks = { pending: undefined, attempted: 'busy', delivered: 'good', failed: 'bad' } as const;

/** The log of deliveries, of all runs or of the one in the address. */
export function Deliveries() {
  const runId = usePlace().query.get('run') ?? undefined;
  const [shown, setShown] = useState<string>();
  const pages = usePages('GET /deliveries', { runId }, ({ deliveries }) => deliveries);
  return (
    <Section
      title="Deliveries"
      aside={
        runId !== undefined && (
          <span>
            {`Of run ${runId}`} <a href={toHref('/webhooks')}>Show all</a>
          </span>
        )
      }
    >
      <LoadedPages
        pages={pages}
        empty={
          <Empty title="No deliveries yet">
            <p>The end of each run is posted here once a webhook is set.</p>
          </Empty>
        }
      >
        {(deliveries) => (
          <Table
            label="Deliveries"
            rows={deliveries}
            rowKey={(delivery) => delivery.id}
            columns={[
              {
                label: 'Event',
                cell: ({ event }) => runStates[event],
              },
              {
                label: 'Run',
                cell: ({ runId }) => (
                  <a className="mono" href={toHref(`/runs/${runId}`)}>
                    {runId}
                  </a>
                ),
              },
              { label: 'State', cell: (delivery) => <State delivery={delivery} /> },
              { label: 'URL', cell: ({ url }) => url },
              {
                label: 'When',
                look: 'nowrap',
                cell: ({ createdAtMs }) => <Moment at={createdAtMs} />,
              },
              {
                label: '',
                look: 'end',
                cell: ({ id, event, runId }) => (
                  <Button
                    look="quiet"
                    aria-label={`Show the delivery of ${runStates[event]} of run ${runId}`}
                    onClick={() => setShown(id)}
                  >
                    Show
                  </Button>
                ),
              },
            ]}
          />
        )}
      </LoadedPages>
      {shown !== undefined && <ShownDelivery id={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}

function State({ delivery }: { readonly delivery: Delivery }) {
  return (
    <Badge look={looks[delivery.state]}>
      {states[delivery.state]} {delivery.responseStatus}
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
    <Dialog title="Delivery" onClose={onClose}>
      <Loaded query={delivery}>
        {(data) => (
          <div className="stack">
            <Facts
              facts={[
                ['State', <State key="state" delivery={data} />],
                ['URL', data.url],
                ['When', <Moment key="when" at={data.createdAtMs} />],
              ]}
            />
            {data.error !== undefined && <p className="notice notice-bad">{data.error}</p>}
            <h3>Request</h3>
            {data.requestBody === undefined ? (
              <p className="soft">Not kept.</p>
            ) : (
              <CodeBlock label="Request" code={data.requestBody} />
            )}
            <h3>Answer</h3>
            {data.responseBody === undefined ? (
              <p className="soft">There was none.</p>
            ) : (
              <CodeBlock label="Answer" code={data.responseBody} />
            )}
          </div>
        )}
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
