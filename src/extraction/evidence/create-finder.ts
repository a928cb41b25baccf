import { addTo, getOrMake, addAll, lazily } from '../../runtime/collections.ts';
import type { ValueKind } from '../lexicon/concept.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { findConcept } from '../lexicon/find-concept.ts';
import { parseAvailability } from '../values/parse-availability.ts';
import type { AnswerLeaf } from './answer-leaves.ts';
import { isWholeAddress, toBareAddress } from './find-missing-addresses.ts';
import { foldNeedle } from './fold-for-search.ts';
import { codeForm } from './forms/code-form.ts';
import { dateForm } from './forms/date-form.ts';
import { durationForm } from './forms/duration-form.ts';
import {
  type AskedValue,
  type EvidenceForm,
  type FormPage,
  type IsReadAt,
  maxHits,
  vocabulary,
} from './forms/evidence-form.ts';
import { amountForm, currencyForm } from './forms/money-form.ts';
import { countForm, indexNumbers, numberForm, scaledForm } from './forms/number-form.ts';
import { phoneForm } from './forms/phone-form.ts';
import { regionForm } from './forms/region-form.ts';
import { indexStates, isOnlyAnswer, stockForm } from './forms/stock-form.ts';
import { timeForm } from './forms/time-form.ts';
import { booleanForm, emailForm, enumForm } from './forms/word-form.ts';
import type { EvidenceLine, LineHit, LineIndex } from './index-lines.ts';
import { hasDigit } from '../values/numbers/fold-number-text.ts';

interface ValueFinder {
  /** At most 2,000 places, one list for all equal values; `undefined` once the search took the most work that is done for one page. */
  readonly find: (leaf: AnswerLeaf) => readonly LineHit[] | undefined;
  /** The places at which a value was read and stands among other things, which is no sign of it elsewhere: "4 servings". */
  readonly findRead: (leaf: AnswerLeaf, isReadAt: IsReadAt) => readonly LineHit[];
  readonly isOnlyState: (leaf: AnswerLeaf) => boolean;
  readonly countLike: (value: number) => number;
}

/** Of two forms of one place the first counts. */
const forms: readonly EvidenceForm[] = [
  numberForm,
  countForm,
  stockForm,
  booleanForm,
  enumForm,
  emailForm,
  codeForm,
  phoneForm,
  timeForm,
  regionForm,
  dateForm,
  durationForm,
  scaledForm,
  currencyForm,
  amountForm,
];
/** Longer texts are no date, duration, amount or name of a state. */
const maxFormLength = 40;
const address = /^(?:https?:\/)?\/\S{1,8000}$/i;
/** Characters by which addresses may become longer in all when they are made absolute. */
const maxAddedLength = 8 * 1_024 * 1_024;

