import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Loaded } from '../../components/loaded.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { WebhookForm } from '../../components/webhook-form.tsx';
import { texts } from '../../texts/en.ts';
import { Deliveries } from './deliveries.tsx';
import { TestWebhook } from './test-webhook.tsx';

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
