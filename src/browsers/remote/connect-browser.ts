import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { advice } from '../../errors/advice.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import type { RemoteEndpoint } from './parse-endpoints.ts';

/**
 * Connects to a browser that already runs; closing the result ends the connection and our contexts, not the browser.
 * Rejects with `service_unavailable` that names the browser by its host.
 */
export async function connectBrowser(
  { option, url, host }: RemoteEndpoint,
  timeoutMs: number,
): Promise<PlaywrightBrowser> {
  const playwright = await loadPlaywright(false);
  const timeout = timeoutMs;
  try {
    return option === 'cdpUrl'
      ? await playwright.connectOverCDP(await toAddressedUrl(url), { timeout })
      : await playwright.connect(url, { timeout });
  } catch (cause) {
    // The message holds the host alone: the URL often carries a token.
    throw new GleanerError(
      'service_unavailable',
      `The browser at ${host} could not be connected to. ${advice.checkEndpoint}`,
      { cause },
    );
  }
}

/**
 * The URL with the address in place of the host's name: Chromium serves its DevTools to requests for an IP address or
 * `localhost` alone. Left as it is with TLS, whose certificate is for the name, and for proxies that go by the name (`ws`).
 */
export async function toAddressedUrl(
  text: string,
  find: (
    hostname: string,
  ) => Promise<{ readonly address: string; readonly family: number }> = lookup,
): Promise<string> {
  const url = new URL(text);
  const name = url.hostname;
  const isServed = isIP(name.replaceAll(/[[\]]/g, '')) !== 0 || /^(?:.+\.)?localhost$/.test(name);
  if (url.protocol !== 'http:' || isServed) return text;
  const { address, family } = await find(name);
  url.hostname = family === 6 ? `[${address}]` : address;
  return url.href;
}
