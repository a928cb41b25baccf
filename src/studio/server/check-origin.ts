import { GleanerError } from '../../errors/gleaner-error.ts';

/** Names that mean this machine: another name that leads here is a rebound one. */
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Throws `forbidden` for a host whose name does not mean this machine (DNS rebinding). */
export function checkLoopback({ url }: Request): void {
  if (!loopbackNames.has(new URL(url).hostname)) throw refuse(rebound);
}

/**
 * Throws `forbidden` for a request that a page of another origin makes: pages of other ports count, too, although cookies are sent
 * along with their requests. `origin` is the studio's own, by default that of the request.
 */
export function checkOrigin({ method, url, headers }: Request, origin: string | undefined): void {
  const given = headers.get('origin');
  if (given !== null) {
    // A proxy that ends TLS hands the request on by http.
    const isOwn =
      origin === undefined ? URL.parse(given)?.host === new URL(url).host : given === origin;
    if (!isOwn) throw refuse(foreign);
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') throw refuse(missing);
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw refuse(foreign);
}

const rebound =
  'The studio answers on 127.0.0.1, localhost and [::1] alone: open it at one of them.';
const missing = 'Changes need an Origin header: make them from the studio’s own page.';
const foreign = 'Pages of other origins may not use the studio.';

function refuse(message: string): GleanerError<'forbidden'> {
  return new GleanerError('forbidden', message);
}
