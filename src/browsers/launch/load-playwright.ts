import type { BrowserType, errors, Selectors } from 'playwright-core';
import { loadOptional } from '../../errors/load-optional.ts';
import { registerEngine } from '../in-page/call-frame.ts';
import { registerErrors } from './is-playwright-error.ts';

/** Playwright's Chromium; with `stealth` patchright's where it is installed, which leaves fewer traces of automation. */
export async function loadPlaywright(stealth: boolean): Promise<BrowserType> {
  if (stealth) {
    const patched = await loadPatchright();
    if (patched !== undefined) return patched;
  }
  // Loaded on first use: 426 ms.
  const { chromium, selectors, errors } = await loadOptional(
    'playwright-core',
    'Driving a browser',
    () => import('playwright-core'),
  );
  registerErrors(errors);
  await registerEngine(selectors);
  return chromium;
}

interface Driver {
  readonly chromium: BrowserType;
  readonly selectors: Selectors;
  readonly errors: typeof errors;
}

/** An optional peer: not named as a literal, so that neither compilers nor bundlers ask for it. */
const patchrightName: string = 'patchright-core';

async function loadPatchright(): Promise<BrowserType | undefined> {
  try {
    // A fork that keeps Playwright's interface.
    const { chromium, selectors, errors } = (await import(patchrightName)) as Driver;
    registerErrors(errors);
    await registerEngine(selectors);
    return chromium;
  } catch {
    // Not installed: it is optional.
    return undefined;
  }
}
