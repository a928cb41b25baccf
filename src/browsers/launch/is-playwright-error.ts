/** What Playwright and its forks export as `errors`. */
interface ExportedErrors {
  readonly TimeoutError: ErrorClass;
}

type ErrorClass = new (message: string) => Error;

/** Time-outs of each driver that has been loaded, and the class that it derives all errors of the browser from. */
const timeoutClasses = new Set<ErrorClass>();
const baseClasses = new Set<ErrorClass>();

/** Makes a driver's errors known to `isPlaywrightError`. Does nothing the second time. */
export function registerErrors({ TimeoutError }: ExportedErrors): void {
  timeoutClasses.add(TimeoutError);
  // Not exported by itself. Source: `PlaywrightError` in Playwright's `client/errors.ts`.
  baseClasses.add(Object.getPrototypeOf(TimeoutError) as ErrorClass);
}

/** Whether an error is the browser's own: by its class, since errors of callers may have any name and message. */
export function isPlaywrightError(error: unknown): error is Error {
  return [...baseClasses].some((base) => error instanceof base);
}

/** Whether the browser did not do something within its time-out. */
export function isPlaywrightTimeout(error: unknown): error is Error {
  return [...timeoutClasses].some((timeout) => error instanceof timeout);
}
