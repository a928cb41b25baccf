/** A path of names and indexes as JSON Pointer (RFC 6901): `['items', 0, 'a/b']` → `/items/0/a~1b`. */
export function toJsonPointer(segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** A path as a `$ref` inside the same document: `['$defs', 'a b']` → `#/$defs/a%20b`. */
export function toReference(segments: readonly (string | number)[]): string {
  return `#${encodeURI(toJsonPointer(segments).toWellFormed()).replaceAll('#', '%23')}`;
}

/** The names in a JSON Pointer, unescaped; `undefined` when it does not start with `/` (and is not empty). */
export function parseJsonPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a path, own properties only; `undefined` when there is none. */
export function findAtPath(root: unknown, segments: readonly string[]): unknown {
  let value = root;
  for (const segment of segments) {
    if (Array.isArray(value)) {
      if (!/^(?:0|[1-9]\d{0,9})$/.test(segment)) return undefined;
      value = value[Number(segment)];
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, segment)) {
      value = (value as Readonly<Record<string, unknown>>)[segment];
    } else return undefined;
  }
  return value;
}
