import { splitWords } from './fold-label.ts';

const tax = '(?:vat|tax|taxes|gst|mwst|ust|btw|moms|mva|iva|tva)';

/** Words of names and labels for numbers, in groups: what one of a group names is none of the others of it. */
const groups: readonly (readonly string[])[] = [
  ['min|minimum|lowest|least|mindest\\w*', 'max|maximum|highest|most|höchst\\w*'],
  [
    `net|netto\\w*|(?:excl|exkl|ex|excluding|without|before) ${tax}|ht|hors taxes?`,
    `gross|brutto\\w*|(?:incl|inkl|inc|including|with|after) ${tax}|ttc`,
  ],
  [
    'old|former|previous|original|was',
    'new|current|sale|now|our|discounted|offer|promo|promotional',
  ],
  ['regular|list|rrp|msrp|srp|uvp|usual|retail', 'sale|now|our|discounted|offer|promo|promotional'],
  ['total|grand|overall', 'per|nightly|hourly|daily'],
  ['prep|preparation', 'cook|cooking|bake|baking', 'total|overall'],
];

/** What a label of nothing but the tax is, which is no price. */
const onlyTax = new RegExp(`^(?:sales )?${tax}(?: amount)?$`, 'u');
const anyTax = new RegExp(`\\b${tax}\\b`, 'u');
const anyPrice = /\b(?:price|total|cost)\b/u;

const patterns = groups.map((sides) => sides.map((side) => new RegExp(`\\b(?:${side})\\b`, 'u')));

/** Whether a label says of its number that it is the opposite of what a field's name asks for: "Old price" for `newPrice`. */
export function isOpposite(name: string, label: string): boolean {
  const [asked, said] = [splitWords(name).join(' '), splitWords(label).join(' ')];
  if (onlyTax.test(said) && anyPrice.test(asked) && !anyTax.test(asked)) return true;
  return patterns.some((sides) => {
    const [own, ...others] = sides.filter((side) => side.test(asked));
    const [other, ...more] = sides.filter((side) => side.test(said));
    if (own === undefined || other === undefined) return false;
    return others.length + more.length === 0 && own !== other;
  });
}