/** Creates a finder for the lines of a page, whose indexes are made when they are first needed. */
export function createFinder(
  index: LineIndex,
  baseUrl: string,
  language: string | undefined,
): ValueFinder {
  const place = { language, host: URL.parse(baseUrl)?.hostname };
  const addresses = lazily(() => indexLineAddresses(index.lines, baseUrl));
  const page: FormPage = {
    index,
    place,
    numbers: lazily(() => indexNumbers(index, place)),
    states: lazily(() => indexStates(index.lines)),
  };
  const opened = forms.map((open) => open(page));
  const known = new Map<string, readonly LineHit[]>();

  function find({ value, name }: AnswerLeaf): readonly LineHit[] | undefined {
    const kind = findConcept(name)?.kind;
    const words = canNameForm(value, kind) ? splitWords(name) : [];
    const asked = `${typeof value} ${kind} ${words.join('.')} ${value}`;
    const hits = known.get(asked) ?? search(value, kind, words);
    if (hits !== undefined) known.set(asked, hits);
    return hits;
  }

  function search(
    value: AnswerLeaf['value'],
    kind: ValueKind | undefined,
    words: readonly string[],
  ): readonly LineHit[] | undefined {
    const text = typeof value === 'number' ? '' : String(value).trim();
    const href = toAddress(value, baseUrl);
    if (href !== undefined) return addresses().get(href) ?? findInTexts(text);
    const hits: LineHit[] = [];
    // Yes and no are looked for as states and by their property's name; as words they stand anywhere.
    if (typeof value === 'string') {
      const copies = index.find(foldNeedle(text), maxHits);
      if (copies === undefined) return undefined;
      addAll(hits, copies);
    }
    addAll(hits, findForms({ value, text, kind, words }));
    return dropDoubles(hits).slice(0, maxHits);
  }

  function findForms(asked: AskedValue): readonly LineHit[] {
    if (asked.text.length > maxFormLength && !vocabulary.test(asked.text)) return [];
    const only = opened.findIndex(({ isOnly }) => isOnly?.(asked) === true);
    const tried = opened.filter(({ isBeside }, at) => only < 0 || at === only || isBeside === true);
    return tried.flatMap((form) => form.find(asked));
  }

  function findRead({ value, name }: AnswerLeaf, isReadAt: IsReadAt): readonly LineHit[] {
    const kind = findConcept(name)?.kind;
    const text = typeof value === 'number' ? '' : String(value).trim();
    if (typeof value !== 'number' && !hasDigit(text)) return [];
    const words = canNameForm(value, kind) ? splitWords(name) : [];
    return dropDoubles(findForms({ value, text, kind, words, isReadAt }).filter(isReadAt));
  }

  /** An address within a text, which people write without `https://`. */
  function findInTexts(text: string): readonly LineHit[] | undefined {
    const bare = foldNeedle(toBareAddress(text) ?? '');
    return index.find(bare, maxHits)?.flatMap((hit): readonly LineHit[] => {
      const { line, start } = hit;
      const end = start + bare.length;
      if (!line.text.startsWith(bare, start) || !isWholeAddress(line.text, start, end)) return [];
      const scheme = schemeBefore.exec(line.text.slice(Math.max(0, start - 8), start))?.[0] ?? '';
      return [{ ...hit, start: start - scheme.length, end, rule: 'absolute URL' }];
    });
  }

  function isOnlyState({ name, value }: AnswerLeaf): boolean {
    if (typeof value === 'boolean') return isOnlyAnswer(splitWords(name), value, page.states());
    if (typeof value !== 'string' || findConcept(name)?.kind !== 'availability') return false;
    const state = parseAvailability(value);
    return state !== undefined && page.states().size === 1 && page.states().has(state);
  }

  return { find, findRead, isOnlyState, countLike: (value) => page.numbers().countLike(value) };
}

const schemeBefore = /https?:\/\/$/;

/** Longer texts are the same whatever they are called. */
const maxNamedLength = 20;

/** Whether a value may stand in a form that depends on its property's name. */
function canNameForm(value: AnswerLeaf['value'], kind: ValueKind | undefined): boolean {
  if (typeof value !== 'string') return true;
  return (kind === undefined || kind === 'text') && value.length <= maxNamedLength;
}

export function toAddress(value: AnswerLeaf['value'], baseUrl: string): string | undefined {
  if (typeof value !== 'string' || vocabulary.test(value)) return undefined;
  return address.test(value.trim()) ? URL.parse(value.trim(), baseUrl)?.href : undefined;
}

function indexLineAddresses(
  lines: readonly EvidenceLine[],
  baseUrl: string,
): ReadonlyMap<string, readonly LineHit[]> {
  const found = new Map<string, LineHit[]>();
  let added = 0;
  for (const line of lines) {
    if (!line.isAddress && !address.test(line.shown)) continue;
    const href = added > maxAddedLength ? undefined : URL.parse(line.shown, baseUrl)?.href;
    if (href === undefined) continue;
    added += Math.max(0, href.length - line.shown.length);
    const hit = { line, start: 0, end: line.text.length, last: line, rule: 'absolute URL' };
    addTo(found, href, hit, maxHits);
  }
  return found;
}

/** Of places that are found in several ways the first: the closest copy. */
function dropDoubles(hits: readonly LineHit[]): readonly LineHit[] {
  const seen = new Map<EvidenceLine, Set<number>>();
  return hits.filter(({ line, start }) => {
    const starts = getOrMake(seen, line, () => new Set<number>());
    return !starts.has(start) && starts.add(start);
  });
}
