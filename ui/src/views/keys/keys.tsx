import { useState } from 'react';
import type { ApiKey } from '../../api/shapes.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Table } from '../../components/data/table.tsx';
import { NewKey } from './new-key.tsx';

/** The API keys of an account. */
export function Keys() {
  const keys = useApi('GET /keys');
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      New key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Keys"
        lead="A key lets a program call the API in your name. Give each program its own."
      >
        {make}
      </PageHeader>
      <Loaded query={keys}>
        {(data) =>
          data.keys.length === 0 ? (
            <Empty title="No keys yet">
              <p>Make one, and send it in the header X-API-Key with each request.</p>
            </Empty>
          ) : (
            <KeyTable keys={data.keys.toReversed()} />
          )
        }
      </Loaded>
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const revoke = useChange('DELETE /keys/{id}', ['GET /keys']);
  return (
    <Table
      label="Keys"
      rows={keys}
      rowKey={(key) => key.id}
      columns={[
        { label: 'Label', cell: (key) => key.label },
        { label: 'Key', cell: (key) => <span className="mono">…{key.last4}</span> },
        { label: 'Made', look: 'nowrap', cell: (key) => <Moment at={key.createdAtMs} /> },
        {
          label: 'Last used',
          look: 'nowrap',
          cell: (key) => <Moment at={key.lastUsedAtMs} none="Never" />,
        },
        {
          label: 'State',
          look: 'nowrap',
          cell: (key) =>
            key.revokedAtMs === undefined ? (
              <Badge look="good">Active</Badge>
            ) : (
              <Badge>
                Revoked <Moment at={key.revokedAtMs} />
              </Badge>
            ),
        },
        {
          label: '',
          look: 'end',
          cell: (key) =>
            key.revokedAtMs === undefined && (
              <ConfirmButton
                label="Revoke"
                name={`Revoke ${key.label}`}
                title={`Revoke ${key.label}`}
                action="Revoke"
                onConfirm={() => revoke.mutateAsync({ parameters: { id: key.id } })}
              >
                <p>{`The next request with the key that ends in ${key.last4} is refused. This cannot be undone.`}</p>
              </ConfirmButton>
            ),
        },
      ]}
    />
  );
}
