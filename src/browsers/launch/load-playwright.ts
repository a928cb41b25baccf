import type { BrowserType, Selectors } from 'playwright-core';
import { registerEngine } from '../in-page/call-frame.ts';

/** Drives Chromium; with `stealth` by patchright where the embedder has installed it, which leaves fewer traces of being driven. */
export async function loadPlaywright(stealth: boolean): Promise<BrowserType> {
  if (stealth) {
    const patched = await loadPatchright();
    if (patched !== undefined) return patched;
  }
  // Loaded on first use: 426 ms.
  const { chromium, selectors } = await import('playwright-core');
  await registerEngine(selectors);
  return chromium;
}

/** An optional peer: not named as a literal, so that neither compilers nor bundlers ask for it. */
const patchrightName: string = 'patchright-core';

async function loadPatchright(): Promise<BrowserType | undefined> {
  try {
    // A fork that keeps Playwright's interface.
    const { chromium, selectors } = (await import(patchrightName)) as {
      readonly chromium: BrowserType;
      readonly selectors: Selectors;
    };
    await registerEngine(selectors);
    return chromium;
  } catch {
    // Not installed, which is nothing to complain about.
    return undefined;
  }
}
