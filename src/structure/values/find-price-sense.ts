import { foldLabel } from '../analysis/fold-label.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

/**
 * What an amount is beside the price to pay: `current` is said to be that price, `former` was the price or is recommended by
 * the maker, `other` is the price of a unit, of delivery, of an instalment, or what is saved.
 */
export type PriceSense = 'current' | 'former' | 'other';

const struckTags: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const struckStyle = /text-decoration[a-z-]{0,12}\s{0,3}:[^;]{0,60}line-through/i;
/** Words of class names. People who write markup write them in English whatever the language of the page. */
const senseByToken: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'old was rrp uvp msrp regular original before compare strike striked struck strikethrough through crossed cross list ' +
      'previous prev past former retail normal',
  ),
  ...toEntries(
    'other',
    'unit shipping delivery instalment installment installments monthly month finance saving savings save saved deposit ' +
      'points cashback',
  ),
  ...toEntries('current', 'current now sale final special offer actual'),
]);
/** Words in front of an amount, folded. */
const senseByLabel: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'was|rrp|srp|msrp|list price|regular price|original price|retail price|reg|reg. price|regular|original|before|old price|previously|' +
      'uvp|statt|bisher|alter preis|unverb. preisempf|prix conseillé|ancien prix|au lieu de|prix barré|antes|precio anterior|pvp|pvpr|' +
      'prezzo di listino|prezzo consigliato|invece di|era|de|adviesprijs|ord. pris|ordinarie pris|før|tidligere pris|' +
      'førpris|norm. hinta|ovh|cena katalogowa|cena regularna|poprzednia cena|původní cena|běžná cena|pôvodná cena|старая цена|' +
      'стара ціна|eski fiyat|通常価格|メーカー希望小売価格|定価|原价|市场价|정가|소비자가|lowest price in 30 days|najniższa cena z 30 dni',
    '|',
  ),
  ...toEntries(
    'other',
    'save|you save|saving|savings|sie sparen|du sparst|économisez|ahorras|risparmi|poupe|bespaar|spara|spar|shipping|delivery|versand|' +
      'livraison|envío|spedizione|verzending|frakt|fragt',
    '|',
  ),
  ...toEntries(
    'current',
    'now|now only|today|sale|sale price|special price|jetzt|nur|maintenant|ahora|ora|agora|por|nu|teraz',
    '|',
  ),
]);
/** Elements around an amount that are examined. */
const maxClimb = 3;
/** Characters that an element around an amount may hold besides: a label, but not another amount. */
const maxBeside = 25;
const digit = /\d/;
const leadingWords = /^([^\d$€£¥]{2,30}?)[\s:：]*(?:\p{Sc}|\p{Lu}{2,3}\s?)?\d/u;

/**
 * Returns what the markup and the label of an element say of the amount in it: its tags and inline style, the class names of
 * itself and of the elements around it that hold this amount alone, and the words in front.
 */
export function findPriceSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  let sense: PriceSense | undefined;
  let current: IndexedElement | undefined = element;
  for (let step = 0; step <= maxClimb && current !== undefined; step += 1) {
    if (step > 0 && !holdsAlone(page, current, element)) break;
    const found = findOwnSense(page, current) ?? findLabelSense(page.lineOf(current, 80));
    if (found === 'former' || found === 'other') return found;
    sense ??= found;
    current = page.elements[current.parent];
  }
  return sense;
}

/** What an element's own tag, inline style and class names say of the amount in it. */
export function findOwnSense(page: PageIndex, element: IndexedElement): PriceSense | undefined {
  const { name, attribs } = element.node;
  if (struckTags.has(name) || struckStyle.test(attribs['style'] ?? '')) return 'former';
  let sense: PriceSense | undefined;
  for (const token of page.tokensOf(element)) {
    const found = senseByToken.get(token);
    if (found === 'former' || found === 'other') return found;
    sense ??= found;
  }
  return sense;
}

/** Whether an outer element holds the text of the inner one and at most a label besides. */
function holdsAlone(page: PageIndex, outer: IndexedElement, inner: IndexedElement): boolean {
  if (outer.textEnd - outer.textStart > 4 * (inner.textEnd - inner.textStart) + 200) return false;
  const before = page.text.slice(outer.textStart, inner.textStart).trim();
  const after = page.text.slice(inner.textEnd, outer.textEnd).trim();
  return before.length + after.length <= maxBeside && !digit.test(before) && !digit.test(after);
}

function findLabelSense(line: string): PriceSense | undefined {
  const words = leadingWords.exec(line)?.[1];
  return words === undefined ? undefined : senseByLabel.get(foldLabel(words));
}

function toEntries(
  sense: PriceSense,
  list: string,
  separator = ' ',
): readonly (readonly [string, PriceSense])[] {
  return list.split(separator).map((word) => [word, sense] as const);
}
