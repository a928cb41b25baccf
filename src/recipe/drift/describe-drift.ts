import type { TargetReport } from '../../contracts/replay.ts';
import { parseJsonPointer } from '../../schema/json/json-pointer.ts';

/** A page made anew would fill the screen; the worst tell enough. */
const maxTold = 8;

/** One sentence for each target that moved, in the order given; selectors and names of features, no text of the page. */
export function describeDrift(moved: readonly TargetReport[]): readonly string[] {
  const told = moved.slice(0, maxTold).map(describeTarget);
  const rest = moved.length - told.length;
  return rest > 0 ? [...told, `${rest} more targets of the recipe moved.`] : told;
}

function describeTarget(report: TargetReport): string {
  const { path, uses, missing, misshapen, count, changed } = report;
  const facts = [describeService(report)];
  if (missing > 0 && missing < uses) facts.push(`nothing found in ${missing} of ${uses} uses`);
  if (misshapen > 0) facts.push(`${misshapen} of ${uses} values look unlike the remembered`);
  if (count?.remembered !== undefined && count.remembered !== count.found) {
    facts.push(`${count.found} items where there were ${count.remembered}`);
  }
  if (changed.length > 0) facts.push(`changed: ${changed.slice(0, 3).join(', ')}`);
  return `${nameTarget(path)}: ${facts.filter((fact) => fact !== '').join('; ')}.`;
}

function describeService({ servedBy, lost }: TargetReport): string {
  if (servedBy === 'nothing') return 'not found';
  if (servedBy === 'likeness') return 'found by its likeness, no selector led to it';
  if (servedBy === 'alternative') return 'found by another of its selectors than the first';
  return lost.includes(0) ? 'its first selector did not always lead to it' : '';
}

/** `/steps/3/parameters/fields/price/selectors` is `Step 4, field "price"`. */
function nameTarget(path: string): string {
  const names = parseJsonPointer(path) ?? [];
  const steps: string[] = [];
  let field: string | undefined;
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    if (before === 'steps' && /^\d+$/.test(name)) steps.push(`step ${Number(name) + 1}`);
    if (before === 'fields' && names[index - 2] === 'parameters') field = name.slice(0, 60);
  }
  const last = names.at(-1) ?? '';
  const role =
    field === undefined ? (last === 'selectors' ? '' : `, ${last}`) : `, field "${field}"`;
  const place = steps.join(', ') + role;
  return place.charAt(0).toUpperCase() + place.slice(1);
}
