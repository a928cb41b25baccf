import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TestWebhook } from '../../components/webhooks/test-webhook.tsx';
import { WebhookForm } from '../../components/webhooks/webhook-form.tsx';
import { Deliveries } from './deliveries.tsx';

/** The webhook of an account, and what was posted to this and the recipes' own. */
export function Webhooks() {
  const setting = useApi('GET /webhook');
  const save = useChange('PUT /webhook', ['GET /webhook']);
  const remove = useChange('DELETE /webhook', ['GET /webhook']);
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="The end of a run is posted to a URL of yours: once, and never again."
      />
      <div className="stack stack-wide">
        <Section
          title="Default"
          lead="For recipes without a webhook of their own. Those are set with the recipe."
        >
          <Loaded query={setting}>
            {({ webhook }) => (
              <div className="card stack">
                <WebhookForm
                  key={webhook?.url ?? ''}
                  webhook={webhook ?? undefined}
                  onSave={(body) => save.mutateAsync({ body })}
                  onRemove={() => remove.mutateAsync({})}
                />
                {webhook !== null && <TestWebhook />}
              </div>
            )}
          </Loaded>
        </Section>
        <Deliveries />
      </div>
    </>
  );
}
