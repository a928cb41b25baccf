import { foldLabel, splitWords } from '../../lexicon/fold-label.ts';
import { type Money, findMoney } from './find-money.ts';
import { isFormerSense, isLesserSense } from './price-words.ts';
import {
  deliveryBehind,
  findSenseOfRest,
  findSenseOfWords,
  formerBehind,
  isOfInstalments,
  leadsToPresent,
  maxSenseLength,
  measureBehind,
  netBehind,
  rangeWords,
} from './find-sense-in-line.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** What the name of a field for an amount asks of it beyond being a price. */
export type PriceRole = 'former' | 'net' | 'unit' | 'delivery' | 'lowest' | 'highest';

const rolesByWord: readonly (readonly [PriceRole, RegExp])[] = [
  ['net', /^(?:net|netto\p{L}*|ex|excl|excluding|without|before|ht|hors|sin|senza|zonder|exkl)$/u],
  ['unit', /^(?:unit|per|grundpreis)$/u],
  ['lowest', /^(?:min|minimum|lowest|low)$/u],
  ['highest', /^(?:max|maximum|highest|high)$/u],
];

/** The role that the words of a field's name give its amount, beside what its concept does. */
export function findPriceRole(name: string, concept: string | undefined): PriceRole | undefined {
  if (concept === 'oldPrice') return 'former';
  if (concept === 'shippingCost') return 'delivery';
  if (concept === 'lowSalary') return 'lowest';
  if (concept === 'highSalary') return 'highest';
  const words = splitWords(name);
  return rolesByWord.find(([, word]) => words.some((one) => word.test(one)))?.[0];
}

/** The words of a name without those by which it asks for the least or the greatest of several numbers. */
export function dropBoundWords(words: readonly string[]): readonly string[] {
  const bounds = rolesByWord.filter(([role]) => role === 'lowest' || role === 'highest');
  return words.filter((word) => !bounds.some(([, bound]) => bound.test(word)));
}

/** The amounts of a text that its words say have a role. */
export function chooseByRole(
  text: string,
  found: readonly Money[],
  role: PriceRole,
): readonly Money[] {
  return found.filter(({ read }, at) => {
    const before = text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart);
    const behind = text.slice(read.wholeEnd, found[at + 1]?.read.wholeStart);
    if (role === 'net') return netBehind.test(behind) || findSenseOfWords(before) === 'net';
    if (role === 'unit') return measureBehind.test(behind);
    if (role === 'delivery') return deliveryBehind.test(behind);
    if (role !== 'former') return false;
    return formerBehind.test(behind) || isFormerSense(findSenseOfWords(before));
  });
}

/** The amounts of a text that lack the tax which another one of it has, as its words say: "£120 (ex VAT £100)". */
export function listUntaxed(text: string, found: readonly Money[]): readonly Money[] {
  if (found.length < 2) return [];
  const taxed = findTaxed(text, found);
  return taxed === undefined
    ? chooseByRole(text, found, 'net')
    : found.filter((money) => money !== taxed);
}

/** The amounts of a text that it calls former beside one that it calls the present one, or that fell: "Was £80, now £64". */
export function listReplaced(text: string, found: readonly Money[]): readonly Money[] {
  const hasPresent = found.some(({ read }, at) =>
    leadsToPresent(text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart)),
  );
  const former = hasPresent ? chooseByRole(text, found, 'former') : [];
  return found.filter((money, at) => former.includes(money) || hasFallen(text, found, at));
}

/** Whether a text has a price and what it was, as its words say: "Was £80, now £64". */
export function isReducedPrice(text: string): boolean {
  const found = findMoney(text, true);
  return found.length > 1 && listReplaced(text, found).length === 1;
}

/** What stands between an amount and the one to which it fell, and nothing else: another amount has a mark or a noun there. */
const fallenTo: ReadonlySet<string> = toWordSet(
  'to for now por auf nur jetzt naar nu voor a à pour maintenant ahora agora ora na do teraz til till nå до сейчас',
);

