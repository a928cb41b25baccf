import { deliveryLabels, oldPriceLabels } from '../../lexicon/concept.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/**
 * `former` was the price; `listed` is recommended or usual, and the price where no other is stated; `net` lacks the tax and `unit` is that of a unit, and each is the price where no other is
 * stated; `other` is that of delivery or an instalment, or what is saved.
 */
export type PriceSense = 'current' | 'former' | 'listed' | 'net' | 'unit' | 'other';

/** Whether an amount is something else beside one that is the price. */
export function isLesserSense(sense: PriceSense | undefined): boolean {
  return sense !== undefined && sense !== 'current';
}

/** Whether an amount stands beside the price as what it was or usually is. */
export function isFormerSense(sense: PriceSense | undefined): boolean {
  return sense === 'former' || sense === 'listed';
}

/** Whether an amount is a price, but not the whole one: without the tax, or of a unit. */
export function isPartialSense(sense: PriceSense | undefined): boolean {
  return sense === 'net' || sense === 'unit';
}

const deliveryTokens = 'shipping delivery';
/** Words of class names. People who write markup write them in English whatever the language of the page. */
export const senseByToken: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    'old was before strike striked struck strikethrough through crossed cross previous prev past former',
  ),
  ...toEntries('listed', 'rrp uvp msrp regular original compare list retail normal'),
  ...toEntries(
    'other',
    `${deliveryTokens} instalment installment installments monthly month finance saving savings save saved deposit points cashback`,
  ),
  ...toEntries('unit', 'unit'),
  ...toEntries('current', 'current now sale final special offer actual primary'),
]);
const deliveryWords: ReadonlySet<string> = toWordSet(`${deliveryTokens} postage freight`);

/** Whether a class name calls an amount a former or usual price. */
export function isFormerToken(token: string): boolean {
  return isFormerSense(senseByToken.get(token));
}

/** Whether a class name calls an amount the cost of delivery. */
export function isDeliveryToken(token: string): boolean {
  return deliveryWords.has(token);
}

/** Words in front of an amount, folded. */
export const senseByLabel: ReadonlyMap<string, PriceSense> = new Map([
  ...toEntries(
    'former',
    `${oldPriceLabels}|` +
      'before|previously|formerly|original|originally|orig|orig.|instead of|rather than|compared to|compared with|compare to|compare at|' +
      'anstatt|anstelle von|bisher|vorher|zuvor|früher|ehemals|ursprünglich|war|au lieu de|plutôt que|avant|auparavant|initialement|était|' +
      'antes|en vez de|en lugar de|anteriormente|originalmente|era|de|costaba|invece di|anziché|anzichè|al posto di|in precedenza|' +
      'em vez de|em lugar de|no lugar de|ao invés de|custava|i.p.v|i.p.v.|ipv|in plaats van|voorheen|vroeger|eerder|' +
      'było|zamiast|poprzednio|wcześniej|dawniej|przed|przed obniżką|istället för|i stället för|i stedet for|istedenfor|tidigare|tidligere|förut|innan|før|' +
      'ennen|aiemmin|aikaisemmin|původně|pôvodne|místo|namísto|namiesto|dříve|předtím|predtým|bylo|' +
      'было|вместо|раньше|ранее|прежде|було|замість|раніше|önceki|önceden|eski|eskiden|以前|之前|قبل|lowest price in 30 days|najniższa cena z 30 dni',
    '|',
  ),
  ...toEntries(
    'listed',
    'rrp|srp|msrp|mrp|m.r.p|list price|list|regular price|retail price|reg|reg. price|regular|usually|normally|' +
      'uvp|unverb. preisempf|prix conseillé|prix habituel|prix normal|pvp|pvpr|prezzo di listino|prezzo consigliato|' +
      'adviesprijs|ord. pris|ordinarie pris|norm. hinta|ovh|cena katalogowa|cena regularna|běžná cena|' +
      'rek|rek.|rek. pris|liste fiyatı|piyasa fiyatı|etiket fiyatı|' +
      '通常価格|メーカー希望小売価格|希望小売価格|参考価格|定価|市场价|市場價|정가|소비자가',
    '|',
  ),
  ...toEntries(
    'net',
    'net price|price net|net|price excl. vat|price ex vat|price without tax|excl. vat|ex vat|ex. vat|excl. tax|without tax|netto|nettopreis|' +
      'preis netto|preis ohne mwst|ohne mwst|zzgl. mwst|exkl. mwst|prix ht|prix hors taxe|hors taxe|ht|precio sin iva|sin iva|' +
      'prezzo senza iva|iva esclusa|prijs excl. btw|excl. btw|cena netto|pris exkl. moms|exkl. moms|ekskl. moms|bez dph|без ндс|' +
      'kdv hariç|本体|本体価格|税抜|税抜価格|税別',
    '|',
  ),
  ...toEntries(
    'other',
    'save|you save|saving|savings|sie sparen|du sparst|économisez|ahorras|risparmi|poupe|bespaar|spara|spar|shipping|delivery|versand|lieferung|bezorging|dostawa|wysyłka|toimitus|' +
      'livraison|envío|spedizione|verzending|frakt|fragt|' +
      `${deliveryLabels}|` +
      'club price|member price|members price|membership price|' +
      'deposit|security deposit|down payment|kaution|anzahlung|acompte|caution|dépôt de garantie|depósito|fianza|caparra|cauzione|borg|aanbetaling|kaucja|zaliczka|záloha|depozito|raty od|' +
      'shipping over|delivery over|orders over|shipping from|versand ab|ab einem bestellwert von|livraison offerte dès|envío gratis desde|payments of|instalments of|installments of|raten zu|rates of|fois|cuotas de|rate da|parcelas de|termijnen van',
    '|',
  ),
  ...toEntries(
    'current',
    'now|now only|today|sale|sale price|special price|current price|new price|deal price|offer price|' +
      'jetzt|nur|heute|aktuell|derzeit|neuer preis|aktueller preis|angebotspreis|aktionspreis|sonderpreis|' +
      "maintenant|désormais|aujourd'hui|aujourd’hui|prix soldé|prix promo|prix remisé|prix actuel|nouveau prix|" +
      'ahora|hoy|precio actual|nuevo precio|precio de oferta|precio rebajado|ora|adesso|oggi|prezzo attuale|nuovo prezzo|prezzo scontato|' +
      'agora|hoje|por|preço atual|preço actual|novo preço|preço promocional|nu|voor|vandaag|nieuwe prijs|huidige prijs|actieprijs|' +
      'teraz|obecnie|dziś|dzisiaj|nowa cena|aktualna cena|cena promocyjna|idag|i dag|nytt pris|kampanjpris|nå|ny pris|nupris|nåpris|tilbudspris|' +
      'nyt|uusi hinta|tarjoushinta|nyní|teď|dnes|nová cena|aktuální cena|akční cena|' +
      'сейчас|теперь|стало|сегодня|новая цена|текущая цена|цена со скидкой|зараз|şimdi|bugün|yeni|yeni fiyat|indirimli fiyat|sepette|' +
      'セール|セール価格|販売価格|特価|特別価格|新価格|値下げ後|現在|今|今だけ|现价|現價|现在|特价|特價|促销价|促銷價|到手价|الآن',
    '|',
  ),
  ...toEntries('unit', 'unit price|price per unit|grundpreis|prix au kilo|prix au litre|単価', '|'),
]);
function toEntries(
  sense: PriceSense,
  list: string,
  separator = ' ',
): readonly (readonly [string, PriceSense])[] {
  return list.split(separator).map((word) => [word, sense] as const);
}
