import { GleanerError } from '../../errors/gleaner-error.ts';

/**
 * Throws `forbidden` unless a change comes from a page of this dashboard: `Origin` has to be the public origin or, where that
 * is not known, to name the host that the request was sent to.
 */
export function checkOrigin(
  { method, headers, url }: Request,
  publicOrigin: string | undefined,
): void {
  if (method === 'GET' || method === 'HEAD') return;
  const origin = headers.get('origin');
  if (origin !== null && isOwn(origin, url, publicOrigin)) return;
  throw new GleanerError(
    'forbidden',
    origin === null
      ? 'The request has no Origin header: changes are made from the dashboard’s own pages.'
      : 'The request comes from another site: changes are made from the dashboard’s own pages.',
  );
}

function isOwn(origin: string, url: string, publicOrigin: string | undefined): boolean {
  if (publicOrigin !== undefined) return origin === publicOrigin;
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}
