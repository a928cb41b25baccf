import type { BrowserType, errors, Selectors } from 'playwright-core';
import { loadOptional } from '../../errors/load-optional.ts';
import { registerEngine } from '../in-page/call-frame.ts';
import { registerErrors } from './is-playwright-error.ts';

/** Returns Playwright's Chromium; with `stealth`, patchright's if installed, which leaves fewer traces of automation. */
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

/** An optional peer dependency; not a literal type, so that compilers and bundlers do not require it. */
const patchrightName: string = 'patchright-core';

async function loadPatchright(): Promise<BrowserType | undefined> {
  try {
    // patchright is a fork with the interface of Playwright.
    const { chromium, selectors, errors } = (await import(patchrightName)) as Driver;
    registerErrors(errors);
    await registerEngine(selectors);
    return chromium;
  } catch {
    // patchright is optional and not installed.
    return undefined;
  }
}
