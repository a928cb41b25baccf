import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { texts } from '../../texts/en.ts';

export interface FollowLinkProps {
  readonly token: string;
}

/** Where a sign-in link leads: it is followed by a press, because programs that check mail open every link. */
export function FollowLink({ token }: FollowLinkProps) {
  const follow = useChange('POST /session', []);
  const home = new URL('./', document.baseURI).href;
  return (
    <main className="door">
      <div className="door-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>{texts.signIn.followTitle}</h1>
        <p>{texts.signIn.followLead}</p>
        {follow.error !== null && <FailureNotice error={follow.error} />}
        {follow.error === null ? (
          <Button
            look="primary"
            isBusy={follow.isPending || follow.isSuccess}
            onClick={() =>
              // The used link leaves the history.
              follow.mutate({ body: { token } }, { onSuccess: () => location.replace(home) })
            }
          >
            {texts.signIn.follow}
          </Button>
        ) : (
          <a className="button" href={home}>
            {texts.signIn.newLink}
          </a>
        )}
      </div>
    </main>
  );
}
