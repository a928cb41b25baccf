/** A copy of a JSON value with the values at some paths replaced, or removed where the patch is `undefined`. Paths that lead nowhere are left out. */
export function patchValue(
  value: unknown,
  patches: readonly { readonly segments: readonly string[]; readonly value: unknown }[],
): unknown {
  let patched = structuredClone(value);
  for (const patch of patches) {
    const last = patch.segments.at(-1);
    if (last === undefined) patched = patch.value;
    else patchAt(patched, patch.segments.slice(0, -1), last, patch.value);
  }
  return patched;
}

function patchAt(root: unknown, parents: readonly string[], last: string, value: unknown): void {
  let parent = root;
  for (const segment of parents) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, segment)) return;
    parent = (parent as Readonly<Record<string, unknown>>)[segment];
  }
  if (typeof parent !== 'object' || parent === null) return;
  if (Array.isArray(parent) && !isIndexOf(parent, last)) return;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  // Defined, not assigned: `__proto__` is a name like any other here.
  else
    Object.defineProperty(parent, last, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}

function isIndexOf(list: readonly unknown[], segment: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(segment) && Number(segment) <= list.length;
}
