import { Suspense, useState } from 'react';
import { CallFailure } from '../api/call-failure.ts';
import { useApi } from '../api/use-api.ts';
import { FailureNotice } from '../components/feedback/failure-notice.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { findFollowedLink, FollowLink } from '../views/sign-in/follow-link.tsx';
import { SignIn } from '../views/sign-in/sign-in.tsx';
import { FailureBoundary } from './failure-boundary.tsx';
import { findView } from './find-view.ts';
import { Shell } from './shell.tsx';
import { usePlace } from './use-place.ts';

/** The whole front end: the sign-in, or the view of the place within the shell. */
export function App() {
  // Read once: a link that was followed leaves the address.
  const [link] = useState(() => findFollowedLink(location));
  return link === undefined ? <SignedIn /> : <FollowLink {...link} />;
}

function SignedIn() {
  const session = useApi('GET /session');
  const place = usePlace();
  const { error } = session;
  if (error instanceof CallFailure && error.code === 'unauthorized') return <SignIn />;
  if (session.data === undefined) {
    return (
      <main className="door">
        <div className="door-card">
          {error === null ? (
            <Loading />
          ) : (
            <FailureNotice error={error} onRetry={() => void session.refetch()} />
          )}
        </div>
      </main>
    );
  }
  const { View, parameters } = findView(session.data.kind, place.path);
  return (
    <Shell session={session.data}>
      <FailureBoundary key={place.path}>
        <Suspense fallback={<Loading />}>
          <View parameters={parameters} />
        </Suspense>
      </FailureBoundary>
    </Shell>
  );
}
