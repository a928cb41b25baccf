import { getOrMake } from '../../../runtime/collections.ts';
import { type Dimension, findUnit, listMeasures } from './units.ts';
import {
  type NumberContext,
  type NumberLocale,
  type ScaleWord,
  foldWord,
  learnScaleWords,
  toPrefix,
} from './number-locale.ts';

/** What a word multiplies a number by. */
interface Scale {
  /** Of ten. */
  readonly power: number;
  /** What it may be as well, as powers of ten. */
  readonly others: readonly number[];
  readonly isSure: boolean;
  /** Characters behind the number, and before it, that the word takes. */
  readonly length: number;
  readonly lengthBefore: number;
}

const wordBehind = /^[ \u00A0]?(?:['\p{L}\p{M}.\u0970\u00A0]| (?=\p{L})){1,30}/u;
/** What each word that multiplies has; a language's are learned only where a text has it, for they take up to 100 ms. */
const anyLetter = /\p{L}/u;
const wordBefore = /(?:^|[^\p{L}])([\p{L}\p{M}]{1,20})[ \u00A0]?-?$/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Single letters with a point each stand for words: of a Dutch price "k.k." says who pays the notary. */
const abbreviation = /^\p{L}\.\p{L}(?!\p{L})/u;

/** The word that multiplies a number: `million` behind it, in a few languages before it. */
export function findScale(
  before: string,
  after: string,
  { kind: wanted, ...context }: NumberContext,
  locale: NumberLocale | undefined,
  isAmount: boolean = wanted === 'money',
): Scale | undefined {
  const kind = isAmount ? 'money' : wanted;
  const found = wordBehind.exec(after)?.[0];
  if (found !== undefined && anyLetter.test(found)) {
    const words = learnScaleWords(locale);
    const blank = /^[ \u00A0]?/.exec(found)?.[0].length ?? 0;
    for (let end = found.length; end > blank; end -= 1) {
      const word = found.slice(blank, end).trimEnd();
      const scale = words.get(foldWord(word));
      const next = after.slice(blank + word.length)[0] ?? '';
      if (scale === undefined || abbreviation.test(after.slice(blank))) continue;
      // "$80K/yr": what an amount is for begins behind a stroke, and a unit of something else goes on.
      const isRate = kind === 'money' && next === '/';
      const isWhole = isRate || !/[\p{L}\p{M}/\d²³]/u.test(next) || unspaced.test(word);
      if (isWhole) return toScale(word, scale, blank, locale, { ...context, kind });
    }
  }
  const prefix = wordBefore.exec(before)?.[1];
  if (prefix === undefined || (locale === undefined && wanted === 'integer')) return undefined;
  const scale = learnScaleWords(locale).get(toPrefix(foldWord(prefix)));
  if (scale === undefined) return undefined;
  const length = before.length - before.lastIndexOf(prefix);
  const made = toScale(prefix, scale, 0, locale, { ...context, kind });
  if (made === undefined) return undefined;
  if (made.isSure) return { ...made, length: 0, lengthBefore: length };
  return {
    ...made,
    power: 0,
    others: [made.power, ...made.others],
    length: 0,
    lengthBefore: length,
  };
}

function toScale(
  word: string,
  scale: ScaleWord,
  blank: number,
  locale: NumberLocale | undefined,
  { kind, peers = [], isMeasure = false }: NumberContext,
): Scale | undefined {
  const unit = kind === 'money' ? undefined : findUnit(word);
  if (unit !== undefined && (isMeasure || isAmongUnits(peers, unit.dimension))) return undefined;
  const [power = 0, ...others] = [...scale.scales].map((factor) => Math.round(Math.log10(factor)));
  const isLetter = Array.from(word).length === 1 && !unspaced.test(word);
  // "12 m" are metres and "5 K" a temperature where the language writes its thousands otherwise, and "£5 a month" may be English.
  const isRead = kind === 'money' && locale !== undefined;
  const mayScale = isLetter && (unit === undefined || word === 'm');
  const isScaleHere = mayScale && isAmongScales(peers, locale);
  if (isLetter && blank > 0 && !scale.isApart && !isRead && !isScaleHere) return undefined;
  const isCounted = kind === 'money' || kind === 'count';
  if (
    isLetter &&
    !isCounted &&
    !isScaleHere &&
    (word === 'm' || (unit !== undefined && !scale.isUsual))
  ) {
    // "1.5L" are litres, and lakhs, as "1.2m" may be millions, only where the country writes them so.
    if (word !== 'm' && locale?.hasCountry === false) return undefined;
    return { power: 0, others: [power], isSure: false, length: blank + 1, lengthBefore: 0 };
  }
  const isSure = others.length === 0 && (locale !== undefined || scale.isUsual);
  // What some language multiplies by and others measure in is a unit where the language is not known.
  if (unit !== undefined && !isSure)
    return { power: 0, others: [power], isSure, length: blank + word.length, lengthBefore: 0 };
  return { power, others, isSure, length: blank + word.length, lengthBefore: 0 };
}

const dimensions = new WeakMap<readonly string[], ReadonlySet<Dimension>>();

/** Whether other texts of a column have a unit of a dimension that multiplies nothing: "12 km" beside "5 mi". */
function isAmongUnits(peers: readonly string[], dimension: Dimension): boolean {
  return getOrMake(
    dimensions,
    peers,
    () =>
      new Set(
        peers
          .flatMap(listMeasures)
          .filter(({ unit: { name } }) => !scaleLike.has(name))
          .map(({ unit }) => unit.dimension),
      ),
  ).has(dimension);
}

/** Characters of another text of the column that are looked at. */
const maxPeerLength = 2_000;
const scaledColumns = new WeakMap<readonly string[], boolean>();
const wordBehindNumber = /\p{Nd}[ \u00A0]?(\p{L}{2,14}\.?)(?!\p{L})/gu;

/** Whether other texts of a column have a word that multiplies and is no unit: "1.2 bn" beside "800 m". */
function isAmongScales(peers: readonly string[], locale: NumberLocale | undefined): boolean {
  return getOrMake(scaledColumns, peers, () =>
    peers.some((peer) =>
      Array.from(peer.slice(0, maxPeerLength).matchAll(wordBehindNumber)).some(([, word = '']) => {
        const scale = learnScaleWords(locale).get(foldWord(word));
        return scale?.isUsual === true && findUnit(word) === undefined;
      }),
    ),
  );
}

/** Units that are written as what a number is multiplied by. */
const scaleLike: ReadonlySet<string> = new Set(['m', 'mi', 't', 'K']);
