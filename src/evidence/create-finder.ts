import { findConcept } from '../structure/lexicon/lexicon.ts';
import { splitWords } from '../structure/analysis/fold-label.ts';
import { findMoney, toCurrencyCode } from '../structure/values/find-money.ts';
import { parseAvailability } from '../structure/values/parse-availability.ts';
import { parseDate } from '../structure/values/parse-date.ts';
import { parseDuration } from '../structure/values/parse-duration.ts';
import type { AnswerLeaf } from './answer-leaves.ts';
import { foldNeedle } from './fold-for-search.ts';
import { indexCurrencies } from './forms/index-currencies.ts';
import { indexDates } from './forms/index-dates.ts';
import { indexDurations } from './forms/index-durations.ts';
import { indexNumbers, type NumberToken } from './forms/index-numbers.ts';
import { indexStates } from './forms/index-states.ts';
import type { EvidenceLine, LineHit, LineIndex } from './index-lines.ts';

/** Where values of a page may stand. */
export interface ValueFinder {
  /** At most 2,000 places; `undefined` once the search took the most work that is done for one page. */
  readonly find: (leaf: AnswerLeaf) => readonly LineHit[] | undefined;
  /** Whether the value is the only state of stock that the page says. */
  readonly isOnlyState: (leaf: AnswerLeaf) => boolean;
  /** How many different numbers as long as this one the page has. */
  readonly countLike: (value: number) => number;
}

/** Most places considered for one value: a short one stands in each row of a long table. */
const maxHits = 2_000;
/** Longer texts are no date, duration, amount or name of a state. */
const maxFormLength = 40;
/** Looked for where the property is named, in the languages of most pages. */
const yesWords = ['true', 'yes', 'ja', 'oui', 'sí', 'sim', 'tak', 'да', '是', 'はい', '✓', '✔'];
const noWords = [
  'false',
  'no',
  'nein',
  'non',
  'nee',
  'nej',
  'nie',
  'нет',
  '否',
  'いいえ',
  '✗',
  '✘',
];
const plainNumber = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const isoDuration = /^p(?:\d|t\d)/i;
const machineName = /^[A-Za-z]+(?:[_-][A-Za-z]+)+$|^[A-Z]?[a-z]+(?:[A-Z][a-z]+)+$/;
const address = /^(?:https?:\/)?\/\S{1,8000}$/i;
/** Characters by which addresses may become longer in all when they are made absolute. */
const maxAddedLength = 8 * 1_024 * 1_024;
const vocabulary = /^https?:\/\/schema\.org\//i;
const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^ ?(?:k|tsd|thousand|tys|тыс)(?![\p{L}])/u, 1e3],
  [/^ ?(?:m|mio|mln|million|millionen|millions|millones|млн)(?![\p{L}])/u, 1e6],
  [/^ ?(?:bn|mrd|billion|milliarden|milliards|млрд)(?![\p{L}])/u, 1e9],
];

