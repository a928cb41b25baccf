import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { chromiumBrowser } from '../../src/browser/chromium-browser.ts';
import type { ChromiumBrowserOptions } from '../../src/browser/chromium-browser-options.ts';
import { findBrowser } from '../../src/browser/launch/find-browser.ts';
import type { Browser } from '../../src/runtime/contracts/browser.ts';

/** Where the tests' browser is; they fail, and are not skipped, where there is none. */
export function realBrowserPath(): string {
  const given = process.env['GLEANER_BROWSER'];
  const found = given === undefined || given === '' ? findBrowser() : given;
  if (found === undefined) {
    throw new Error('These tests need a browser: run `node scripts/ensure-browser.ts` to get one.');
  }
  return found;
}

/** Without the sandbox on machines where only root can use it, as in many containers. */
export function realBrowserOptions(): ChromiumBrowserOptions {
  const canSandbox = spawnSync('/usr/bin/unshare', ['--user', 'true']).status === 0;
  return { executablePath: realBrowserPath(), sandbox: canSandbox ? undefined : false };
}

/** A real Chromium. */
export function realBrowser(options: ChromiumBrowserOptions = {}): Browser {
  return chromiumBrowser({ ...realBrowserOptions(), ...options });
}
