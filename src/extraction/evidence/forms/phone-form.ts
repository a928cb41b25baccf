import { addTo, toWordSet, lazily } from '../../../runtime/collections.ts';
import { findNumberLocale } from '../../values/numbers/number-locale.ts';
import { type EvidenceForm, type Stretch, maxHits } from './evidence-form.ts';

/** Calling codes of countries (ITU-T E.164) whose shops and offices write their numbers without them. */
const callingCodes: ReadonlyMap<string, string> = new Map(
  'AE971 AR54 AT43 AU61 BE32 BG359 BR55 CA1 CH41 CL56 CN86 CO57 CZ420 DE49 DK45 EE372 ES34 FI358 FR33 GB44 GR30 HR385 HU36 IE353 IL972 IN91 IS354 IT39 JP81 KR82 LT370 LU352 LV371 MX52 MY60 NL31 NO47 NZ64 PH63 PL48 PT351 RO40 RS381 SE46 SG65 SI386 SK421 TH66 TR90 TW886 UA380 UK44 US1 VN84 ZA27'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);
const phone = /(?<![\p{L}\d.,])(?:\+|00)? ?\(?\d[\d ()./-]{5,22}\d(?!\d|-\p{L})/gu;
const wholePhone = /^(?:\+|00)? ?\(?\d[\d ()./-]{5,22}\d$/;
/** Digits of a number without those of its country: those of a village have six at least. */
const fewestDigits = 7;
const maxDigits = 15;

/** How numbers of telephones begin; others with groups of digits are codes, whose groups tell. */
const dialled = /^[+(0]/;
const phoneNames: ReadonlySet<string> = toWordSet(
  'phone telephone tel telefon mobile cell fax hotline',
);

/** A number of a telephone, with the code of its country or without, however it is grouped. */
export const phoneForm: EvidenceForm = ({ index, place }) => {
  const own = lazily(() => {
    const tag = findNumberLocale(place);
    const region = tag?.hasCountry === true ? new Intl.Locale(tag.tag).region : undefined;
    return callingCodes.get(region ?? '');
  });
  const phones = lazily(() => {
    const found = new Map<string, Stretch[]>();
    for (const { 0: written, index: at } of index.all.matchAll(phone)) {
      for (const key of toKeys(written, own()))
        addTo(found, key, { start: at, end: at + written.length }, maxHits);
    }
    return found;
  });
  return {
    find({ value, text, words }) {
      if (typeof value !== 'string' || !wholePhone.test(text)) return [];
      // Of a bare run of digits only a zero before it or a sign tells that it is no other number.
      if (!/^[+(0]/.test(text) && !/[ ()-]/.test(text)) return [];
      const isCalled = dialled.test(text) || words.some((word) => phoneNames.has(word));
      const places = toKeys(text, own())
        .flatMap((key) => phones().get(key) ?? [])
        .filter(({ start }) => isCalled || dialled.test(index.all.slice(start, start + 1)));
      return places.flatMap(({ start, end }) => index.hitAt(start, end, 'phone') ?? []);
    },
  };
};

/** A number as it is dialled from anywhere where its country is known, and as it stands. */
function toKeys(written: string, own: string | undefined): readonly string[] {
  const isWorldwide = /^(?:\+|00)/.test(written.trim());
  const digits = written.replace(/\(0\)/, '').replaceAll(/\D/g, '');
  if (digits.length < fewestDigits || digits.length > maxDigits) return [];
  if (isWorldwide) return [`+${digits.replace(/^00/, '')}`];
  // Italy keeps the zero behind its code.
  if (own === undefined) return [digits];
  return [
    digits,
    `+${own}${own === '39' ? digits : digits.replace(own === '1' ? /^1/ : /^0/, '')}`,
  ];
}
