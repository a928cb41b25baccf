import type { FieldPlan } from './plan-fields.ts';
import { parseAvailability } from '../values/parse-availability.ts';
import { isTradeNumber, isTradePlaceholder } from '../values/trade-number.ts';
import type { ReadContext, ReadValue } from './value-read.ts';

/** Most characters after a code; a longer text is a sentence that begins with one. */
const maxBehindCode = 20;
const codeInSentenceQuality = 0.4;
/** What may stand in front of a code: `#`, `№`, `N°`, `Nr.`. */
const codeSign = /^(?:[#№]|n(?:[°ºo]|r)\.?(?=\s?\d))\s?/iu;
const codePattern = /^[\p{L}\p{N}][\p{L}\p{N}./_#+-]{0,39}/u;
/**
 * A code in groups, `5Q0 035 411`, `AB 1234 C`, `KX-77 B`, `AB/12 / C`: what follows them are other words or a mark. A long word, a
 * currency or a unit is no group; a group of small letters is one letter behind others.
 */
const groupedCode =
  /^(?=.*\d)(?:(?:\p{Lu}(?=.{3})|(?=.{5})\d)[\p{Lu}\d./_+#-]{0,15}(?: \/)?(?: (?:\p{Lu}{1,2}|[\p{Lu}\d./_+#-]*\d[\p{Lu}\d./_+#-]*)(?![\p{L}\d.%])){1,5}|(?=[^ ]*\d)\p{Ll}[\p{Ll}\d./_+#-]{1,15} \p{Ll})(?=$|\s?[(,;|]|\s\p{Ll}{2})/u;
const maxGroupedCode = 24;
/** A number with its unit; with its thousands apart, it is no code with a unit behind it either. */
const measure = /^\d+ (?:KG|MG|LB|OZ|ML|CL|DL|MM|CM|DM|KM|FT|KB|MB|GB|TB|HZ|MA|KW|KV|PC)$/;
const groupedMeasure =
  /^\d{1,3}(?: \d{3})+ (?:KG|MG|LB|OZ|ML|CL|DL|MM|CM|DM|KM|FT|KB|MB|GB|TB|HZ|MA|KW|KV|PC)$/i;
/** A name behind a code that may be a part of it: the colour or the edition, "KX-77 Black". */
const codeName = /^ \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u;
/** A code without digits: capitals, or words of them. */
const wordCode = /^(?:\p{Lu}{3,}|\p{Lu}{2,}(?:[-/]\p{Lu}{2,})+)$/u;

export function readCode(
  plan: FieldPlan,
  text: string,
  { machine }: ReadContext,
): ReadValue | undefined {
  if (plan.concept?.name === 'gtin') return readTradeNumber(plan, text);
  const bare = text.replace(codeSign, '');
  if (groupedMeasure.test(bare) || isTradePlaceholder(bare)) return undefined;
  const code = findCode(bare, machine);
  if (code === undefined || code.length < 2) return undefined;
  // The number of a case has digits.
  const mayBeWord = plan.concept?.name !== 'docketNumber' && wordCode.test(code);
  if (!/\d/.test(code) && !mayBeWord) return undefined;
  const rest = bare.slice(code.length);
  const isPart = codeName.test(rest) && parseAvailability(rest) === undefined;
  return {
    value: code,
    key: code.toLowerCase(),
    quality: text.length - code.length > maxBehindCode ? codeInSentenceQuality : 1,
    alternatives: isPart ? [bare] : undefined,
  };
}

function findCode(text: string, machine: boolean): string | undefined {
  // What is written for programs is the code and nothing else.
  if (machine && text.length <= maxGroupedCode && codePattern.test(text)) return text;
  const grouped = groupedCode.exec(text)?.[0];
  if (grouped !== undefined && grouped.length <= maxGroupedCode && !measure.test(grouped))
    return grouped;
  return codePattern.exec(text)?.[0].replace(/[.,;:]+$/, '');
}

/** Digits that may be in groups; those of a number that another one follows have no blanks. */
const tradeNumbers: readonly RegExp[] = [
  /(?<![\dA-Za-z])\d[\d\s-]{6,20}[\dXx](?![\dA-Za-z])/g,
  /(?<![\dA-Za-z-])\d[\d-]{6,20}[\dXx](?![\dA-Za-z])/g,
];
/** What stands between several numbers of one article: marks, and the names of their kinds. */
const besideTradeNumber = /^(?:[\s,;:()/|+&#№-]|(?:isbn|ean|gtin|upc)(?:-?\s?(?:8|1[0234])\b)?)*$/i;

/** The first number that is one by its check digit: the text begins with it, or holds nothing else but others. */
function readTradeNumber({ name, fits }: FieldPlan, text: string): ReadValue | undefined {
  for (const pattern of tradeNumbers) {
    for (const { 0: code, index } of text.matchAll(pattern)) {
      if (!isTradeNumber(code, name)) continue;
      const isList = besideTradeNumber.test(text.replaceAll(tradeNumbers[1] ?? pattern, ''));
      if (!isList && !/^[#№]?\s?$/.test(text.slice(0, index))) continue;
      const digits = code.replaceAll(/[\s-]/g, '');
      const isSentence = !isList && text.length - code.length > maxBehindCode;
      return {
        value: fits?.(code) === false ? digits : code,
        key: digits.toLowerCase(),
        quality: isSentence ? codeInSentenceQuality : 1,
      };
    }
  }
  return undefined;
}
