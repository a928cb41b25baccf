import { arch } from 'node:os';
import process from 'node:process';
import type { BrowserContextOptions, CDPSession } from 'playwright-core';
import { toGreasedBrand, type Brand } from '../../network/fetchers/to-chrome-headers.ts';

/** The screen of an ordinary visitor: a maximised window, less tabs and address bar. */
export const visitorContextOptions: BrowserContextOptions = {
  viewport: { width: 1_920, height: 945 },
  screen: { width: 1_920, height: 1_080 },
};

/** Returns Chrome's user agent, in which only the major version varies (user agent reduction). */
export function toVisitorUserAgent(version: string): string {
  const [major = ''] = version.split('.');
  return `Mozilla/5.0 (${platform.userAgent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

/**
 * Restores the client hints of the browser in a page: a browser that was started with a user agent leaves the
 * detailed hints empty, which a visitor's browser never does (measured).
 */
export async function setVisitorHints(devtools: CDPSession, version: string): Promise<void> {
  const [major = ''] = version.split('.');
  const greased = toGreasedBrand(Number(major));
  await devtools.send('Emulation.setUserAgentOverride', {
    userAgent: toVisitorUserAgent(version),
    acceptLanguage: 'en-US,en',
    platform: platform.navigator,
    userAgentMetadata: {
      brands: toBrands(greased, { brand: 'Chromium', version: major }, Number(major)),
      fullVersionList: toBrands(
        { ...greased, version: `${greased.version}.0.0.0` },
        { brand: 'Chromium', version },
        Number(major),
      ),
      fullVersion: version,
      platform: platform.hint,
      platformVersion: '',
      architecture: arch().startsWith('arm') ? 'arm' : 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  });
}

/** Returns the list of brands, in which the first two change places with every version. */
function toBrands(greased: Brand, own: Brand, major: number): Brand[] {
  return major % 2 === 0 ? [greased, own] : [own, greased];
}

interface Platform {
  readonly userAgent: string;
  readonly navigator: string;
  readonly hint: string;
}

/** The machine's real platform: fonts, graphics and key codes would contradict another one. */
const platform: Platform =
  process.platform === 'darwin'
    ? { userAgent: 'Macintosh; Intel Mac OS X 10_15_7', navigator: 'MacIntel', hint: 'macOS' }
    : process.platform === 'win32'
      ? { userAgent: 'Windows NT 10.0; Win64; x64', navigator: 'Win32', hint: 'Windows' }
      : { userAgent: 'X11; Linux x86_64', navigator: 'Linux x86_64', hint: 'Linux' };
