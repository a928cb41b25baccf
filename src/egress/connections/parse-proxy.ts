/** An upstream proxy. */
export interface Proxy {
  /** `https` speaks TLS with the proxy itself. */
  readonly kind: 'http' | 'https' | 'socks5';
  readonly hostname: string;
  readonly port: number;
  /** Empty where there are none. */
  readonly username: string;
  readonly password: string;
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
    username: decode(url.username),
    password: decode(url.password),
  };
}

/** A percent sign that begins no escape is part of the password, not an error. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
