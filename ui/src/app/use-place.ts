import { useSyncExternalStore } from 'react';

/** Where in the front end a person is; it stands behind the address's `#`, so that any host serves every view. */
export interface Place {
  /** Begins with a slash. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The place in the address, now and whenever it changes. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query) };
}

/** The address of a place, for links. */
export function toHref(
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? `#${path}` : `#${path}?${text}`;
}

/** Goes to a place; views show it before this returns, so that a further key press meets what the first one chose. */
export function goTo(href: string): void {
  location.hash = href;
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
