import { parseJsonPointer } from '../../schema/json-pointer.ts';

/** Names a target in messages by its path: `/steps/3/parameters/fields/price/selectors` is `Step 4, field "price"`. */
export function nameTarget(path: string): string {
  const names = parseJsonPointer(path) ?? [];
  const steps: string[] = [];
  let field: string | undefined;
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    if (before === 'steps' && /^\d+$/.test(name)) steps.push(`step ${Number(name) + 1}`);
    if (before === 'fields' && /^(?:parameters|follow)$/.test(names[index - 2] ?? '')) {
      field = name.slice(0, 60);
    }
  }
  const last = names.at(-1) ?? '';
  const role =
    field === undefined ? (last === 'selectors' ? '' : `, ${last}`) : `, field "${field}"`;
  const place = steps.join(', ') + role;
  return place.charAt(0).toUpperCase() + place.slice(1);
}
