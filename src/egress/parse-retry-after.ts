/**
 * Returns how long a `retry-after` header asks to wait, in milliseconds from now; `undefined` where it says nothing that can
 * be read. It holds seconds or a date (RFC 9110, section 10.2.3).
 */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const delays = [Number(header) * 1_000, Date.parse(header) - Date.now()];
  const delayMs = delays.find((delay) => Number.isFinite(delay));
  return delayMs === undefined ? undefined : Math.max(0, delayMs);
}
