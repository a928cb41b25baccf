/** The value that a JSON Pointer names; `undefined` where there is none. */
export function findValue(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value;
}
