/** Names the element that selectors lead to: by its role and name, its text, else by the first selector. */
export function nameTarget(selectors: unknown): string {
  const lasts = (Array.isArray(selectors) ? selectors : [selectors]).flatMap((one: unknown) => {
    const last: unknown = Array.isArray(one) ? one.at(-1) : one;
    return typeof last === 'string' ? [last] : [];
  });
  const named = lasts.find((one) => /^aria\/[^[]/.test(one));
  const [, name = '', role] = /^aria\/(.*?)(?:\[role="([^"]+)"\])?$/s.exec(named ?? '') ?? [];
  if (name !== '') return role === undefined ? `“${name}”` : `${role} “${name}”`;
  const said = lasts.find((one) => one.startsWith('text/'));
  if (said !== undefined) return `“${said.slice('text/'.length)}”`;
  return lasts[0] ?? 'an element';
}
