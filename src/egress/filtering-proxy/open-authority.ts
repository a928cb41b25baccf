import type { Socket } from 'node:net';
import type { Egress } from '../create-egress.ts';

interface OpenAuthorityInput {
  /** `host:port`, as CONNECT names it. */
  readonly authority: string;
  readonly egress: Egress;
  readonly upstream: string | undefined;
  readonly signal: AbortSignal;
}

/** Connects to what CONNECT asks for, by the same rules as for a URL that leads there. */
export async function openAuthority(input: OpenAuthorityInput): Promise<Socket> {
  const { authority, egress, upstream, signal } = input;
  // A path would be cut off, and a user name read as such: neither belongs here.
  const { hostname, port } = egress.parseUrl(
    /[/\\?#@]/.test(authority) ? '' : `https://${authority}`,
  );
  return egress.connect(
    { hostname, port: port === '' ? 443 : Number(port), tls: false, proxy: upstream },
    signal,
  );
}
