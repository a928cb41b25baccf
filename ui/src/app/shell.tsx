import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SessionView } from '../../../src/web/dashboard/dashboard-api.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../components/controls/button.tsx';
import { toHref, usePlace } from './use-place.ts';
import { useRestoredFocus } from './use-restored-focus.ts';
import { useOnline } from './use-online.ts';

const placeNames = {
  '/': 'Overview',
  '/keys': 'Keys',
  '/recipes': 'Recipes',
  '/runs': 'Runs',
  '/schedules': 'Schedules',
  '/webhooks': 'Webhooks',
  '/playground': 'Playground',
  '/settings': 'Settings',
  '/accounts': 'Accounts',
};

export interface ShellProps {
  readonly session: SessionView;
  readonly children: ReactNode;
}

const places = {
  account: [
    '/',
    '/keys',
    '/recipes',
    '/runs',
    '/schedules',
    '/webhooks',
    '/playground',
    '/settings',
  ],
  operator: ['/', '/accounts'],
} as const;

/** What stands around every view: the way to the others, who is signed in, and whether there is a network. */
export function Shell({ session, children }: ShellProps) {
  const place = usePlace();
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(place.path);
  useRestoredFocus(main);
  const signOut = useChange('DELETE /session', ['GET /session']);
  useEffect(() => {
    if (lastPath.current === place.path) return;
    lastPath.current = place.path;
    setOpen(false);
    scrollTo(0, 0);
    // A screen reader and the Tab key continue in the new view.
    main.current?.focus();
  }, [place.path]);
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      {!isOnline && (
        <div className="banner" role="status">
          No network. What is shown may be old; changes wait until it is back.
        </div>
      )}
      <header className={isOpen ? 'side is-open' : 'side'}>
        <a className="brand" href={toHref('/')}>
          <img src="./icon.svg" alt="" />
          Gleaner
        </a>
        <button
          type="button"
          className="button menu-button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
        <nav className="nav" aria-label="Main">
          <ul>
            {places[session.kind].map((path) => (
              <li key={path}>
                <a
                  href={toHref(path)}
                  aria-current={isWithin(place.path, path) ? 'page' : undefined}
                >
                  {session.kind === 'operator' && path === '/' ? 'Service' : placeNames[path]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="side-foot">
          <span>
            {session.kind === 'operator' ? 'Operator' : (session.email ?? session.account)}
          </span>
          <div>
            <Button
              look="quiet"
              isBusy={signOut.isPending}
              onClick={() =>
                // Drafts survive the end of a session, not its owner's leaving.
                signOut.mutate({}, { onSuccess: () => sessionStorage.clear() })
              }
            >
              Sign out
            </Button>
          </div>
        </div>
      </header>
      <main className="page" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function isWithin(path: string, place: string): boolean {
  return place === '/' ? path === '/' : path === place || path.startsWith(`${place}/`);
}
