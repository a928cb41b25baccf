import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Browser as PlaywrightBrowser } from 'playwright-core';
import { GleanerError } from '../errors/gleaner-error.ts';
import { findBrowser } from './find-browser.ts';

export interface LaunchOptions {
  readonly executablePath: string | undefined;
  readonly sandbox: boolean | undefined;
}

/** A proxy that nothing listens to: what slips past everything else ends there. Port 1 is reserved (RFC 1078) and unused. */
export const deadProxy = 'http://127.0.0.1:1';

/** A start takes .4 to .8 s here; one that takes this long is stuck. */
const launchTimeoutMs = 30_000;

/** Starts a browser; rejects with `service_unavailable` and the way out when there is none or it does not start. */
export async function launchBrowser(options: LaunchOptions): Promise<PlaywrightBrowser> {
  // Loaded on first use: 426 ms.
  const { chromium } = await import('playwright-core');
  const executablePath = options.executablePath ?? findBrowser() ?? chromium.executablePath();
  if (!existsSync(executablePath)) throw notFound(options.executablePath);
  try {
    return await chromium.launch({
      executablePath,
      // Chromium refuses to start as root with its sandbox on.
      chromiumSandbox: options.sandbox ?? process.getuid?.() !== 0,
      args: [
        // Measured: without it WebRTC reaches hosts past every proxy.
        '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        // Names are looked up by proxies, never by the browser.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
      proxy: { server: deadProxy },
      env: browserEnvironment(),
      timeout: launchTimeoutMs,
      // How a program ends is decided by the program; with its pipe gone the browser ends by itself.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (cause) {
    throw new GleanerError(
      'service_unavailable',
      `The browser at "${executablePath}" did not start: run it by hand to see why. Where its sandbox is the reason (containers), pass \`sandbox: false\`.`,
      { cause },
    );
  }
}

/** What a browser needs of the environment; the rest holds keys and tokens. */
const passedOn =
  /^(?:PATH|HOME|LANG|LC_.+|TZ|TMPDIR|TMP|TEMP|XDG_.+|FONTCONFIG_.+|LD_LIBRARY_PATH|DBUS_.+|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMFILES.*|USERPROFILE)$/i;

function browserEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && passedOn.test(name)) environment[name] = value;
  }
  return environment;
}

function notFound(executablePath: string | undefined): GleanerError<'service_unavailable'> {
  const problem =
    executablePath === undefined
      ? 'No Chrome or Chromium was found on this machine'
      : `There is no browser at "${executablePath}"`;
  return new GleanerError(
    'service_unavailable',
    `${problem}. Install one (Debian: apt-get install chromium; anywhere: npx playwright-core install chromium), or name its executable in \`executablePath\` or GLEANER_BROWSER.`,
  );
}
