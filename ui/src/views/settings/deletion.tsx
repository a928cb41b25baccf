import type { SettingsView } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Section } from '../../components/layout/section.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.settings;

/** The deletion of an account: requested, then for 30 days called off or confirmed. */
export function Deletion({ settings }: { readonly settings: SettingsView }) {
  const request = useChange('POST /settings/deletion', ['GET /settings', 'GET /overview']);
  const callOff = useChange('DELETE /settings/deletion', ['GET /settings', 'GET /overview']);
  const confirm = useChange('POST /settings/deletion/confirm', ['GET /session']);
  if (settings.deletionScheduledForMs === null) {
    return (
      <Section title={t.deletion} lead={t.deletionLead}>
        <div>
          <ConfirmButton
            label={t.request}
            look="danger"
            title={t.requestTitle}
            action={t.request}
            onConfirm={() => request.mutateAsync({})}
          >
            <p>{t.requestLead}</p>
          </ConfirmButton>
        </div>
      </Section>
    );
  }
  return (
    <Section title={t.deletion}>
      <div className="notice notice-bad">
        <p>
          {t.pending} <Moment at={settings.deletionScheduledForMs} />.
        </p>
        {callOff.error !== null && <FailureNotice error={callOff.error} />}
        <div className="actions">
          <Button isBusy={callOff.isPending} onClick={() => callOff.mutate({})}>
            {t.callOff}
          </Button>
          <ConfirmButton
            label={t.confirm}
            look="danger"
            title={t.confirmTitle}
            action={t.confirm}
            onConfirm={() => confirm.mutateAsync({})}
          >
            <p>{t.confirmLead}</p>
          </ConfirmButton>
        </div>
      </div>
    </Section>
  );
}
