import type { SettingsView } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { Section } from '../../components/layout/section.tsx';

/** The deletion of an account: requested, then for 30 days called off or confirmed. */
export function Deletion({ settings }: { readonly settings: SettingsView }) {
  const request = useChange('POST /settings/deletion', ['GET /settings', 'GET /overview']);
  const callOff = useChange('DELETE /settings/deletion', ['GET /settings', 'GET /overview']);
  const confirm = useChange('POST /settings/deletion/confirm', ['GET /session']);
  if (settings.deletionScheduledForMs === null) {
    return (
      <Section
        title="Delete the account"
        lead="Deletion takes 30 days in which it can be called off and no credits can be spent. After that keys, recipes and schedules are gone."
      >
        <div>
          <ConfirmButton
            label="Delete the account"
            look="danger"
            title="Delete this account in 30 days?"
            action="Delete the account"
            onConfirm={() => request.mutateAsync({})}
          >
            <p>From now on keys are refused. You can call it off until then.</p>
          </ConfirmButton>
        </div>
      </Section>
    );
  }
  return (
    <Section title="Delete the account">
      <div className="notice notice-bad">
        <p>
          The account will be deleted <Moment at={settings.deletionScheduledForMs} />.
        </p>
        {callOff.error !== null && <FailureNotice error={callOff.error} />}
        <div className="actions">
          <Button isBusy={callOff.isPending} onClick={() => callOff.mutate({})}>
            Call it off
          </Button>
          <ConfirmButton
            label="Delete it now"
            look="danger"
            title="Delete this account now?"
            action="Delete it now"
            onConfirm={() => confirm.mutateAsync({})}
          >
            <p>This is final: keys are revoked, schedules deleted, runs stopped.</p>
          </ConfirmButton>
        </div>
      </div>
    </Section>
  );
}
