import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TestWebhook } from '../../components/webhooks/test-webhook.tsx';
import { WebhookForm } from '../../components/webhooks/webhook-form.tsx';
import { texts } from '../../texts/en.ts';
import { Deliveries } from './deliveries.tsx';

const t = texts.webhooks;

/** The webhook of an account, and what was posted to this and the recipes' own. */
export function Webhooks() {
  const setting = useApi('GET /webhook');
  const save = useChange('PUT /webhook', ['GET /webhook']);
  const remove = useChange('DELETE /webhook', ['GET /webhook']);
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <div className="stack stack-wide">
        <Section title={t.account} lead={t.accountLead}>
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
