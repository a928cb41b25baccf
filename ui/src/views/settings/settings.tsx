import { useState } from 'react';
import type { SettingsView } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Section } from '../../components/layout/section.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { texts } from '../../texts/en.ts';
import { Deletion } from './deletion.tsx';

const t = texts.settings;

/** The account itself: its address, its sessions, its end. */
export function Settings() {
  const settings = useApi('GET /settings');
  const signOut = useChange('DELETE /sessions', ['GET /session']);
  return (
    <>
      <PageHeader title={t.title} />
      <Loaded query={settings}>
        {(data) => (
          <div className="stack stack-wide">
            <Section title={t.account}>
              <div className="card stack">
                <Facts
                  facts={[
                    [t.id, <code key="id">{data.account}</code>],
                    [t.email, <Address key="email" settings={data} />],
                  ]}
                />
                <EmailForm settings={data} />
              </div>
            </Section>
            <Section title={t.sessions} lead={t.sessionsLead}>
              {signOut.error !== null && <FailureNotice error={signOut.error} />}
              <div>
                <Button
                  isBusy={signOut.isPending}
                  onClick={() => signOut.mutate({}, { onSuccess: () => sessionStorage.clear() })}
                >
                  {t.everywhere}
                </Button>
              </div>
            </Section>
            <Deletion settings={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Address({ settings }: { readonly settings: SettingsView }) {
  return (
    <span className="row">
      {settings.email ?? <span className="soft">{t.noEmail}</span>}
      {settings.emailVerifiedAtMs === null ? (
        <Badge look="bad">{t.unverified}</Badge>
      ) : (
        <Badge look="good">{t.verified}</Badge>
      )}
    </span>
  );
}

function EmailForm({ settings }: { readonly settings: SettingsView }) {
  const [email, setEmail] = useState(
    settings.emailVerifiedAtMs === null ? (settings.email ?? '') : '',
  );
  const change = useChange('PUT /settings/email', ['GET /settings']);
  const cancel = useChange('DELETE /settings/email', ['GET /settings']);
  if (!settings.canSendMail) return <p className="soft">{t.noMail}</p>;
  const { waitingEmail } = settings;
  const error = change.error ?? cancel.error;
  if (waitingEmail !== null) {
    return (
      <div className="notice notice-warning">
        <p role="status">{t.waiting(waitingEmail)}</p>
        {error !== null && <FailureNotice error={error} />}
        <div className="actions">
          <Button
            isBusy={change.isPending}
            onClick={() => change.mutate({ body: { email: waitingEmail } })}
          >
            {t.verify}
          </Button>
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
            {t.cancelChange}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="stack form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ body: { email: email.trim() } });
      }}
    >
      <TextField
        label={t.newEmail}
        hint={t.emailHint}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
      />
      {error !== null && <FailureNotice error={error} />}
      <div className="actions">
        <Button type="submit" isBusy={change.isPending}>
          {email === settings.email ? t.verify : t.change}
        </Button>
      </div>
    </form>
  );
}
