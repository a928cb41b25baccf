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
import { Deletion } from './deletion.tsx';

/** The account itself: its address, its sessions, its end. */
export function Settings() {
  const settings = useApi('GET /settings');
  const signOut = useChange('DELETE /sessions', ['GET /session']);
  return (
    <>
      <PageHeader title="Settings" />
      <Loaded query={settings}>
        {(data) => (
          <div className="stack stack-wide">
            <Section title="Account">
              <div className="card stack">
                <Facts
                  facts={[
                    ['Id', <code key="id">{data.account}</code>],
                    ['E-mail', <Address key="email" settings={data} />],
                  ]}
                />
                <EmailForm settings={data} />
              </div>
            </Section>
            <Section
              title="Sessions"
              lead="Signs out this browser and every other one. Links in e-mails that wait are dead then, and a change of the address is called off."
            >
              {signOut.error !== null && <FailureNotice error={signOut.error} />}
              <div>
                <Button
                  isBusy={signOut.isPending}
                  onClick={() => signOut.mutate({}, { onSuccess: () => sessionStorage.clear() })}
                >
                  Sign out everywhere
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
      {settings.email ?? <span className="soft">None</span>}
      {settings.emailVerifiedAtMs === null ? (
        <Badge look="bad">Not verified</Badge>
      ) : (
        <Badge look="good">Verified</Badge>
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
  if (!settings.canSendMail)
    return (
      <p className="soft">This service sends no mail. Ask who runs it to change the address.</p>
    );
  const { waitingEmail } = settings;
  const error = change.error ?? cancel.error;
  if (waitingEmail !== null) {
    return (
      <div className="notice notice-warning">
        <p role="status">{`Waiting for the confirmation of ${waitingEmail}: follow the link in the e-mail that was sent there, in this browser.`}</p>
        {error !== null && <FailureNotice error={error} />}
        <div className="actions">
          <Button
            isBusy={change.isPending}
            onClick={() => change.mutate({ body: { email: waitingEmail } })}
          >
            Send the link again
          </Button>
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
            Keep the address as it is
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
        label="New e-mail address"
        hint="A link is sent there; the address changes when it is followed. The previous address is notified."
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
      />
      {error !== null && <FailureNotice error={error} />}
      <div className="actions">
        <Button type="submit" isBusy={change.isPending}>
          {email === settings.email ? 'Send the link again' : 'Change the address'}
        </Button>
      </div>
    </form>
  );
}
