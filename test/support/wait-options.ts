/**
 * For `vi.waitFor`: a limit against hangs, and no measure of speed. It is less than a test's own time-out, so that the
 * assertion is what a failure shows.
 */
export const waitOptions = { timeout: 50_000 } as const;
