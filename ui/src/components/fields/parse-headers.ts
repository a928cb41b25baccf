/** Headers from lines of `Name: value`; `undefined` where a line is none. */
export function parseHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers[name] = value;
  }
  return headers;
}
