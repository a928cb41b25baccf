import { useEffect, type ReactNode } from 'react';
import { CallFailure } from '../../api/call-failure.ts';
import { useApi } from '../../api/use-api.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';

const links = {
  'sign-in': {
    title: 'Welcome back',
    lead: 'This link signs you in once, in this browser.',
    action: 'Sign in',
    onward: 'Ask for a new link',
  },
  invitation: {
    title: 'Welcome',
    lead: 'An account was made for you. This link signs you in once, in this browser.',
    action: 'Sign in',
    onward: 'Ask for a new link',
  },
  'confirm-address': {
    title: 'Confirm your address',
    lead: 'The address that the e-mail was sent to becomes the one of your account. Other browsers are signed out.',
    action: 'Confirm the address',
    onward: 'To the dashboard',
    doneTitle: 'Address confirmed',
    done: (email: string) => `${email} is the address of your account now.`,
    signedOut:
      'You are not signed in here. Sign in to the account first, in this browser, then follow the link in the e-mail again: it is not used up.',
  },
  'restore-address': {
    title: 'Put your address back',
    lead: 'The address that the e-mail was sent to becomes the one of your account again, and everyone is signed out.',
    action: 'Put the address back',
    onward: 'To the sign-in',
    doneTitle: 'Your address is back',
    done: (email: string) =>
      `${email} is the address of your account again, and everyone is signed out. Sign in, then look at the keys and the webhook: revoke each key that you did not make.`,
  },
};

/** What each kind of link calls, by the path that it leads to. */
const routes = {
  'sign-in': 'POST /session',
  invitation: 'POST /session',
  'confirm-address': 'POST /settings/email/confirm',
  'restore-address': 'POST /address/restore',
} as const;

export interface FollowedLink {
  readonly purpose: keyof typeof routes;
  readonly token: string;
}

/** The link that the page's address is; `undefined` where it is none. */
export function findFollowedLink({ pathname, hash }: Location): FollowedLink | undefined {
  const last = pathname.replace(/\/$/, '').split('/').at(-1);
  const purpose = Object.keys(routes).find((name) => name === last);
  if (purpose === undefined || hash.length < 2) return undefined;
  return { purpose: purpose as FollowedLink['purpose'], token: hash.slice(1) };
}

/** Where a link of an e-mail leads: it is followed by a press, because programs that check mail open every link. */
export function FollowLink({ purpose, token }: FollowedLink) {
  if (purpose === 'confirm-address') return <ConfirmAddress purpose={purpose} token={token} />;
  return <Follow purpose={purpose} token={token} />;
}

/** A press confirms an address only where its account is signed in: elsewhere the page says so, and the link stays. */
function ConfirmAddress(link: FollowedLink) {
  const session = useApi('GET /session');
  const { error } = session;
  const t = links['confirm-address'];
  if (error instanceof CallFailure && error.code === 'unauthorized') {
    return (
      <Door title={t.title}>
        <p>{t.signedOut}</p>
        <Home label="Sign in" />
      </Door>
    );
  }
  if (session.data !== undefined) return <Follow {...link} />;
  return (
    <Door title={t.title}>
      {error === null ? (
        <Loading />
      ) : (
        <FailureNotice error={error} onRetry={() => void session.refetch()} />
      )}
    </Door>
  );
}

function Follow({ purpose, token }: FollowedLink) {
  const t = links[purpose];
  const follow = useChange(routes[purpose], []);
  if (follow.data !== undefined && 'email' in follow.data && 'done' in t) {
    return (
      <Door title={t.doneTitle}>
        <p role="status">{t.done(follow.data.email ?? '')}</p>
        <Home label={t.onward} />
      </Door>
    );
  }
  // The used link leaves the history.
  const onSuccess = () => {
    if ('done' in t) history.replaceState(null, '', location.pathname);
    else location.replace(toHome());
  };
  return (
    <Door title={t.title}>
      <p>{t.lead}</p>
      {follow.error === null ? (
        <Button
          look="primary"
          isBusy={follow.isPending || follow.isSuccess}
          onClick={() => follow.mutate({ body: { token } }, { onSuccess })}
        >
          {t.action}
        </Button>
      ) : (
        <>
          <FailureNotice error={follow.error} />
          <Home label={t.onward} />
        </>
      )}
    </Door>
  );
}

function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Gleaner`;
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <img src="./icon.svg" alt="" width="40" height="40" />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}

function Home({ label }: { readonly label: string }) {
  return (
    <a className="button" href={toHome()}>
      {label}
    </a>
  );
}

function toHome(): string {
  return new URL('./', document.baseURI).href;
}
