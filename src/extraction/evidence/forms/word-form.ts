import { isTag } from 'domhandler';
import { splitWords } from '../../lexicon/fold-label.ts';
import { parseStockLine } from '../../values/parse-availability.ts';
import { noWords, yesWords } from '../../values/yes-no-words.ts';
import type { LineHit, LineIndex } from '../index-lines.ts';
import { type EvidenceForm, maxHits } from './evidence-form.ts';
import { findAnswers } from './stock-form.ts';
import { toWordSet, lazily } from '../../../runtime/collections.ts';

/** Single letters and digits stand everywhere for other things. */
const isDistinctive = (word: string): boolean => !/^[a-z\d×]$/.test(word);
const distinctiveYes = [...yesWords].filter(isDistinctive);
const distinctiveNo = [...noWords].filter(isDistinctive);
const machineName = /^[A-Za-z]+(?:[_-][A-Za-z]+)+$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+$/;

/** Names the form of a yes or no in words, which says so of its own label alone. */
export const yesOrNo = 'yes or no';
const anyAnswer = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${[...distinctiveYes, ...distinctiveNo].join('|')}|×)(?![\\p{L}\\p{M}\\p{N}])`,
  'gu',
);

/** What belongs to a yes or no of several in one line: the label before each, or behind each. */
export function findAnswered(
  text: string,
  start: number,
  end: number,
  reach: number,
): { readonly before: string; readonly after: string } {
  const from = Math.max(0, start - reach);
  const before = text.slice(from, start);
  const after = text.slice(end, end + reach);
  const last = [...before.matchAll(anyAnswer)].at(-1);
  const next = after.search(anyAnswer);
  if (last === undefined && next < 0) return { before, after };
  const own = last === undefined ? before : before.slice(last.index + last[0].length);
  const behind = next < 0 ? after : after.slice(0, next);
  // A colon before the first of them may be that of a heading: "Amenities: ✓ Pool ✗ Gym".
  const isAsked = asks.test(own) && (last !== undefined || asks.test(behind));
  // Without colons the end of the line says on which side the labels are.
  return isAsked || endsWithAnswer(text)
    ? { before: own, after: '' }
    : { before: '', after: behind };
}

const asks = /[:?] ?$/u;

const longestAnswer = 16;

function endsWithAnswer(text: string): boolean {
  const tail = text.slice(-longestAnswer);
  const last = [...tail.matchAll(anyAnswer)].at(-1);
  return last !== undefined && !/[\p{L}\p{N}]/u.test(tail.slice(last.index + last[0].length));
}

export const booleanForm: EvidenceForm = ({ index, states }) => ({
  isOnly: ({ value }) => typeof value === 'boolean',
  find(asked) {
    const { value, words } = asked;
    if (typeof value !== 'boolean') return [];
    const said = (value ? distinctiveYes : distinctiveNo)
      .flatMap((word) => (index.find(word, maxHits) ?? []).filter((hit) => isSwitch(word, hit)))
      .map((hit) => ({ ...hit, rule: yesOrNo }));
    return [...findAnswers(asked, states()), ...findStatements(index, words, value), ...said];
  },
});

/** "On" and "off" begin other phrases: "On request". */
function isSwitch(word: string, { line, end }: LineHit): boolean {
  return (word !== 'on' && word !== 'off') || !/^ ?[\p{L}\p{N}]/u.test(line.text.slice(end));
}

const leading: ReadonlySet<string> = new Set(['is', 'are', 'has', 'have']);
/** What else than a statement a text is: a filter's label, a way there, what no longer holds. */
const unstated: ReadonlySet<string> = toWordSet(
  'a button del dt form label nav option s strike th',
);
const unstatedClass = /(?:un|not-?)(?:available|included|checked)|disabled|excluded|inactive/i;
const denied = /(?<!\p{L})(?:no|not|without|excluded|unavailable)(?!\p{L})/u;
const answered = /^(?:[:?]|[^\p{L}\p{N}]*$)/u;

/** Lines that are a property's name and say so of it: "Pets allowed" for `petsAllowed`, "Pets not allowed" for its opposite. */
function findStatements(
  index: LineIndex,
  words: readonly string[],
  value: boolean,
): readonly LineHit[] {
  const telling = leading.has(words[0] ?? '') ? words.slice(1) : words;
  if (telling.length < 2 || parseStockLine(telling.join(' ')) !== undefined) return [];
  const phrase = telling.join(' ');
  const last = phrase.lastIndexOf(' ');
  const phrases = value
    ? [phrase]
    : ['not', 'are not'].map((not) => `${phrase.slice(0, last)} ${not}${phrase.slice(last)}`);
  const hits = phrases.flatMap((each) => index.find(each, maxHits) ?? []);
  const whole = hits.filter((hit) => isStatement(hit));
  // A name that is asked or answered elsewhere is a label.
  if (whole.length === 0 || hits.some((hit) => !isStatement(hit) && isOwnLine(hit))) return [];
  return whole.map((hit) => ({ ...hit, rule: yesOrNo, naming: 'own' }));
}

function isOwnLine({ line, start, end }: LineHit): boolean {
  return line.kind === 'text' && start <= 2 && answered.test(line.text.slice(end));
}

function isStatement(hit: LineHit): boolean {
  const { line, start, end } = hit;
  const { content } = line;
  if (line.kind !== 'text' || content.kind !== 'text') return false;
  if (/\p{L}|\p{N}|[✗✘✕×☐]/u.test(line.text.slice(0, start))) return false;
  if (!/^[.!]?$/.test(line.text.slice(end).trim())) return false;
  if (denied.test(content.heading?.text.toLowerCase() ?? '')) return false;
  const part = line.parts.findLast((each) => each.start <= start);
  for (let at = part?.source.node.parent ?? null; at !== null; at = at.parent) {
    if (!isTag(at)) break;
    if (unstated.has(at.name) || unstatedClass.test(at.attribs['class'] ?? '')) return false;
  }
  return true;
}

/** The member of an enumeration as programs write it: `full_time` for "full time". */
export const enumForm: EvidenceForm = ({ index }) => ({
  find({ text }) {
    if (!machineName.test(text)) return [];
    const hits = index.find(splitWords(text).join(' '), maxHits) ?? [];
    return hits.map((hit) => ({ ...hit, rule: 'enum' }));
  },
});

const hidden =
  /(?<![\w.+@-])([\w.+-]{1,64}) ?[([{] ?(?:at|ät|@) ?[)\]}] ?([\w-]{1,63}(?:(?:\.| ?[([{] ?(?:dot|punkt) ?[)\]}] ?)[\w-]{1,63}){1,4})/gu;
const hiddenDot = / ?[([{] ?(?:dot|punkt) ?[)\]}] ?/g;

/** An address of mail as pages write it for people alone: "info (at) shop.example". */
export const emailForm: EvidenceForm = ({ index }) => {
  const addresses = lazily(
    () =>
      new Map(
        Array.from(index.all.matchAll(hidden), ({ 0: found, 1: name, 2: host = '', index: at }) => [
          `${name}@${host.replaceAll(hiddenDot, '.')}`,
          { start: at, end: at + found.length },
        ]),
      ),
  );
  return {
    find({ text }) {
      const place = text.includes('@') ? addresses().get(text.toLowerCase()) : undefined;
      const hit = place === undefined ? undefined : index.hitAt(place.start, place.end, 'address');
      return hit === undefined ? [] : [hit];
    },
  };
};
