import { addTo, lazily } from '../../../runtime/collections.ts';
import { type EvidenceForm, type Stretch, maxHits } from './evidence-form.ts';

/** Letters and digits with hyphens between, or digits with blanks: "AB-12345", "978-3-16-148410-0", "4 006381 333931". */
const grouped =
  /(?<![\p{L}\d-])(?:[\p{L}\d]+(?:-[\p{L}\d]+)+|\d{1,5}(?: \d{1,7}){2,5})(?![\p{L}\d-])/gu;
const wholeGrouped = /^(?:[\p{L}\d]+(?:-[\p{L}\d]+)+|\d{1,5}(?: \d{1,7}){2,5})$/u;
const bare = /^[\p{L}\d]+$/u;
const separators = /[ -]/g;
/** Characters of a code: with digits alone, two of them may be the ends of a range. */
const fewestMixed = 6;
const fewestDigits = 10;
const fewestGroups = 3;

/** A code without the hyphens that the page writes, or with them where the page has none. */
export const codeForm: EvidenceForm = ({ index }) => {
  const codes = lazily(() => {
    const found = new Map<string, Stretch[]>();
    for (const { 0: written, index: at } of index.all.matchAll(grouped)) {
      const key = toKey(written);
      if (key !== undefined) addTo(found, key, { start: at, end: at + written.length }, maxHits);
    }
    return found;
  });
  return {
    isBeside: true,
    find({ value, text }) {
      if (typeof value !== 'string' || !/\d/.test(text)) return [];
      if (wholeGrouped.test(text)) {
        const key = toKey(text.toLowerCase());
        const hits = key === undefined ? [] : (index.find(key, maxHits) ?? []);
        return hits
          .filter(({ line, start }) => line.text.startsWith(key ?? '', start))
          .map((hit) => ({ ...hit, rule: 'code' }));
      }
      const places = bare.test(text) ? (codes().get(text.toLowerCase()) ?? []) : [];
      return places.flatMap(({ start, end }) => index.hitAt(start, end, 'code') ?? []);
    },
  };
};

function toKey(written: string): string | undefined {
  const groups = written.split(separators);
  const key = groups.join('');
  if (!/\d/.test(key)) return undefined;
  const isCode = /^\d+$/.test(key)
    ? key.length >= fewestDigits && groups.length >= fewestGroups
    : key.length >= fewestMixed;
  return isCode ? key : undefined;
}
