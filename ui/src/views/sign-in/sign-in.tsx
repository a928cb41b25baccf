import { useEffect } from 'react';
import { useChange } from '../../api/use-change.ts';
import { useDraft } from '../../app/use-draft.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { texts } from '../../texts/en.ts';

/** Asks for an e-mail address and has a link sent to it. */
export function SignIn() {
  const [draft, change] = useDraft('sign-in', { email: '' });
  const send = useChange('POST /links', []);
  useEffect(() => {
    document.title = `${texts.signIn.title} · ${texts.product}`;
  }, []);
  return (
    <main className="door">
      <div className="door-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>{send.isSuccess ? texts.signIn.sentTitle : texts.signIn.title}</h1>
        {send.isSuccess ? (
          <>
            <p role="status">{texts.signIn.sent(draft.email)}</p>
            <div>
              <Button onClick={() => send.reset()}>{texts.signIn.again}</Button>
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
            <p>{texts.signIn.lead}</p>
            <TextField
              label={texts.signIn.email}
              type="email"
              autoComplete="email"
              required
              value={draft.email}
              onChange={(email) => change({ email })}
            />
            {send.error !== null && <FailureNotice error={send.error} />}
            <Button type="submit" look="primary" isBusy={send.isPending}>
              {texts.signIn.send}
            </Button>
            <p className="small">{texts.signIn.withoutMail}</p>
          </form>
        )}
      </div>
    </main>
  );
}
