import { useState } from 'react';
import type { RecipeView } from '../../api/shapes.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import type { ViewProps } from '../../app/find-view.ts';
import { goTo, toHref } from '../../app/use-place.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RunTable } from '../../components/runs/run-table.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TestWebhook } from '../../components/webhooks/test-webhook.tsx';
import { WebhookForm } from '../../components/webhooks/webhook-form.tsx';
import { StudioLink } from '../../components/controls/studio-link.tsx';
import { texts } from '../../texts/en.ts';
import { findTitle } from './find-title.ts';
import { DriftChart } from './drift-chart.tsx';
import { PutRecipe } from './put-recipe.tsx';
import { StartRun } from './start-run.tsx';
import { Versions } from './versions.tsx';

const t = texts.recipes;

/** One recipe: how it stands, how it drifts, its versions, its webhook, its runs. */
export function Recipe({ parameters: [id = ''] }: ViewProps) {
  const recipe = useApi('GET /recipes/{id}', { parameters: { id } });
  return <Loaded query={recipe}>{(recipe) => <Details recipe={recipe} />}</Loaded>;
}

function Details({ recipe }: { readonly recipe: RecipeView }) {
  const { id, webhook } = recipe;
  const [open, setOpen] = useState<'run' | 'edit'>();
  const setWebhook = useChange('PUT /recipes/{id}/webhook', ['GET /recipes/{id}']);
  const removeWebhook = useChange('DELETE /recipes/{id}/webhook', ['GET /recipes/{id}']);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={findTitle(recipe.document) ?? t.untitled}
        parent={{ href: toHref('/recipes'), label: t.title }}
      >
        <StudioLink recipe={id}>{t.toStudio}</StudioLink>
        <Button onClick={() => setOpen('edit')}>{t.edit}</Button>
        {recipe.enabled && (
          <Button look="primary" onClick={() => setOpen('run')}>
            {t.run}
          </Button>
        )}
      </PageHeader>
      <div className="stack stack-wide">
        <Standing recipe={recipe} />
        <DriftChart id={id} />
        <Versions id={id} />
        <Section title={t.webhook} lead={t.webhookLead}>
          <WebhookForm
            webhook={webhook}
            onSave={(body) => setWebhook.mutateAsync({ parameters: { id }, body })}
            onRemove={() => removeWebhook.mutateAsync({ parameters: { id } })}
          />
          {webhook !== undefined && <TestWebhook recipeId={id} />}
        </Section>
        <RunsOf id={id} />
        <Removal id={id} />
      </div>
      {open === 'run' && <StartRun recipe={recipe} onClose={close} />}
      {open === 'edit' && (
        <PutRecipe
          title={t.editTitle}
          id={id}
          text={JSON.stringify(recipe.document, null, 2)}
          revision={recipe.revision}
          onClose={close}
        />
      )}
    </>
  );
}

function Standing({ recipe }: { readonly recipe: RecipeView }) {
  const { id, enabled } = recipe;
  const schedules = useApi('GET /schedules');
  const setEnabled = useChange('PATCH /recipes/{id}', ['GET /recipes/{id}', 'GET /recipes']);
  const own = schedules.data?.schedules.filter((schedule) => schedule.recipeId === id) ?? [];
  return (
    <Section title={t.facts}>
      <div className="card stack">
        <Facts
          facts={[
            [
              t.columns.state,
              <span key="state" className="row">
                {enabled ? <Badge look="good">{t.enabled}</Badge> : <Badge>{t.disabled}</Badge>}
                <Button
                  look="quiet"
                  isBusy={setEnabled.isPending}
                  onClick={() =>
                    setEnabled.mutate({ parameters: { id }, body: { enabled: !enabled } })
                  }
                >
                  {enabled ? t.disable : t.enable}
                </Button>
              </span>,
            ],
            [t.columns.id, <code key="id">{id}</code>],
            [t.columns.version, recipe.revision],
            [t.columns.changed, <Moment key="changed" at={recipe.updatedAtMs} />],
            [
              t.schedule,
              <span key="schedule" className="row">
                {own.length === 0
                  ? t.noSchedule
                  : own.map((schedule) => (
                      <span key={schedule.id}>
                        <code>{schedule.cron}</code> {schedule.timeZone}
                      </span>
                    ))}
                <a href={toHref('/schedules')}>{t.toSchedules}</a>
              </span>,
            ],
          ]}
        />
        {setEnabled.error !== null && <FailureNotice error={setEnabled.error} />}
      </div>
    </Section>
  );
}

function RunsOf({ id }: { readonly id: string }) {
  const runs = useApi('GET /runs', { query: { recipeId: id, limit: 5 } });
  return (
    <Section
      title={t.lastRuns}
      aside={<a href={toHref('/runs', { recipe: id })}>{texts.overview.allRuns}</a>}
    >
      <Loaded query={runs}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="soft">{t.noRuns}</p>
          ) : (
            <RunTable runs={runs} isOfOneRecipe />
          )
        }
      </Loaded>
    </Section>
  );
}

function Removal({ id }: { readonly id: string }) {
  const remove = useChange('DELETE /recipes/{id}', ['GET /recipes', 'GET /schedules']);
  return (
    <div>
      <ConfirmButton
        label={t.remove}
        look="danger"
        title={t.removeTitle}
        action={t.remove}
        onConfirm={async () => {
          await remove.mutateAsync({ parameters: { id } });
          goTo(toHref('/recipes'));
        }}
      >
        <p>{t.removeLead}</p>
      </ConfirmButton>
    </div>
  );
}
