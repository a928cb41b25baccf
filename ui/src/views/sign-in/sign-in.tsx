import { useEffect } from 'react';
import { useChange } from '../../api/use-change.ts';
import { useDraft } from '../../app/use-draft.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

/** Asks for an e-mail address and has a link sent to it. */
export function SignIn() {
  const [draft, change] = useDraft('sign-in', { email: '' });
  const send = useChange('POST /links', []);
  useEffect(() => {
    document.title = `Sign in · Gleaner`;
  }, []);
  return (
    <main className="door">
      <div className="door-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>{send.isSuccess ? 'Look into your mail' : 'Sign in'}</h1>
        {send.isSuccess ? (
          <>
            <p role="status">{`If ${draft.email} belongs to an account, the newest e-mail there has a link, or is on its way. It works once, for 15 minutes.`}</p>
            <div>
              <Button onClick={() => send.reset()}>Use another address</Button>
            </div>
          </>
        ) : (
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              send.mutate({ body: { email: draft.email.trim() } });
            }}
          >
            <p>
              A link is sent to the e-mail address of your account. It works once, for 15 minutes.
            </p>
            <TextField
              label="E-mail address"
              type="email"
              autoComplete="email"
              required
              value={draft.email}
              onChange={(email) => change({ email })}
            />
            {send.error !== null && <FailureNotice error={send.error} />}
            <Button type="submit" look="primary" isBusy={send.isPending}>
              Send the link
            </Button>
            <p className="small">
              No mail? The operator of this service can print a link: gleaner dashboard link
              --account ID
            </p>
          </form>
        )}
      </div>
    </main>
  );
}
