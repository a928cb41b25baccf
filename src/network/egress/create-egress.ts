import { type Socket, isIP } from 'node:net';
import { advice } from '../../runtime/errors/advice.ts';
import {
  type OptionRules,
  type ValueRule,
  aFunction,
  anything,
  checkOptions,
  toPartRule,
} from '../../runtime/errors/option-checks.ts';
import { type Issue, invalidRequest, GleanerError } from '../../runtime/errors/gleaner-error.ts';
import {
  type Lookup,
  type ResolvedAddress,
  isPublicAddress,
  lookUp,
  lookUpBySystem,
  parseAllowList,
} from './public-addresses.ts';
import type { Proxy } from './open-socket.ts';
import { longestTimerMs } from '../../runtime/signals/waiting.ts';
import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Where connections may lead, and how they are made. */
export interface EgressOptions {
  /**
   * Networks beyond the public ones that may be reached, each with an optional port: `10.0.0.0/8`, `127.0.0.1/32:8080`, `[::1]/128:8080`.
   * Names that exist only inside a network (`wiki`, `*.internal`, `*.local`, `*.localhost`) are allowed when all their addresses are in the list.
   * @default []
   */
  readonly allowPrivate?: readonly string[] | undefined;
  /**
   * Upstream proxy of every connection: `http://user:password@host:port`, `https://…` or `socks5://…`. It may be on a private
   * network. Host names are resolved and checked in this process, and the proxy is given the checked address.
   * @default none
   */
  readonly proxy?: string | undefined;
  /** Resolves host names. @default the operating system's resolver */
  readonly lookup?: Lookup | undefined;
  /** Longest time of one name lookup, in milliseconds. @default 5000 */
  readonly lookupTimeoutMs?: number | undefined;
  /** Longest time of connecting, TCP and TLS together, in milliseconds. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
}

const time = {
  unit: 'milliseconds',
  least: 1,
  most: longestTimerMs,
  mayBeInfinite: false,
} as const;
const optionRules: OptionRules<EgressOptions> = {
  allowPrivate: { wanted: 'a list of networks', isAllowed: Array.isArray },
  proxy: anything,
  lookup: aFunction,
  lookupTimeoutMs: time,
  connectTimeoutMs: time,
};

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

/** What an option must be that takes an egress. */
export const egressRule: ValueRule = toPartRule('parseUrl', 'resolve', 'connect');

/** Creates the guarded way to the network. Opens nothing. Throws a `TypeError` for an option that cannot be used. */
export function createEgress(options: EgressOptions = {}): Egress {
  checkOptions('The egress', options, optionRules);
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
        const { openSocket } = await import('./open-socket.ts');
        return openSocket({ ...target, addresses });
      }
      const proxyAddresses = await (strangersProxy === undefined
        ? lookUpProxy(proxy, signal)
        : resolve(proxy, signal));
      // Fewer proxies than hosts have IPv6.
      const address = addresses.find(({ family }) => family === 4) ?? first;
      const { openTunnel } = await import('./open-socket.ts');
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

/** Longest URL taken, in characters of its canonical form; longer ones break servers and logs before they find a page. */
export const maxUrlLength = 8_192;

// Fetch standard, "bad port": a request there would speak HTTP to a mail, name or chat server.
const badPorts: ReadonlySet<string> = toWordSet(
  '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 ' +
    '119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 ' +
    '636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 ' +
    '6697 10080',
);

/**
 * Parses a URL that Gleaner may ask for: absolute, http or https, no credentials, no port of another
 * protocol. Throws `invalid_request`. Where its host leads is checked by the egress.
 */
export function parseUrl(value: string): URL {
  if (value.length > maxUrlLength) throw refuseUrl(tooLong);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined)
    throw refuseUrl(
      `Expected \`url\` to be an absolute URL such as "https://example.com/page", got ${quote(value)}.`,
    );
  if (url.href.length > maxUrlLength) throw refuseUrl(tooLong);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuseUrl(`Expected \`url\` to be an http or https URL, got one with "${url.protocol}".`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuseUrl(
      'Expected `url` to hold no user name or password: send them in an `authorization` header.',
    );
  }
  if (badPorts.has(url.port)) {
    throw refuseUrl(
      `Port ${url.port} in \`url\` belongs to another protocol and is never asked for pages.`,
    );
  }
  return url;
}

const tooLong = `Expected \`url\` to have at most ${maxUrlLength} characters.`;