/** Creates a finder for the lines of a page. Its indexes of numbers, dates and durations are made when they are first needed. */
export function createFinder(index: LineIndex, baseUrl: string): ValueFinder {
  const numbers = lazily(() => indexNumbers(index.all));
  const dates = lazily(() => indexDates(index.all));
  const durations = lazily(() => indexDurations(index.all));
  const states = lazily(() => indexStates(index.lines));
  const addresses = lazily(() => indexLineAddresses(index.lines, baseUrl));
  const currencies = lazily(() => indexCurrencies(index.lines, maxHits));

  function find(leaf: AnswerLeaf): readonly LineHit[] | undefined {
    const { value } = leaf;
    if (typeof value === 'number') return findNumber(value, leaf.name);
    const text = String(value).trim();
    const href = toAddress(value, baseUrl);
    if (href !== undefined) return addresses().get(href) ?? [];
    const hits: LineHit[] = [];
    // Yes and no are looked for as states and by their property's name; as words they stand anywhere.
    if (typeof value !== 'boolean') {
      const copies = index.find(foldNeedle(text), maxHits);
      if (copies === undefined) return undefined;
      hits.push(...copies);
    }
    if (text.length <= maxFormLength || vocabulary.test(text)) hits.push(...findForms(leaf, text));
    return dropDoubles(hits).slice(0, maxHits);
  }

  function findNumber(value: number, name: string): readonly LineHit[] {
    const hits = toHits(numbers().find(value), 'number');
    if (findConcept(name)?.kind === 'duration')
      hits.push(...toHits(durations().get(value), 'duration'));
    if (value > 0 && value < 1) {
      const percent = numbers().find(Number((value * 100).toPrecision(12)));
      hits.push(
        ...toHits(
          percent.filter(({ end }) => /^ ?%/.test(index.all.slice(end, end + 2))),
          'percent',
        ),
      );
    }
    for (const [unit, factor] of multipliers) {
      if (Math.abs(value) < factor) break;
      const parts = numbers().find(value / factor);
      hits.push(
        ...toHits(
          parts.filter(({ end }) => unit.test(index.all.slice(end, end + 12))),
          'unit',
        ),
      );
    }
    return dropDoubles(hits).slice(0, maxHits);
  }

  function findForms({ name, value }: AnswerLeaf, text: string): readonly LineHit[] {
    if (plainNumber.test(text)) return toHits(numbers().find(Number(text)), 'number');
    const kind = findConcept(name)?.kind;
    if (kind === 'availability' || vocabulary.test(text)) {
      const state = parseAvailability(text);
      return state === undefined ? [] : (states().get(state) ?? []);
    }
    if (value === true || value === false) {
      const words = value ? yesWords : noWords;
      return words.flatMap((word) =>
        (index.find(word, maxHits) ?? []).map((hit) => ({ ...hit, rule: 'yes or no' })),
      );
    }
    const hits: LineHit[] = [];
    if (machineName.test(text)) {
      const words = index.find(splitWords(text).join(' '), maxHits) ?? [];
      hits.push(...words.map((hit) => ({ ...hit, rule: 'enum' })));
    }
    const day = /\d/.test(text) ? parseDate(text) : undefined;
    if (day !== undefined && day.text.length >= text.length - 20)
      hits.push(...toHits(dates().get(day.day), 'date'));
    if (isoDuration.test(text) || (kind === 'duration' && /\d/.test(text)))
      hits.push(...toHits(durations().get(parseDuration(text) ?? -1), 'duration'));
    hits.push(...findCurrency(text), ...findAmount(text));
    return hits;
  }

  /** A currency by its code or sign, beside a number. */
  function findCurrency(text: string): readonly LineHit[] {
    const code = text.length <= 4 ? toCurrencyCode(text) : undefined;
    return code === undefined ? [] : (currencies().get(code) ?? []);
  }

  /** An amount with its currency or unit, written in another way: "1299.00 EUR" for "€ 1.299,-". */
  function findAmount(text: string): readonly LineHit[] {
    const [money, other] = findMoney(text, true);
    if (money === undefined || other !== undefined || money.text.length < text.length) return [];
    const code = toCurrencyCode(money.currency ?? '');
    if (code === undefined) return [];
    const hits: LineHit[] = [];
    for (const { start, end } of numbers().find(Number(money.amount))) {
      const around = index.all.slice(Math.max(0, start - 6), end + 6);
      const isSame = findMoney(around, true).some(
        ({ currency = '' }) => toCurrencyCode(currency) === code,
      );
      const hit = isSame ? index.hitAt(start, end, 'currency') : undefined;
      if (hit !== undefined) hits.push(hit);
      if (hits.length >= maxHits) break;
    }
    return hits;
  }

  function toHits(places: readonly NumberToken[] | undefined, rule: string): LineHit[] {
    return (places ?? []).slice(0, maxHits).flatMap(({ start, end }) => {
      const hit = index.hitAt(start, end, rule);
      return hit === undefined || !isOwnNumber(hit, index.all, start, end) ? [] : [hit];
    });
  }

  function isOnlyState({ name, value }: AnswerLeaf): boolean {
    if (typeof value !== 'string' || findConcept(name)?.kind !== 'availability') return false;
    const state = parseAvailability(value);
    return state !== undefined && states().size === 1 && states().has(state);
  }

  return { find, isOnlyState, countLike: (value) => numbers().countLike(value) };
}

/** Characters beside a number that is all that an attribute or a leaf of structured data says: a sign, a unit. */
const besideNumber = 6;

/** Behind a number that is a part of a time or a rank: "10:30", "2nd". */
const inOther = /^(?::\d|(?:st|nd|rd|th)(?!\p{L}))/u;

/** Whether a number stands for itself: not as a part of a time or a rank, nor in an attribute or a name among other things. */
function isOwnNumber({ line }: LineHit, all: string, start: number, end: number): boolean {
  if (line.isAddress) return false;
  if (line.kind !== 'text' && line.text.length > end - start + besideNumber) return false;
  const after = all.slice(end, end + 3);
  return !/\d:$/.test(all.slice(Math.max(0, start - 2), start)) && !inOther.test(after);
}

/** The absolute form of a value that is an address and nothing else; relative ones begin with a slash. */
export function toAddress(value: AnswerLeaf['value'], baseUrl: string): string | undefined {
  if (typeof value !== 'string' || vocabulary.test(value)) return undefined;
  return address.test(value.trim()) ? URL.parse(value.trim(), baseUrl)?.href : undefined;
}

/** The lines that are an address, by its absolute form. */
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
    const hits = found.get(href) ?? [];
    found.set(href, hits);
    if (hits.length >= maxHits) continue;
    hits.push({ line, start: 0, end: line.text.length, last: line, rule: 'absolute URL' });
  }
  return found;
}

/** Of places that are found in several ways the first: the closest copy. */
function dropDoubles(hits: readonly LineHit[]): readonly LineHit[] {
  const kept: LineHit[] = [];
  const seen = new Map<object, Set<number>>();
  for (const hit of hits) {
    const starts = seen.get(hit.line) ?? new Set();
    seen.set(hit.line, starts);
    if (starts.has(hit.start)) continue;
    starts.add(hit.start);
    kept.push(hit);
  }
  return kept;
}

function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