/** Whether an amount behind a word that begins a range is followed by a lesser one: a range ascends, a price falls. "De R$ 99 por R$ 79" */
function hasFallen(text: string, found: readonly Money[], at: number): boolean {
  const [money, next] = found.slice(at, at + 2);
  if (money === undefined || next === undefined) return false;
  const between = text.slice(money.read.wholeEnd, next.read.wholeStart).trim().toLowerCase();
  const isLast = text.slice(next.read.wholeEnd).trim() === '';
  const isNext = between === '' ? isLast : fallenTo.has(between);
  if (!isNext || money.currency !== next.currency) return false;
  const before = text.slice(found[at - 1]?.read.wholeEnd ?? 0, money.read.wholeStart);
  const word = foldLabel(before.slice(-maxSenseLength)).split(' ').at(-1) ?? '';
  return (
    rangeWords.has(word) &&
    next.read.value < money.read.value &&
    !isOfInstalments(text, next.read) &&
    findSenseOfRest(text.slice(next.read.wholeEnd)) === undefined
  );
}

/** What stands between the ends of a range, of which what follows is said of both: "$75 to $125 per hour". */
const rangeMark =
  /^\s?(?:[-\u2010-\u2015~～]|to|bis|à|a|al|till|til|tot|do|до)\s?(?:\p{Lu}{0,3}\p{Sc}\s?)?$/iu;

function endOfRange(text: string, found: readonly Money[], at: number): number {
  const [money, next] = found.slice(at, at + 2);
  if (money === undefined || next === undefined) return at;
  return rangeMark.test(text.slice(money.read.wholeEnd, next.read.start)) ? at + 1 : at;
}

/** Of the amounts of one text those that are its price, as far as the words around them tell; all where they tell nothing. */
export function choosePrices(text: string, found: readonly Money[]): readonly Money[] {
  if (found.length < 2) return found;
  const taxed = findTaxed(text, found);
  if (taxed !== undefined) return [taxed];
  const befores = found.map(({ read }, at) =>
    text.slice(found[at - 1]?.read.wholeEnd ?? 0, read.wholeStart),
  );
  const hasCurrent = befores.some((before) => findSenseOfWords(before) === 'current');
  const present = befores.findIndex(leadsToPresent);
  const prices = found.filter(({ read }, at) => {
    const sense = findSenseOfWords(befores[at] ?? '', hasCurrent);
    // "$60 – now $10": what stands in front of the present amount was it.
    return (
      at >= present &&
      !isLesserSense(sense) &&
      !hasFallen(text, found, at) &&
      !isOfInstalments(text, read) &&
      findSenseOfRest(text.slice(found[endOfRange(text, found, at)]?.read.wholeEnd)) === undefined
    );
  });
  if (prices.length > 0) return prices;
  const [first, second] = found;
  const isNetBetween =
    found.length === 2 &&
    first !== undefined &&
    second !== undefined &&
    netBehind.test(text.slice(first.read.wholeEnd)) &&
    findSenseOfWords(befores[1] ?? '') === 'net';
  // "£100 ex VAT £120", "£120 (ex VAT £100)": the words are of the lesser amount.
  return isNetBetween && second.read.value > first.read.value ? [second] : found;
}

/** The highest tax on what is sold, as a factor. */
const maxTaxFactor = 1.3;
const taxedWords =
  '(?:税込(?:み|価格)?|総額|(?:incl|inc|inkl|including)\\.?\\s?(?:vat|tax|gst|mwst|ust|btw|moms)\\.?|ttc|iva incl(?:uido|usa|\\.)|brutto)';
const taxedBefore = new RegExp(`${taxedWords}[\\s:：(（]{0,3}$`, 'iu');
const taxedBehind = new RegExp(
  `^[\\s(（]{0,3}${taxedWords}(?![\\s:：¥￥]{0,3}\\p{Nd})(?!\\p{L})`,
  'iu',
);

/** Of two amounts of which one is the other with its tax, as words beside it say, that one: "11,636円（税込12,800円）". */
function findTaxed(text: string, [first, second, ...others]: readonly Money[]): Money | undefined {
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  const lesser = Math.min(first.read.value, second.read.value);
  const greater = first.read.value > second.read.value ? first : second;
  if (greater.read.value <= lesser || greater.read.value > lesser * maxTaxFactor) return undefined;
  const before = text.slice(greater === first ? 0 : first.read.wholeEnd, greater.read.wholeStart);
  const isSaid = taxedBefore.test(before) || taxedBehind.test(text.slice(greater.read.wholeEnd));
  // "1,980円（本体1,800円＋税10%）"
  const between = text.slice(first.read.wholeEnd, second.read.wholeStart);
  const isLesserNet = greater === first && findSenseOfWords(between) === 'net';
  return isSaid || isLesserNet ? greater : undefined;
}
