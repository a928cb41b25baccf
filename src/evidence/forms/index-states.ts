import { parseAvailability, type Availability } from '../../structure/values/parse-availability.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';

/** Characters of a line that says whether something is in stock, and lines that are looked at. */
const maxLength = 80;
const maxLines = 20_000;
/** "1" and "yes" say so only where the property is named. */
const bare = /^(?:\d+\+?|true|false|yes|no)$/;

/** The lines that say a state of stock. */
export function indexStates(
  lines: readonly EvidenceLine[],
): ReadonlyMap<Availability, readonly LineHit[]> {
  const states = new Map<Availability, LineHit[]>();
  let seen = 0;
  for (const line of lines) {
    if (line.text.length > maxLength || line.text === '' || bare.test(line.text)) continue;
    if (line.isAddress) continue;
    seen += 1;
    if (seen > maxLines) break;
    const state = parseAvailability(line.shown);
    if (state === undefined) continue;
    const hits = states.get(state) ?? [];
    states.set(state, hits);
    const start = line.text.lastIndexOf(': ') + 1;
    hits.push({
      line,
      start: start === 0 ? 0 : start + 1,
      end: line.text.length,
      last: line,
      rule: 'enum',
    });
  }
  return states;
}
