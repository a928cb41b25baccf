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
import { texts } from '../../texts/en.ts';
import { toSentence } from './rhythm.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { TickLog } from './tick-log.tsx';

const t = texts.schedules;

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
      <PageHeader title={t.title} lead={t.lead}>
        {all.length > 0 && (
          <Button look="primary" onClick={() => setOpened({ kind: 'new' })}>
            {t.add}
          </Button>
        )}
      </PageHeader>
      {resume.error !== null && <FailureNotice error={resume.error} />}
      <Loaded query={schedules}>
        {({ schedules }) =>
          schedules.length === 0 ? (
            <Empty title={t.none}>
              <p>{all.length === 0 ? t.noRecipes : t.noneLead}</p>
              {all.length === 0 && (
                <a className="button" href={toHref('/recipes')}>
                  {texts.recipes.title}
                </a>
              )}
            </Empty>
          ) : (
            <Table
              label={t.title}
              rows={schedules}
              rowKey={(schedule) => schedule.id}
              columns={[
                {
                  label: t.columns.recipe,
                  cell: ({ recipeId }) => (
                    <a href={toHref(`/recipes/${recipeId}`)}>{toTitle(recipeId)}</a>
                  ),
                },
                { label: t.columns.when, cell: ({ cron }) => toSentence(cron) },
                { label: t.columns.zone, cell: ({ timeZone }) => timeZone },
                {
                  label: t.columns.next,
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
                            aria-label={t.resumeOne(title)}
                            onClick={() => resume.mutate({ parameters: { id: schedule.id } })}
                          >
                            {t.resume}
                          </Button>
                        )}
                        <Button
                          look="quiet"
                          aria-label={t.editOne(title)}
                          onClick={() => setOpened({ kind: 'edit', schedule })}
                        >
                          {t.edit}
                        </Button>
                        <Button
                          look="quiet"
                          aria-label={t.logOne(title)}
                          onClick={() => setOpened({ kind: 'log', schedule })}
                        >
                          {t.log}
                        </Button>
                        <ConfirmButton
                          label={texts.common.remove}
                          name={t.removeOne(title)}
                          title={t.removeOne(title)}
                          action={texts.common.remove}
                          onConfirm={() => remove.mutateAsync({ parameters: { id: schedule.id } })}
                        >
                          <p>{t.removeLead}</p>
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
      <Badge look="bad">{t.paused}</Badge> {t.pausedSince} <Moment at={pausedAtMs} />
      {refusals !== undefined && (
        <p className="soft">{t.pausedBecause(refusals.count, refusals.reason)}</p>
      )}
    </div>
  );
}
