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
import { findTitle } from './find-title.ts';
import { DriftChart } from './drift-chart.tsx';
import { PutRecipe } from './put-recipe.tsx';
import { StartRun } from './start-run.tsx';
import { Versions } from './versions.tsx';

const parent = { href: toHref('/recipes'), label: 'Recipes' };

/** One recipe: how it stands, how it drifts, its versions, its webhook, its runs. */
export function Recipe({ parameters: [id = ''] }: ViewProps) {
  const recipe = useApi('GET /recipes/{id}', { parameters: { id } });
  return (
    <>
      {recipe.data === undefined && <PageHeader title="Recipe" parent={parent} />}
      <Loaded query={recipe}>{(recipe) => <Details recipe={recipe} />}</Loaded>
    </>
  );
}

function Details({ recipe }: { readonly recipe: RecipeView }) {
  const { id, webhook } = recipe;
  const [open, setOpen] = useState<'run' | 'edit'>();
  const setWebhook = useChange('PUT /recipes/{id}/webhook', ['GET /recipes/{id}']);
  const removeWebhook = useChange('DELETE /recipes/{id}/webhook', ['GET /recipes/{id}']);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title={findTitle(recipe.document) ?? 'Untitled'} parent={parent}>
        <StudioLink recipe={id}>Edit in studio</StudioLink>
        <Button onClick={() => setOpen('edit')}>New version</Button>
        {recipe.enabled && (
          <Button look="primary" onClick={() => setOpen('run')}>
            Run
          </Button>
        )}
      </PageHeader>
      <div className="stack stack-wide">
        <Standing recipe={recipe} />
        <DriftChart id={id} />
        <Versions id={id} />
        <Section
          title="Webhook"
          lead="Without one of its own, its events go to the account’s webhook."
        >
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
          title="Save a new version"
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
    <Section title="Recipe">
      <div className="card stack">
        <Facts
          facts={[
            [
              'State',
              <span key="state" className="row">
                {enabled ? <Badge look="good">Enabled</Badge> : <Badge>Disabled</Badge>}
                <Button
                  look="quiet"
                  isBusy={setEnabled.isPending}
                  onClick={() =>
                    setEnabled.mutate({ parameters: { id }, body: { enabled: !enabled } })
                  }
                >
                  {enabled ? 'Disable' : 'Enable'}
                </Button>
              </span>,
            ],
            ['Id', <code key="id">{id}</code>],
            ['Version', recipe.revision],
            ['Changed', <Moment key="changed" at={recipe.updatedAtMs} />],
            [
              'Schedule',
              <span key="schedule" className="row">
                {own.length === 0
                  ? 'None'
                  : own.map((schedule) => (
                      <span key={schedule.id}>
                        <code>{schedule.cron}</code> {schedule.timeZone}
                      </span>
                    ))}
                <a href={toHref('/schedules')}>Schedules</a>
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
      title="Runs of this recipe"
      aside={<a href={toHref('/runs', { recipe: id })}>All runs</a>}
    >
      <Loaded query={runs}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p className="soft">It has not run yet.</p>
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
        label="Delete"
        look="danger"
        title="Delete this recipe?"
        action="Delete"
        onConfirm={async () => {
          await remove.mutateAsync({ parameters: { id } });
          goTo(toHref('/recipes'));
        }}
      >
        <p>Its versions and schedules are deleted with it. Its runs stay.</p>
      </ConfirmButton>
    </div>
  );
}
