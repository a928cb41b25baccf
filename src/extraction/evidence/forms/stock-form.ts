import { addTo } from '../../../runtime/collections.ts';
import { type Availability, parseAvailability } from '../../values/parse-availability.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';
import { type AskedValue, type EvidenceForm, vocabulary } from './evidence-form.ts';

const isState = ({ text, kind }: AskedValue): boolean =>
  text !== '' && (kind === 'availability' || vocabulary.test(text));

/** A state of stock: "InStock" as "available". */
export const stockForm: EvidenceForm = ({ states }) => ({
  isOnly: isState,
  find(asked) {
    const state = isState(asked) ? parseAvailability(asked.text) : undefined;
    return state === undefined ? [] : (states().get(state) ?? []);
  },
});

const maxStateLength = 80;
const maxStateLines = 20_000;
/** "1" and "yes" say so only where the property is named. */
const bare = /^(?:\d+\+?|true|false|yes|no)$/;

export function indexStates(
  lines: readonly EvidenceLine[],
): ReadonlyMap<Availability, readonly LineHit[]> {
  const states = new Map<Availability, LineHit[]>();
  let seen = 0;
  for (const line of lines) {
    if (line.isAddress) continue;
    for (const [start, end] of listStatements(line)) {
      seen += 1;
      if (seen > maxStateLines) return states;
      const said = line.text.slice(start, end);
      const state = bare.test(said) ? undefined : parseAvailability(said);
      if (state === undefined) continue;
      const label = said.lastIndexOf(': ');
      const from = start + (label < 0 ? 0 : label + 2);
      addTo(states, state, { line, start: from, end, last: line, rule: 'enum' });
    }
  }
  return states;
}

/** The parts of a line that may say a state: the line itself, or of a longer one each of its texts. */
function listStatements({
  text,
  parts,
}: EvidenceLine): readonly (readonly [start: number, end: number])[] {
  if (text.length <= maxStateLength) return text === '' ? [] : [[0, text.length]];
  return parts.flatMap(({ start }, at) => {
    const said = text.slice(start, parts[at + 1]?.start ?? text.length);
    const isShort = said.length <= maxStateLength && said.trim() !== '';
    return isShort ? [[start, start + said.trimEnd().length] as const] : [];
  });
}
