import { setOwn } from '../copy-plain-json.ts';
import { parseJsonPointer } from '../json-pointer.ts';
import { isSchemaObject } from '../list-applicable-schemas.ts';

/**
 * Returns a copy of the value with the patches, by JSON Pointer, applied. Only places in `paths` are written, whatever
 * the patches hold, and only if the owner of the place exists.
 */
export function applyPatches(
  value: unknown,
  paths: readonly string[],
  patches: ReadonlyMap<string, unknown>,
): unknown {
  let patched = value;
  for (const path of new Set(paths)) {
    const segments = parseJsonPointer(path);
    if (segments === undefined || !patches.has(path)) continue;
    patched = replaceAt(patched, segments, patches.get(path));
  }
  return patched;
}

function replaceAt(owner: unknown, segments: readonly string[], replacement: unknown): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined) return replacement;
  if (Array.isArray(owner)) {
    const index = Number(segment);
    if (!/^\d+$/.test(segment) || index >= owner.length) return owner;
    return owner.map((item, at) => (at === index ? replaceAt(item, rest, replacement) : item));
  }
  if (!isSchemaObject(owner)) return owner;
  if (!Object.hasOwn(owner, segment) && rest.length > 0) return owner;
  const copied = { ...owner };
  setOwn(copied, segment, replaceAt(owner[segment], rest, replacement));
  return copied;
}