/** The one form of "this URL is not acceptable". */
export function refuseUrl(message: string): GleanerError<'invalid_request'> {
  return new GleanerError('invalid_request', message, {
    details: { issues: [{ path: '/url', message }] },
  });
}

/** Shown in messages: short, and without what may be secret (user name, password, query, fragment). */
function quote(value: string): string {
  const [shown = ''] = value.split(/[?#]/, 1);
  // Of a password with `?` or `#`, what stands before these is shown where only that is looked at.
  return value.includes('@') ? 'one that is not' : JSON.stringify(shown.slice(0, 100));
}

const kinds: ReadonlyMap<string, readonly [kind: Proxy['kind'], defaultPort: number]> = new Map([
  ['http:', ['http', 80]],
  ['https:', ['https', 443]],
  ['socks:', ['socks5', 1080]],
  ['socks5:', ['socks5', 1080]],
  ['socks5h:', ['socks5', 1080]],
]);

/** Reads `http://user:password@host:port`, `https://…` or `socks5://…`; throws a `TypeError` that does not repeat it. */
export function parseProxy(value: string): Proxy {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const [kind, defaultPort] = kinds.get(url?.protocol ?? '') ?? [];
  // Schemes that the URL standard does not know give no path at all where none is written.
  const isBare = url !== undefined && /^\/?$/.test(url.pathname) && url.search + url.hash === '';
  if (kind === undefined || defaultPort === undefined || !isBare || url.hostname === '') {
    throw new TypeError(
      'Expected `proxy` to be a URL such as "http://user:password@proxy.example:8080" or "socks5://proxy.example:1080".',
    );
  }
  return {
    kind,
    hostname: url.hostname,
    port: url.port === '' ? defaultPort : Number(url.port),
    // A percent sign that begins no escape is part of the password, not an error.
    username: decodePercent(url.username),
    password: decodePercent(url.password),
  };
}

/** Most headers of one request. */
export const maxHeaders = 32;
const maxHeaderBytes = 16_384;

// RFC 9110 section 7.6.1 (hop-by-hop) and what the connection itself decides.
const refusedNames: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What is wrong with request headers that a caller wants sent, by path; empty when they may be sent. Values are never shown. */
export function findHeaderIssues(
  headers: Readonly<Record<string, string>>,
  path = '/headers',
): readonly Issue[] {
  const entries = Object.entries(headers);
  const issues: Issue[] = [];
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  if (entries.length > maxHeaders) {
    issues.push({
      path,
      message: `Expected at most ${maxHeaders} headers, got ${entries.length}.`,
    });
  }
  if (bytes > maxHeaderBytes) {
    issues.push({ path, message: `Expected at most ${maxHeaderBytes} bytes of headers.` });
  }
  for (const [name, value] of entries) {
    const message = findHeaderFault(name, value);
    if (message !== undefined) issues.push({ path: `${path}/${toPointerToken(name)}`, message });
  }
  return issues;
}

/** Throws `invalid_request` for headers that no page may be sent. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const issues = findHeaderIssues(headers);
  if (issues.length === 0) return;
  throw new GleanerError('invalid_request', 'Some of `headers` cannot be sent to a page.', {
    details: { issues },
  });
}

// RFC 9110 section 5.6.2 (token) and 5.5 (field value: printable, spaces, tabs; here only what one byte can carry).
const namePattern = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const valuePattern = /^[\t\x20-\x7E\x80-\xFF]*$/;

function findHeaderFault(name: string, value: string): string | undefined {
  const lower = name.toLowerCase();
  if (!namePattern.test(name)) return 'This is no header name.';
  if (refusedNames.has(lower) || lower.startsWith('proxy-') || lower.startsWith('sec-')) {
    return `The header "${lower}" is set by the connection: leave it out.`;
  }
  if (!valuePattern.test(value)) {
    return 'A header value holds no line breaks, no control characters and nothing beyond Latin-1.';
  }
  return undefined;
}

function toPointerToken(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Headers with their names in lower case, as every part below the callers expects them. */
export function toLowerNames(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * Returns how long a `retry-after` header asks to wait, in milliseconds from `nowMs`; `undefined` where it says nothing that can
 * be read. It holds seconds or a date (RFC 9110, section 10.2.3).
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const delays = [Number(header) * 1_000, Date.parse(header) - nowMs];
  const delayMs = delays.find((delay) => Number.isFinite(delay));
  return delayMs === undefined ? undefined : Math.max(0, delayMs);
}
