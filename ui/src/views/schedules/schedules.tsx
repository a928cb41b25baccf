import { useState } from 'react';
import type { ScheduleView } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { toHref } from '../../app/use-place.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Table } from '../../components/data/table.tsx';
import { toSentence } from './rhythm.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { TickLog } from './tick-log.tsx';

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'log'; readonly schedule: ScheduleView };

/** The schedules of an account. */
export function Schedules() {
  const schedules = useApi('GET /schedules');
  const recipes = useApi('GET /recipes', { query: { limit: 200 } });
  const [opened, setOpened] = useState<Opened>();
  const remove = useChange('DELETE /schedules/{id}', ['GET /schedules', 'GET /overview']);
  const resume = useChange('POST /schedules/{id}/resume', ['GET /schedules']);
  const all = recipes.data?.recipes ?? [];
  const toTitle = (id: string) => all.find((recipe) => recipe.id === id)?.title || id;
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHeader title="Schedules" lead="Recipes that run by themselves, at times of your choice.">
        {all.length > 0 && (
          <Button look="primary" onClick={() => setOpened({ kind: 'new' })}>
            New schedule
          </Button>
        )}
      </PageHeader>
      {resume.error !== null && <FailureNotice error={resume.error} />}
      <Loaded query={schedules}>
        {({ schedules }) =>
          schedules.length === 0 ? (
            <Empty title="No schedules yet">
              <p>
                {all.length === 0
                  ? 'Store a recipe first, then give it a schedule.'
                  : 'A schedule starts a recipe at fixed times; its end is reported by webhook.'}
              </p>
              {all.length === 0 && (
                <a className="button" href={toHref('/recipes')}>
                  Recipes
                </a>
              )}
            </Empty>
          ) : (
            <Table
              label="Schedules"
              rows={schedules}
              rowKey={(schedule) => schedule.id}
              columns={[
                {
                  label: 'Recipe',
                  cell: ({ recipeId }) => (
                    <a href={toHref(`/recipes/${recipeId}`)}>{toTitle(recipeId)}</a>
                  ),
                },
                { label: 'When', cell: ({ cron }) => toSentence(cron) },
                { label: 'Time zone', look: 'nowrap', cell: ({ timeZone }) => timeZone },
                {
                  label: 'Next',
                  cell: (schedule) =>
                    schedule.pausedAtMs === undefined ? (
                      <Moment at={schedule.nextAtMs} />
                    ) : (
                      <Pause schedule={schedule} />
                    ),
                },
                {
                  label: '',
                  look: 'end',
                  cell: (schedule) => {
                    const title = toTitle(schedule.recipeId);
                    return (
                      <span className="row">
                        {schedule.pausedAtMs !== undefined && (
                          <Button
                            aria-label={`Resume the schedule of ${title}`}
                            onClick={() => resume.mutate({ parameters: { id: schedule.id } })}
                          >
                            Resume
                          </Button>
                        )}
                        <Button
                          look="quiet"
                          aria-label={`Change the schedule of ${title}`}
                          onClick={() => setOpened({ kind: 'edit', schedule })}
                        >
                          Change
                        </Button>
                        <Button
                          look="quiet"
                          aria-label={`Log of the schedule of ${title}`}
                          onClick={() => setOpened({ kind: 'log', schedule })}
                        >
                          Log
                        </Button>
                        <ConfirmButton
                          label="Delete"
                          name={`Delete the schedule of ${title}`}
                          title={`Delete the schedule of ${title}`}
                          action="Delete"
                          onConfirm={() => remove.mutateAsync({ parameters: { id: schedule.id } })}
                        >
                          <p>The recipe stays, and is no longer run by itself.</p>
                        </ConfirmButton>
                      </span>
                    );
                  },
                },
              ]}
            />
          )
        }
      </Loaded>
      {opened?.kind === 'new' && <ScheduleForm recipes={all} onClose={close} />}
      {opened?.kind === 'edit' && (
        <ScheduleForm recipes={all} schedule={opened.schedule} onClose={close} />
      )}
      {opened?.kind === 'log' && <TickLog id={opened.schedule.id} onClose={close} />}
    </>
  );
}

/** Since when a schedule has paused itself, and why. */
function Pause({ schedule: { pausedAtMs, refusals } }: { readonly schedule: ScheduleView }) {
  return (
    <div>
      <Badge look="bad">Paused</Badge> since <Moment at={pausedAtMs} />
      {refusals !== undefined && (
        <p className="soft">{`${refusals.count} times in a row no run could start. ${refusals.reason}`}</p>
      )}
    </div>
  );
}
