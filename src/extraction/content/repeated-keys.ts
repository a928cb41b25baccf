const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/gu;

/** The first name that an object of a valid JSON text has twice, of which a parser keeps the last value alone. */
export function findRepeatedKey(json: string): string | undefined {
  /** The names of each open object; `undefined` for a list. */
  const open: (Set<string> | undefined)[] = [];
  let mayBeKey = false;
  for (const [found] of json.matchAll(token)) {
    const names = open.at(-1);
    if (found === '{' || found === '[') {
      open.push(found === '{' ? new Set() : undefined);
      mayBeKey = found === '{';
    } else if (found === '}' || found === ']') {
      open.pop();
      mayBeKey = false;
    } else if (found === ',') {
      mayBeKey = names !== undefined;
    } else if (mayBeKey && names !== undefined) {
      mayBeKey = false;
      const name = String(JSON.parse(found));
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}
