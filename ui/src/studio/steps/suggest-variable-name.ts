import { nameTarget } from './name-target.ts';

/** Returns a name for the variable that a typed text becomes: what its field is called, as far as a name may hold that. */
export function suggestVariableName(selectors: unknown, taken: readonly string[]): string {
  const words = (/“(.+)”/.exec(nameTarget(selectors))?.[1] ?? '')
    .normalize('NFKD')
    .match(/[a-z\d]+/gi);
  const base = (words ?? [])
    .slice(0, 4)
    .map((word, index) => {
      const lower = word.toLowerCase();
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 40);
  const first = base === '' ? 'text' : base;
  let name = first;
  for (let count = 2; taken.includes(name); count += 1) name = `${first}${count}`;
  return name;
}
