import { type Candidate, machineOrigins } from '../candidate.ts';
import { listDayLabels } from '../day-labels.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { splitWords } from '../../lexicon/fold-label.ts';
import { changeNames } from '../../lexicon/find-concept.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Trust in the day of the last change as that of publication, where the page shows another day. */
const changeTrust = 0.6;

export function isChange({ concept }: FieldPlan, name: string): boolean {
  return concept?.name === 'publishedDate' && changeNames.has(name);
}

export function weighChanges(
  { concept }: FieldPlan,
  found: readonly Candidate[],
  scope: Scope,
): readonly Candidate[] {
  if (concept?.name !== 'publishedDate') return found;
  const said = found.map((one) => findSaidDay(one, scope));
  const shown = new Set(found.flatMap(({ key }, at) => (said[at] === 'change' ? [key] : [])));
  // Where the head states both days, the one that the page shows without a word is the one that it is.
  const stated = found.filter(({ origin }) => machineOrigins.has(origin));
  const changes = new Set(stated.flatMap(({ isChange, key }) => (isChange === true ? [key] : [])));
  const isPublished = ({ isChange, key }: Candidate): boolean =>
    isChange !== true && !changes.has(key);
  if (stated.some(isPublished)) for (const key of changes) shown.add(key);
  // The same day may be read once more of an element around the label.
  const candidates = found.map((one, at) => {
    const isSaid = !machineOrigins.has(one.origin) && said[at] !== 'publication';
    return isSaid && shown.has(one.key) ? { ...one, isChange: true } : one;
  });
  const changed = new Set(candidates.filter((one) => one.isChange === true).map(({ key }) => key));
  const isOther = (one: Candidate): boolean =>
    (!machineOrigins.has(one.origin) || isPublished(one)) && !changed.has(one.key);
  const isShown = candidates.some(({ origin }) => !machineOrigins.has(origin));
  if (changed.size === 0 || !isShown || !candidates.some(isOther)) return candidates;
  return candidates.map((one) =>
    one.isChange === true ? { ...one, weight: one.weight * changeTrust } : one,
  );
}

/**
 * Whether the day of the last change may stand for the one that is asked for: it is another one than that of publication in two of three
 * pages that state nothing else, so that a field for the latter stays empty where it may.
 */
export function takesChange({ name, required }: FieldPlan): boolean {
  return required || splitWords(name).every((word) => anyDateWords.has(word));
}

const anyDateWords: ReadonlySet<string> = new Set(['date', 'datum', 'day']);

/** Characters in front of a shown date, and of the elements around it, that say what day it is. */
const maxDayLabel = 30;
const maxDayLine = 60;
const changeTokens: ReadonlySet<string> = toWordSet('updated modified changed revised reviewed');
const publishTokens: ReadonlySet<string> = toWordSet('published publish created posted');

/** What the words directly in front of a shown date, or the names of its element, say of the day. */
function findSaidDay(
  { origin, source: { node, pointer } }: Candidate,
  { facts: { page } }: Scope,
): 'change' | 'publication' | undefined {
  const element = page.elementOf(node);
  if (element === undefined || pointer !== undefined || origin === 'meta') return undefined;
  if (origin === 'pair') return 'publication';
  const line = page.lineOf(element, maxDayLine);
  const own = line.slice(0, Math.max(0, line.search(/\p{Nd}/u)));
  const before = page.text.slice(Math.max(0, element.textStart - maxDayLabel), element.textStart);
  // Behind another number is the label of this day.
  const label = (before + own).split(/\p{Nd}/u).at(-1) ?? '';
  const last = listDayLabels(label).at(-1);
  if (last !== undefined) return last.said;
  for (const part of page.around(element, 3)) {
    if (part !== element && page.lineOf(part, maxDayLine) === '') break;
    const tokens = page.tokensOf(part);
    if ([...publishTokens].some((token) => tokens.has(token))) return 'publication';
    if ([...changeTokens].some((token) => tokens.has(token))) return 'change';
  }
  return undefined;
}
