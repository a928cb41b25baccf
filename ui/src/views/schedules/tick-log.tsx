import { useApi } from '../../api/use-api.ts';
import { toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { texts } from '../../texts/en.ts';

export interface TickLogProps {
  /** Of the schedule. */
  readonly id: string;
  readonly onClose: () => void;
}

const t = texts.schedules;

/** When a schedule was due, and what came of it. */
export function TickLog({ id, onClose }: TickLogProps) {
  const ticks = useApi('GET /schedules/{id}/ticks', { parameters: { id }, query: { limit: 50 } });
  return (
    <Dialog title={t.log} onClose={onClose}>
      <Loaded query={ticks}>
        {({ ticks }) =>
          ticks.length === 0 ? (
            <p className="soft">{t.noLog}</p>
          ) : (
            <Table
              label={t.log}
              rows={ticks}
              rowKey={(tick) => String(tick.dueAtMs)}
              columns={[
                {
                  label: t.logColumns.due,
                  look: 'nowrap',
                  cell: (tick) => <Moment at={tick.dueAtMs} />,
                },
                {
                  label: t.logColumns.outcome,
                  cell: ({ runId, error }) =>
                    runId === undefined ? (
                      (error ?? t.interrupted)
                    ) : (
                      <a href={toHref(`/runs/${runId}`)}>{texts.runs.one(runId)}</a>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <div className="actions">
        <Button onClick={onClose}>{texts.common.close}</Button>
      </div>
    </Dialog>
  );
}
