import { isIP } from 'node:net';
import type { OptionRules } from '../../runtime/errors/option-checks.ts';

/** How the address of a client is known where requests come through a proxy. */
export interface ClientAddressOptions {
  /** The header in which the proxy in front names the client, such as `x-forwarded-for` or `cf-connecting-ip`; of a list the last entry counts. */
  readonly header: string;
}

const peers = new WeakMap<Request, string>();

/** Remembers the other end of a request's connection, which a web-standard request does not have. */
export function notePeer(request: Request, address: string | undefined): void {
  if (address !== undefined) peers.set(request, address);
}

/**
 * The address that a request is counted under: the one that the named header gives, else the other end of the connection;
 * `undefined` where neither is known. An IPv6 address is given as its network of 64 bits, because that is what one client has.
 */
export function toClientAddress(
  request: Request,
  options: ClientAddressOptions | undefined,
): string | undefined {
  const named = options === undefined ? undefined : request.headers.get(options.header);
  // What stands before the last entry was sent by the client, and may be made up.
  const last = named?.split(',').at(-1) ?? '';
  return toNetwork(last) ?? toNetwork(peers.get(request) ?? '');
}

/** What options that name a header must be. */
export const clientAddressRules: OptionRules<ClientAddressOptions> = {
  header: {
    wanted: 'the name of a header, such as "x-forwarded-for"',
    isAllowed: (value) => typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value),
    isRequired: true,
  },
};

/** The parts of an IPv6 address that name a network: 4 of 8. */
const networkParts = 4;

function toNetwork(text: string): string | undefined {
  // Proxies write ports and brackets, and `Forwarded` (RFC 7239) has names: for="[2001:db8::1]:4711".
  const plain = text.replace(/^.*\bfor=/i, '').replaceAll(/["\s]/g, '');
  const address = /^\[([^\]]*)\]/.exec(plain)?.[1] ?? plain.replace(/^([\d.]+):\d+$/, '$1');
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
  if (isIP(mapped) === 4) return mapped;
  // A zone says by which interface this machine reaches it.
  const [unzoned = ''] = mapped.split('%');
  return isIP(unzoned) === 6 ? `${toParts(unzoned).join(':')}::/64` : undefined;
}

function toParts(address: string): readonly string[] {
  // The URL parser knows every way to write one.
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = written.split('::');
  const first = before === '' ? [] : before.split(':');
  const rest = after === undefined || after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: 8 - first.length - rest.length }, () => '0');
  return [...first, ...zeros, ...rest].slice(0, networkParts);
}
