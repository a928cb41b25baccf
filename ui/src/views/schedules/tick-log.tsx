import { useApi } from '../../api/use-api.ts';
import { toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Table } from '../../components/data/table.tsx';

export interface TickLogProps {
  /** Of the schedule. */
  readonly id: string;
  readonly onClose: () => void;
}

/** When a schedule was due, and what came of it. */
export function TickLog({ id, onClose }: TickLogProps) {
  const ticks = useApi('GET /schedules/{id}/ticks', { parameters: { id }, query: { limit: 50 } });
  return (
    <Dialog title="Log" onClose={onClose}>
      <Loaded query={ticks}>
        {({ ticks }) =>
          ticks.length === 0 ? (
            <p className="soft">It has not been due yet.</p>
          ) : (
            <Table
              label="Log"
              rows={ticks}
              rowKey={(tick) => String(tick.dueAtMs)}
              columns={[
                {
                  label: 'Due',
                  look: 'nowrap',
                  cell: (tick) => <Moment at={tick.dueAtMs} />,
                },
                {
                  label: 'Outcome',
                  cell: ({ runId, error }) =>
                    runId === undefined ? (
                      (error ?? 'The process ended before it could start a run.')
                    ) : (
                      <a href={toHref(`/runs/${runId}`)}>{`Run ${runId}`}</a>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
