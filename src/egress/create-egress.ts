import { isIP, type Socket } from 'node:net';
import { advice } from '../errors/advice.ts';
import { checkNumbers } from '../errors/check-numbers.ts';
import { invalidRequest } from '../errors/invalid-request.ts';
import { isPublicAddress } from './addresses/is-public-address.ts';
import { type Lookup, lookUp, lookUpBySystem, type ResolvedAddress } from './addresses/look-up.ts';
import { parseAllowList } from './addresses/parse-allow-list.ts';
import { parseProxy, type Proxy } from './connections/parse-proxy.ts';
import { parseUrl, refuseUrl } from './addresses/parse-url.ts';
import { longestTimerMs } from '../signals/start-timer.ts';

/** Where connections may lead, and how they are made. */
export interface EgressOptions {
  /**
   * Networks beyond the public ones that may be reached, each with an optional port: `10.0.0.0/8`, `127.0.0.1/32:8080`, `[::1]/128:8080`.
   * Names that exist only inside a network (`wiki`, `*.internal`, `*.local`, `*.localhost`) are allowed when all their addresses are in the list.
   * @default []
   */
  readonly allowPrivate?: readonly string[];
  /**
   * Upstream proxy of every connection: `http://user:password@host:port`, `https://…` or `socks5://…`. It may be on a private
   * network. Host names are resolved and checked in this process, and the proxy is given the checked address.
   * @default none
   */
  readonly proxy?: string;
  /** Resolves host names. @default the operating system's resolver */
  readonly lookup?: Lookup;
  /** Longest time of one name lookup, in milliseconds. @default 5000 */
  readonly lookupTimeoutMs?: number;
  /** Longest time of connecting, TCP and TLS together, in milliseconds. @default 10000 */
  readonly connectTimeoutMs?: number;
}

const time = {
  unit: 'milliseconds',
  least: 1,
  most: longestTimerMs,
  mayBeInfinite: false,
} as const;
const numberRules = { lookupTimeoutMs: time, connectTimeoutMs: time };

/** Where to connect to. */
export interface Destination {
  /** A host name or an IP address, as in `URL.hostname`; IPv6 with or without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** How to connect there. */
export interface Connection extends Destination {
  /** Whether to use TLS; the certificate must be valid for the host name. */
  readonly tls: boolean;
  /** A proxy for this connection only, named by a caller: its address must be public or in `allowPrivate`. @default the proxy of the options */
  readonly proxy?: string | undefined;
}

/** The one guarded way to the network. Everything that connects because of a URL uses it. */
export interface Egress {
  /** Parses a URL. Throws `invalid_request` for a scheme, port, credentials, address or name that its text shows to be refused. */
  parseUrl(url: string): URL;
  /** Resolves to all addresses of a host. Rejects with `invalid_request` when one of them may not be reached, with `validation_failed` when there is none. */
  resolve(destination: Destination, signal: AbortSignal): Promise<readonly ResolvedAddress[]>;
  /** Resolves and checks the host as `resolve` does, and connects to one of the checked addresses, directly or by a proxy. */
  connect(connection: Connection, signal: AbortSignal): Promise<Socket>;
}

/** Creates the guarded way to the network. Opens nothing. Throws a `TypeError` for an option that cannot be used. */
export function createEgress(options: EgressOptions = {}): Egress {
  checkNumbers('', options, numberRules);
  const allowList = parseAllowList(options.allowPrivate ?? []);
  const lookup = options.lookup ?? lookUpBySystem;
  const lookupTimeoutMs = options.lookupTimeoutMs ?? 5_000;
  const timeoutMs = options.connectTimeoutMs ?? 10_000;
  const ownProxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);

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
    async connect({ hostname, port, tls, proxy: strangersProxy }, signal) {
      const addresses = await resolve({ hostname, port }, signal);
      const proxy = strangersProxy === undefined ? ownProxy : parseStrangersProxy(strangersProxy);
      const target = { hostname, port, tls, timeoutMs, signal };
      const [first] = addresses;
      if (proxy === undefined || first === undefined) {
        const { openSocket } = await import('./connections/open-socket.ts');
        return openSocket({ ...target, addresses });
      }
      const proxyAddresses = await (strangersProxy === undefined
        ? lookUpProxy(proxy, signal)
        : resolve(proxy, signal));
      // Fewer proxies than hosts have IPv6.
      const address = addresses.find(({ family }) => family === 4) ?? first;
      const { openTunnel } = await import('./connections/open-tunnel.ts');
      return openTunnel({ ...target, proxy, proxyAddresses, address });
    },
  };

  /** The embedder's own is trusted, wherever it stands. */
  async function lookUpProxy(
    { hostname }: Proxy,
    signal: AbortSignal,
  ): Promise<readonly ResolvedAddress[]> {
    const address = toAddress(hostname) ?? '';
    const family = isIP(address);
    if (family !== 0) return [{ address, family: family === 4 ? 4 : 6 }];
    return lookUp({ hostname, lookup, timeoutMs: lookupTimeoutMs, signal });
  }
}

function parseStrangersProxy(value: string): Proxy {
  try {
    return parseProxy(value);
  } catch (cause) {
    throw invalidRequest('connect', [{ path: '/proxy', message: badProxy }], cause);
  }
}

const badProxy =
  'Expected a URL such as "http://user:password@proxy.example:8080" or "socks5://proxy.example:1080".';

/** The port that a URL leads to, also where it names none. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

// One text for addresses and names alike: the message must not disclose what a name resolves to.
const notPublic = `The host of \`url\` is not a public one. ${advice.allowPrivate}`;

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
