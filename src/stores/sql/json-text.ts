/** JSON for a column, `null` for nothing. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** What this store wrote as JSON; whoever wrote it knows its type. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}
