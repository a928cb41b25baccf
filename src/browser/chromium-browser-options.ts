import type { Egress } from '../network/egress/create-egress.ts';

/** Which Chrome or Chromium is used, and how. */
export interface ChromiumBrowserOptions {
  /**
   * Path of the browser's executable. @default an installed Chrome or Chromium, else the one that Playwright
   * installed
   */
  readonly executablePath?: string | undefined;
  /**
   * DevTools endpoint of a running browser (`http://host:9222`, `ws://…`), used instead of one on this machine, or a list
   * of them: work goes to the one with the fewest contexts, and to another one while it is lost. Its pages are guarded less:
   * see docs/BROWSER.md. Never take the endpoint from a caller: that browser sees all pages and headers.
   */
  readonly cdpUrl?: string | readonly string[] | undefined;
  /** Endpoint (`ws://…`) of a Playwright server of the same version, or a list of them, used like `cdpUrl`. */
  readonly playwrightUrl?: string | readonly string[] | undefined;
  /** Decides which hosts pages may connect to. @default createEgress() */
  readonly egress?: Egress | undefined;
  /**
   * Whether Chromium runs with its own sandbox. @default true, unless the process runs as root, where Chromium cannot
   * use it
   */
  readonly sandbox?: boolean | undefined;
  /** Contexts (runs, prints) open at once, in all browsers together; further ones wait. @default the number of CPU cores */
  readonly maxContexts?: number | undefined;
  /** Milliseconds without work after which the browser ends; the next work starts it again. @default 5_000 */
  readonly idleMs?: number | undefined;
}

/** A browser that already runs, reached by the DevTools protocol or by a Playwright server. Free of Playwright's types: public ones lead here. */
export interface RemoteEndpoint {
  /** The option that named it. */
  readonly option: 'cdpUrl' | 'playwrightUrl';
  /** Often carries a token: never shown. */
  readonly url: string;
  /** Name and port without credentials, path or query, e.g. `chrome-1:9222`: how errors and health name it. */
  readonly host: string;
}

/** The options that name browsers: one, or a list. */
interface EndpointOptions {
  readonly cdpUrl?: string | readonly string[] | undefined;
  readonly playwrightUrl?: string | readonly string[] | undefined;
}

/** More are a list that was built by mistake: each keeps a connection and a state. */
const mostEndpoints = 100;
const schemes = {
  cdpUrl: /^(?:https?|wss?):$/,
  playwrightUrl: /^wss?:$/,
} as const;

/**
 * Returns the browsers that `cdpUrl` or `playwrightUrl` name, in their order; none where neither is given.
 *
 * @throws TypeError that names the option and not its value, which often carries a token.
 */
export function parseEndpoints({
  cdpUrl,
  playwrightUrl,
}: EndpointOptions): readonly RemoteEndpoint[] {
  if (cdpUrl !== undefined && playwrightUrl !== undefined) {
    throw new TypeError('Expected one of `cdpUrl` and `playwrightUrl`, got both.');
  }
  if (cdpUrl !== undefined) return parseList('cdpUrl', cdpUrl);
  return playwrightUrl === undefined ? [] : parseList('playwrightUrl', playwrightUrl);
}

function parseList(
  option: RemoteEndpoint['option'],
  value: string | readonly string[],
): readonly RemoteEndpoint[] {
  const urls = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(urls) || urls.length === 0 || urls.length > mostEndpoints) {
    throw new TypeError(
      `Expected \`${option}\` to be a URL, or a list of 1 to ${mostEndpoints} URLs.`,
    );
  }
  const seen = new Set<string>();
  return urls.map((url, index) => {
    const name = typeof value === 'string' ? `\`${option}\`` : `\`${option}[${index}]\``;
    const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
    if (parsed === undefined || !schemes[option].test(parsed.protocol)) {
      const wanted = option === 'cdpUrl' ? 'http://, https://, ws:// or wss://' : 'ws:// or wss://';
      throw new TypeError(`Expected ${name} to be an absolute URL with ${wanted}.`);
    }
    if (seen.has(parsed.href)) {
      throw new TypeError(`Expected ${name} to be another browser than those before it.`);
    }
    seen.add(parsed.href);
    return { option, url, host: parsed.host };
  });
}
