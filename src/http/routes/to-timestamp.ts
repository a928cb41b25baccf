/** A moment as it crosses the wire: ISO 8601, UTC; null while it is not known. */
export function toTimestamp(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
