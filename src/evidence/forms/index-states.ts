import { parseAvailability, type Availability } from '../../structure/values/parse-availability.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';

/** Characters of a text that says whether something is in stock, and texts that are looked at. */
const maxLength = 80;
const maxLines = 20_000;
/** "1" and "yes" say so only where the property is named. */
const bare = /^(?:\d+\+?|true|false|yes|no)$/;

/** The texts that say a state of stock. */
export function indexStates(
  lines: readonly EvidenceLine[],
): ReadonlyMap<Availability, readonly LineHit[]> {
  const states = new Map<Availability, LineHit[]>();
  let seen = 0;
  for (const line of lines) {
    if (line.isAddress) continue;
    for (const [start, end] of listStatements(line)) {
      seen += 1;
      if (seen > maxLines) return states;
      const said = line.text.slice(start, end);
      const state = bare.test(said) ? undefined : parseAvailability(said);
      if (state === undefined) continue;
      const hits = states.get(state) ?? [];
      states.set(state, hits);
      const label = said.lastIndexOf(': ');
      const from = start + (label < 0 ? 0 : label + 2);
      hits.push({ line, start: from, end, last: line, rule: 'enum' });
    }
  }
  return states;
}

/** The parts of a line that may say a state: the line itself, or of a longer one each of its texts. */
function listStatements({
  text,
  parts,
}: EvidenceLine): readonly (readonly [start: number, end: number])[] {
  if (text.length <= maxLength) return text === '' ? [] : [[0, text.length]];
  return parts.flatMap(({ start }, at) => {
    const said = text.slice(start, parts[at + 1]?.start ?? text.length);
    const isShort = said.length <= maxLength && said.trim() !== '';
    return isShort ? [[start, start + said.trimEnd().length] as const] : [];
  });
}
