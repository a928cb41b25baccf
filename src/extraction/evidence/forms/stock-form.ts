import { addTo } from '../../../runtime/collections.ts';
import { parseAvailability, parseStockLine } from '../../values/parse-availability.ts';
import type { Availability } from '../../values/qualify-state.ts';
import type { EvidenceLine, LineHit } from '../index-lines.ts';
import { type AskedValue, type EvidenceForm, vocabulary } from './evidence-form.ts';

const isState = ({ value, text, kind }: AskedValue): boolean =>
  typeof value === 'string' && text !== '' && (kind === 'availability' || vocabulary.test(text));

/** A state of stock: "InStock" as "available". */
export const stockForm: EvidenceForm = ({ states }) => ({
  isOnly: isState,
  find(asked) {
    const state = isState(asked) ? parseAvailability(asked.text) : undefined;
    return state === undefined ? [] : (states().get(state) ?? []);
  },
});

const auxiliary: ReadonlySet<string> = new Set(['is', 'are', 'currently']);
/** "in stock", "out of stock" */
const longestState = 3;
const hasStock: ReadonlyMap<Availability, boolean> = new Map([
  ['InStock', true],
  ['LimitedAvailability', true],
  ['OutOfStock', false],
  ['Discontinued', false],
]);

/** What a state of stock answers to a property that is called after one: `inStock`, `isAvailable`, `soldOut`. */
function toAnswer(words: readonly string[], state: Availability): boolean | undefined {
  const telling = words.filter((word) => !auxiliary.has(word));
  const named = telling.length > longestState ? undefined : parseStockLine(telling.join(' '));
  if (named === undefined) return undefined;
  const wanted = hasStock.get(named);
  const stated = hasStock.get(state);
  if (wanted === undefined) return named === state ? true : undefined;
  return stated === undefined ? undefined : wanted === stated;
}

/** Where a page that states one answer alone does so: of the states of several products each is one's own. */
export function findAnswers(
  { value, words }: AskedValue,
  states: ReadonlyMap<Availability, readonly LineHit[]>,
): readonly LineHit[] {
  if (typeof value !== 'boolean' || !isOnlyAnswer(words, value, states)) return [];
  // A text that only holds a phrase may go on otherwise: "Not yet available".
  return [...states].flatMap(([state, hits]) =>
    hits.filter(({ line, start, end }) => parseStockLine(line.text.slice(start, end)) === state),
  );
}

export function isOnlyAnswer(
  words: readonly string[],
  value: boolean,
  states: ReadonlyMap<Availability, readonly LineHit[]>,
): boolean {
  return states.size > 0 && [...states.keys()].every((state) => toAnswer(words, state) === value);
}

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
