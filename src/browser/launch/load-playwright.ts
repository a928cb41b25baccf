import type { BrowserType, Selectors, errors } from 'playwright-core';
import { toMissingPackage } from '../../runtime/errors/advice.ts';
import { registerEngine } from '../call-page.ts';

/** Returns Playwright's Chromium; with `stealth`, patchright's if installed, which leaves fewer traces of automation. */
export async function loadPlaywright(stealth: boolean): Promise<BrowserType> {
  // patchright is a fork with the interface of Playwright; it is optional, and may not be installed.
  const patched = stealth ? await loadDriver(patchrightName).catch(() => undefined) : undefined;
  return patched ?? loadDriver(playwrightName);
}

interface Driver {
  readonly chromium: BrowserType;
  readonly selectors: Selectors;
  readonly errors: typeof errors;
}

// Names in variables, which no bundler follows: neither package can be bundled, since they start programs of their own.
const playwrightName: string = 'playwright-core';
const patchrightName: string = 'patchright-core';

async function loadDriver(name: string): Promise<BrowserType> {
  const { chromium, selectors, errors } = await importDriver(name);
  registerErrors(errors);
  await registerEngine(selectors);
  return chromium;
}

/** Loaded on first use: 426 ms. */
async function importDriver(name: string): Promise<Driver> {
  try {
    return (await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
    )) as Driver;
  } catch (cause) {
    throw toMissingPackage(name, 'Driving a browser', cause);
  }
}

/** The `errors` export of Playwright and its forks. */
interface ExportedErrors {
  readonly TimeoutError: ErrorClass;
}

type ErrorClass = new (message: string) => Error;

/** The time-out class of each loaded driver; `baseClasses` holds the base class of all its errors. */
const timeoutClasses = new Set<ErrorClass>();
const baseClasses = new Set<ErrorClass>();

/** Registers a driver's error classes for `isPlaywrightError`. Further calls do nothing. */
function registerErrors({ TimeoutError }: ExportedErrors): void {
  timeoutClasses.add(TimeoutError);
  // The base class is not exported. Source: `PlaywrightError` in Playwright's `client/errors.ts`.
  baseClasses.add(Object.getPrototypeOf(TimeoutError) as ErrorClass);
}

/** Whether Playwright threw the error; checks its class, since errors of callers may have any name and message. */
export function isPlaywrightError(error: unknown): error is Error {
  return [...baseClasses].some((base) => error instanceof base);
}

/** Whether the error is a time-out of Playwright. */
export function isPlaywrightTimeout(error: unknown): error is Error {
  return [...timeoutClasses].some((timeout) => error instanceof timeout);
}
