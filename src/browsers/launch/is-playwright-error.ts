/** The `errors` export of Playwright and its forks. */
interface ExportedErrors {
  readonly TimeoutError: ErrorClass;
}

type ErrorClass = new (message: string) => Error;

/** The time-out class of each loaded driver; `baseClasses` holds the base class of all its errors. */
const timeoutClasses = new Set<ErrorClass>();
const baseClasses = new Set<ErrorClass>();

/** Registers a driver's error classes for `isPlaywrightError`. Further calls do nothing. */
export function registerErrors({ TimeoutError }: ExportedErrors): void {
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
