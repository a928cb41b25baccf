import { isIP, type Socket } from 'node:net';
import { isPublicAddress } from './is-public-address.ts';
import { type Lookup, lookUp, lookUpBySystem, type ResolvedAddress } from './look-up.ts';
import { openSocket } from './open-socket.ts';
import { parseAllowList } from './parse-allow-list.ts';
import { parseUrl, refuseUrl } from './parse-url.ts';

export interface EgressOptions {
  /**
   * Networks beyond the public ones that may be reached, each with an optional port: `10.0.0.0/8`, `127.0.0.1/32:8080`, `[::1]/128:8080`.
   * Names that mean something only inside a network (`wiki`, `*.internal`, `*.local`, `*.localhost`) pass when all their addresses are in the list.
   * @default []
   */
  readonly allowPrivate?: readonly string[];
  /** @default the operating system's resolver */
  readonly lookup?: Lookup;
  /** @default 5000 */
  readonly lookupTimeoutMs?: number;
  /** TCP and TLS together. @default 10000 */
  readonly connectTimeoutMs?: number;
}

/** Where to connect to. */
export interface Destination {
  /** As `URL.hostname` gives it; brackets around IPv6 are fine. */
  readonly hostname: string;
  readonly port: number;
}

/** The only way out: everything that opens a connection because of a URL asks here. */
export interface Egress {
  /** Parses a URL and refuses (`invalid_request`) what its text tells: scheme, port, credentials, addresses and names that are not public. */
  parseUrl(url: string): URL;
  /** The addresses of a host, all checked; `invalid_request` when a single one may not be reached, `validation_failed` when there is none. */
  resolve(destination: Destination, signal: AbortSignal): Promise<readonly ResolvedAddress[]>;
  /** Resolves, checks and connects to one of the very addresses that were checked. With `tls`, the certificate must be the hostname's. */
  connect(
    destination: Destination & { readonly tls: boolean },
    signal: AbortSignal,
  ): Promise<Socket>;
}

/** Makes the address policy and the guarded connector that carries it out. Opens nothing until asked. */
export function createEgress(options: EgressOptions = {}): Egress {
  const allowList = parseAllowList(options.allowPrivate ?? []);
  const lookup = options.lookup ?? lookUpBySystem;
  const lookupTimeoutMs = options.lookupTimeoutMs ?? 5_000;
  const connectTimeoutMs = options.connectTimeoutMs ?? 10_000;

  function checkHost(hostname: string, port: number): void {
    const address = toAddress(hostname);
    const isRefused =
      address === undefined
        ? isInsideName(hostname) && allowList.isEmpty
        : !isPublicAddress(address) && !allowList.allows(address, port);
    if (isRefused) throw refuseUrl(notPublic);
  }

  async function resolve(
    { hostname, port }: Destination,
    signal: AbortSignal,
  ): Promise<readonly ResolvedAddress[]> {
    signal.throwIfAborted();
    checkHost(hostname, port);
    const literal = toAddress(hostname);
    if (literal !== undefined) return [{ address: literal, family: isIP(literal) === 4 ? 4 : 6 }];

    const addresses = await lookUp({ hostname, lookup, timeoutMs: lookupTimeoutMs, signal });
    const mayBePublic = !isInsideName(hostname);
    for (const { address } of addresses) {
      const passes = (mayBePublic && isPublicAddress(address)) || allowList.allows(address, port);
      if (!passes) throw refuseUrl(notPublic);
    }
    return addresses;
  }

  return {
    parseUrl(value) {
      const url = parseUrl(value);
      checkHost(url.hostname, portOf(url));
      return url;
    },
    resolve,
    async connect(destination, signal) {
      const addresses = await resolve(destination, signal);
      return openSocket({ ...destination, addresses, timeoutMs: connectTimeoutMs, signal });
    },
  };
}

/** The port that a URL leads to, also where it names none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

// One text for addresses and names alike: the answer must not tell what a name resolves to.
const notPublic =
  'The host of `url` is not a public one. To reach a private network, list it in `allowPrivate` of the egress options.';

function toAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

const insideDomains: ReadonlySet<string> = new Set(['localhost', 'local', 'internal']);

/** Names that only mean something inside a machine or a network; one with an empty label means nothing anywhere. */
function isInsideName(hostname: string): boolean {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.');
  if (labels.length < 2 || labels.includes('')) return true;
  return insideDomains.has(labels.at(-1) ?? '');
}
