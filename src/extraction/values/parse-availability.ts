import { foldLabel, listPlainForms, splitWords } from '../lexicon/fold-label.ts';
import { findMonth } from './dates/month-names.ts';
import { type Availability, isNegation, qualifyState } from './qualify-state.ts';
import { noWords, yesWords } from './yes-no-words.ts';

/** The first state that a text names counts. */
const terms: Readonly<Record<Availability, string>> = {
  OutOfStock:
    'outofstock|soldout|out of stock|not in stock|sold out|unavailable|currently unavailable|not available|no longer available|nicht verfügbar|nicht lieferbar|ausverkauft|nicht auf lager|nicht vorrätig|vergriffen|épuisé|rupture de stock|en rupture|indisponible|non disponible|agotado|sin stock|no disponible|fuera de stock|esaurito|non disponibile|esgotado|indisponível|sem estoque|uitverkocht|niet op voorraad|niet beschikbaar|niet leverbaar|slutsåld|slut i lager|ej i lager|udsolgt|ikke på lager|utsolgt|ikke tilgjengelig|loppu|loppuunmyyty|ei varastossa|niedostępny|brak w magazynie|produkt niedostępny|wyprzedane|vyprodáno|není skladem|nedostupné|vypredané|нет в наличии|нет на складе|распродано|немає в наявності|tükendi|stokta yok|在庫なし|在庫切れ|売り切れ|品切れ|缺货|无货|售罄|품절|일시품절|nincs raktáron|elfogyott|nem elérhető|εξαντλήθηκε|μη διαθέσιμο|stoc epuizat|indisponibil|notify me when available|email me when available|nav pieejams|nėra prekės|otsas|pole saadaval|pole hetkel saadaval|hetkel pole saadaval|läbi müüdud|אזל מהמלאי|hết hàng|oos|out-of-stock|out_of_stock|sin existencias|nicht mehr verfügbar|nicht mehr lieferbar|nicht mehr auf lager|niet meer leverbaar|niet meer beschikbaar|niet meer op voorraad|plus disponible|plus en stock|non più disponibile|ya no disponible|ya no está disponible|não está mais disponível|fora de estoque|tillfälligt slut|momentálně nedostupné|재고 없음|غير متوفر|غير متوفرة|نفدت الكمية|ناموجود|स्टॉक में नहीं|স্টক নেই|已售完|已售罄|สินค้าหมด|εξαντλημένο',
  PreOrder:
    'preorder|presale|pre-order|pre order|vorbestellen|vorbestellbar|précommande|precommander|reservar|preventa|preordina|pré-venda|vooruitbestellen|förhandsboka|forudbestil|ennakkotilaa|przedsprzedaż|předobjednávka|предзаказ|передзамовлення|ön sipariş|予約|预订|예약',
  BackOrder:
    'backorder|back order|on backorder|madeorder|madetoorder|made to order|available to order|nachbestellt|sur commande|su ordinazione|bajo pedido|op bestelling|beställningsvara|bestillingsvare|tilaustuote|na zamówienie|na objednávku|под заказ|під замовлення|お取り寄せ',
  Discontinued:
    'discontinued|been discontinued|is discontinued|auslaufartikel|nicht mehr erhältlich|produit arrêté|descatalogado|fuori produzione|uit assortiment|снят с производства|販売終了|停产|단종',
  LimitedAvailability:
    'limitedavailability|limited availability|low stock|only a few left|few left|last items in stock|nur noch wenige|wenige verfügbar|últimas unidades|dernières pièces|derniers exemplaires|ultimi pezzi|ultime disponibilità|laatste stuks|få kvar|残りわずか|在庫わずか|ostatnie sztuki|последние штуки',
  InStock:
    'instock|instoreonly|onlineonly|in stock|available|available now|in store|ready to ship|auf lager|lieferbar|sofort lieferbar|verfügbar|vorrätig|sofort verfügbar|lagernd|an lager|en stock|disponible|dispo|en existencia|hay stock|disponibile|disponibilità immediata|in pronta consegna|disponível|em stock|em estoque|op voorraad|beschikbaar|leverbaar|i lager|finns i lager|på lager|på lager hos|tilgængelig|varastossa|saatavilla|heti saatavilla|dostępny|w magazynie|na stanie|produkt dostępny|dostępność: jest|skladem|na skladě|dostupné|na sklade|в наличии|есть в наличии|на складе|в наявності|є в наявності|stokta|stokta var|mevcut|在庫あり|在庫有り|有货|现货|有庫存|재고있음|raktáron|készleten|elérhető|σε απόθεμα|διαθέσιμο|άμεσα διαθέσιμο|în stoc|in stoc|disponibil|na zalihi|na zalogi|pieejams|noliktavā|yra|laos|במלאי|còn hàng|in-stock|in_stock|in magazzino|재고 있음|متوفر في المخزون|स्टॉक में|มีสินค้า',
};

/** Words that are a state where a label or a field asks for one, and anything elsewhere: "Disponibilité : rupture". */
const wordsOfValues: Readonly<Partial<Record<Availability, string>>> = {
  OutOfStock: 'rupture|отсутствует|nedostupný',
  InStock: 'yes|متوفر|متوفرة|متاح|موجود|dostupný|dostępna|dostępne',
};

const cartPhrases =
  "add to cart|add to bag|add to basket|add to trolley|add to shopping bag|add to shopping cart|buy now|buy it now|in den warenkorb|zum warenkorb hinzufügen|in den einkaufswagen|jetzt kaufen|ajouter au panier|j'achète|acheter|añadir al carrito|añadir a la cesta|agregar al carrito|comprar|comprar ahora|aggiungi al carrello|acquista|acquista ora|adicionar ao carrinho|comprar agora|in winkelwagen|in winkelmand|in mijn winkelwagen|toevoegen aan winkelwagen|bestellen|lägg i varukorg|lägg i kundvagn|lägg i varukorgen|köp|læg i kurv|læg i indkøbskurv|køb nu|legg i handlekurv|kjøp|lisää ostoskoriin|lisää koriin|osta|do koszyka|dodaj do koszyka|kup teraz|do košíku|přidat do košíku|vložit do košíku|koupit|do košíka|pridať do košíka|в корзину|добавить в корзину|купить|положить в корзину|у кошик|в кошик|купити|додати в кошик|sepete ekle|hemen al|satın al|カートに入れる|カートに追加|買い物かごに入れる|購入する|加入购物车|立即购买|放入購物車|加入購物車|장바구니|장바구니 담기|구매하기|바로구매|kosárba|kosárba teszem|megveszem|προσθήκη στο καλάθι|στο καλάθι|αγορά|adaugă în coș|adauga in cos|cumpără|dodaj u košaricu|dodaj u korpu|kupi|v košarico|pievienot grozam|pirkt|į krepšelį|pirkti|lisa ostukorvi|הוסף לסל|הוספה לסל|thêm vào giỏ hàng|mua ngay|add to my cart|add to your basket";

const stateByTerm = indexStates(terms);
/** The states as values of fields are called: the words of some with no marks on their letters. */
const stateByValue: ReadonlyMap<string, Availability> = new Map(
  [...stateByTerm, ...indexStates(wordsOfValues)].flatMap(([term, state]) =>
    [term, ...listPlainForms(term)].map((form) => [form, state] as const),
  ),
);
const asciiLine = /^[ -~]*$/;
const asciiWord = /[a-z]+/g;
const cartTerms: ReadonlySet<string> = new Set(cartPhrases.split('|'));
const holdsCartTerm = createPhraseFinder([...cartTerms].filter((term) => term.includes(' ')));
/** Phrases of several words may stand inside a longer text; single words mean too much elsewhere. */
const phrases = [...stateByTerm].filter(([term]) => term.includes(' ') || term.length >= 8);
const longestFirst = phrases.toSorted(([one], [other]) => other.length - one.length);
const statesInOrder = Object.keys(terms) as Availability[];
const findersOfAbsence = (['OutOfStock', 'Discontinued'] as const).map((absence) => {
  const own = phrases.filter(([term, state]) => state === absence && term.includes(' '));
  return { absence, isHeld: createPhraseFinder(own.map(([term]) => term)) };
});

function indexStates(
  lists: Readonly<Partial<Record<Availability, string>>>,
): ReadonlyMap<string, Availability> {
  return new Map(
    Object.entries(lists).flatMap(([state, list]) =>
      list.split('|').map((term) => [term, state as Availability] as const),
    ),
  );
}

/** What pages call the state in which something can be had at once, beside which they write yes or no: "Auf Lager: ja". */
export const labelsOfStock: readonly string[] = listPhrases('InStock');
/** What they call the state in which nothing is left: "Sold out: no". */
export const labelsOfNoStock: readonly string[] = listPhrases('OutOfStock');

function listPhrases(asked: Availability): readonly string[] {
  return phrases.flatMap(([term, state]) => (state === asked ? term : []));
}

/** Reads the name of a field or of a member of an enum as a state of stock: `auf_lager`, `sinStock`, `epuise`. */
export function parseAvailabilityName(name: string): Availability | undefined {
  const words = splitWords(name).join(' ');
  return stateByValue.get(words) ?? parseAvailability(name) ?? parseAvailability(words);
}

/** Reads a state of stock: a schema.org term, a phrase, a short text that holds one, or one beside yes or no: "Sold out: no". */
export function parseAvailability(text: string): Availability | undefined {
  const label = foldLabel(text.replace(/^https?:\/\/schema\.org\//i, ''));
  if (label === '') return undefined;
  const exact = stateByValue.get(label);
  if (exact !== undefined) return exact;
  if (/^[1-9]\d{0,4}\+?$/.test(label) || yesWords.has(label)) return 'InStock';
  if (noWords.has(label)) return 'OutOfStock';
  const answer = splitAnswer(text);
  if (answer !== undefined) return toAnswered(answer);
  if (/(?<!\S)0(?!\S)/.test(label) && readBesideNumber(label) === 'OutOfStock') return 'OutOfStock';
  return readStatements(label);
}

/** What is said of stock, and whether it is so. */
interface StockAnswer {
  readonly stated: Availability;
  readonly isSo: boolean;
}

/** A short text behind a colon, which the mark of a tick or a cross is as well. */
const answered = /^([^:：]{1,60})[:：]\s?(\S{1,12})$/u;

/** The last word of a text or its last mark, which answers it as well where the rest is a state: "Sold out No". */
const answeredAlone = /^(.{1,60})\s([^\s\p{Nd}]{1,12})$/u;

/** The parts of a text that says of a state in one text whether it is so: "Out of stock: no". */
function splitAnswer(text: string): StockAnswer | undefined {
  const said = text.trim();
  const [, asked = '', answer = ''] = answered.exec(said) ?? [];
  if (asked !== '') return readAnswer(asked, answer);
  const [, alone = '', last = ''] = answeredAlone.exec(said) ?? [];
  return stateByTerm.has(foldLabel(alone)) ? readAnswer(alone, last) : undefined;
}

/** What yes or no beside a label means that names a state of stock. */
function readAnswer(asked: string, said: string): StockAnswer | undefined {
  const answer = foldLabel(said) || said.trim();
  const isSo = yesWords.has(answer);
  if (asked === '' || (!isSo && !noWords.has(answer))) return undefined;
  const label = foldLabel(asked);
  const stated = stateByTerm.get(label) ?? readStatements(label);
  return stated === undefined ? undefined : { stated, isSo };
}

/** A state as it is answered: what is not sold out can be had. Of what cannot be ordered before nothing is known. */
function toAnswered({ stated, isSo }: StockAnswer): Availability | undefined {
  if (isSo) return stated;
  if (stated === 'InStock') return 'OutOfStock';
  return stated === 'OutOfStock' ? 'InStock' : undefined;
}

/** What stands beside a label, with the label where that asks for the opposite of stock: "Sold out: no"; `undefined` where it is no answer to that. */
export function addStockLabel(label: string, said: string): string | undefined {
  const folded = foldLabel(label);
  const asked = stateByTerm.get(folded) ?? readStatements(folded);
  if (asked !== 'OutOfStock') return said;
  return readAnswer(label, said) === undefined ? undefined : `${folded}: ${said}`;
}

/** Whether a text beside a label says of a state of stock that it names whether it is so. */
export function isStockAnswer(label: string, said: string): boolean {
  return readAnswer(label, said) !== undefined;
}

/** A phrase about stock in a label. */
interface Statement {
  readonly start: number;
  readonly end: number;
  readonly state: Availability;
  readonly isWord: boolean;
}

/** The state that a label names in its phrases; none where it says of one thing that it can be had and of another that it cannot. */
function readStatements(label: string): Availability | undefined {
  const found = listStatements(label);
  const read = found.map((statement, at) => {
    const before = label.slice(found[at - 1]?.end ?? 0, statement.start);
    const behind = label.slice(statement.end, found[at + 1]?.start);
    const state = qualifyState(statement.state, before, behind);
    // In the middle of a sentence a word tells of anything: "out of stock, see available colours".
    const isSure = !statement.isWord || clauseEnd.test(behind);
    return { state, isSure };
  });
  const says = (state: Availability): boolean =>
    read.some((one) => one.isSure && one.state === state);
  if (says('InStock') && says('OutOfStock')) return undefined;
  const first = statesInOrder.find((state) => read.some((one) => one.state === state));
  return first === 'InStock' && isLater(label) ? 'PreOrder' : first;
}

const clauseEnd = /^\s*(?:$|[^\p{L}\p{N}\s])/u;

/** Where a label has phrases about stock, in its order; of two in one place the longer. */
function listStatements(label: string): readonly Statement[] {
  const found: Statement[] = [];
  for (const [term, state] of longestFirst) {
    for (let at = label.indexOf(term); at >= 0; at = label.indexOf(term, at + term.length)) {
      const [start, end] = [at, at + term.length];
      if (!standsAlone(label, start, end)) continue;
      if (found.some((other) => other.start < end && start < other.end)) continue;
      found.push({ start, end, state, isWord: !term.includes(' ') });
    }
  }
  const inOrder = found.toSorted((one, other) => one.start - other.start);
  // "Available on backorder", "available for pre-order": the word is a part of the phrase behind it.
  return inOrder.filter(({ end, isWord, state }, at) => {
    const next = inOrder[at + 1];
    const isOfNext =
      next !== undefined &&
      orderedStates.has(next.state) &&
      joins.test(label.slice(end, next.start));
    return !(isWord && state === 'InStock' && isOfNext);
  });
}

const orderedStates: ReadonlySet<Availability> = new Set(['BackOrder', 'PreOrder']);
const joins = /^ (?:for |as |per |zum |en |in |på )?$/;

const fromDay =
  /\s(?:from|as of|ab|ab dem|à partir du|dès le|a partir del?|desde el|a partire dal|dal|vanaf|från|fra|alkaen|od|с)\s(\S{1,20})(?:\s(\S{1,20}))?/u;

/** Whether a label names the day from which something can be had: "in stock from 12 August", not "from 3 stores". */
function isLater(label: string): boolean {
  const [, first = '', second = ''] = fromDay.exec(label) ?? [];
  if (/^\d{1,2}[./-]\d{1,2}(?:[./-]|$)|^\d{4}-\d\d-\d\d$/.test(first)) return true;
  const words = [first, second].map((word) => word.replaceAll(/[.,]/g, ''));
  return words.some((word) => findMonth(word) !== undefined);
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u;
/** Behind an offer: "Pre-order now". */
const atOnce = /\s(?:now|today|jetzt|nu|ora|ahora|maintenant|teraz|сейчас)$/;
/** Before a state that is told of today: "Actuellement indisponible". */
const nowFirst =
  /^(?:currently|temporarily|derzeit|momentan|zurzeit|zur zeit|aktuell|actuellement|momentanément|temporairement|actualmente|temporalmente|momentáneamente|attualmente|momentaneamente|temporaneamente|atualmente|temporariamente|momenteel|tijdelijk|obecnie|chwilowo|tillfälligt|för närvarande|just nu|midlertidigt|midlertidig|tällä hetkellä|momentálně|dočasně|сейчас|временно)\s/;
/** Words beside a number in a line about stock, which may say anything but no. */
const mostWordsBeside = 3;

/**
 * Only a line that is a phrase about stock as a whole, or one beside a number ("Only 3 left in stock", "Lieferbar in 2–3 Tagen"), or whose
 * first sentence says in several words that nothing can be had.
 */
export function parseStockLine(line: string): Availability | undefined {
  const label = foldLabel(line);
  const answer = splitAnswer(line);
  if (answer !== undefined) return toAnswered(answer);
  const exact =
    readWhole(label) ??
    readWhole(label.replace(atOnce, '')) ??
    readWhole(label.replace(nowFirst, ''));
  if (exact !== undefined || line === '') return exact;
  const first = toFirstSentence(line);
  const sentence = first === line ? label : foldLabel(first);
  const found = findersOfAbsence.find(({ isHeld }) => isHeld(sentence));
  if (found !== undefined) return readStatements(sentence);
  return /\d/.test(label) ? readBesideNumber(label) : undefined;
}

function readWhole(label: string): Availability | undefined {
  const state = stateByTerm.get(label);
  // A short word may be of anything, unless it says that nothing is left: "Agotado".
  const least = state === 'OutOfStock' ? 6 : 7;
  const isPhrase = label.includes(' ') || label.length >= least || eastAsian.test(label);
  return isPhrase ? state : undefined;
}

const isNumber = (word: string): boolean => /^[\d–+-]+$/.test(word);
const timeUnit =
  /^(?:day|hour|week|tag|stund|woche|werktag|jour|semaine|día|dia|giorn|dag|uur|we[ek]|dn[ií]|dzie|päiv|день|дн)/u;

function readBesideNumber(label: string): Availability | undefined {
  const words = label.split(' ').map((word) => word.replaceAll(/^[([]+|[.,:;!)\]]+$/g, ''));
  if (words.length > 8 || words.some(isNegation)) return undefined;
  for (let length = Math.min(words.length - 1, 4); length > 0; length -= 1) {
    for (const [part, rest] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      const state = readWhole(part.join(' '));
      const numbers = rest.filter(isNumber);
      if (state === undefined || numbers.length === 0) continue;
      if (rest.length - numbers.length > mostWordsBeside) continue;
      // What is available beside a number may be colours; in so many days it is the article.
      if (part.length === 1 && !rest.some((word) => timeUnit.test(word))) continue;
      if (part.length === 1 && !/^(?:in|dans|en|tra|binnen|za|om)$/.test(rest[0] ?? '')) continue;
      if (numbers.every((number) => /^0+$/.test(number))) return 'OutOfStock';
      return state === 'InStock' && isLater(label) ? 'PreOrder' : state;
    }
  }
  return undefined;
}

export function toFirstSentence(text: string): string {
  return /^.{1,200}?[.!?。！？](?=\s|$)/u.exec(text)?.[0] ?? text;
}

/** Whether a button's text offers to buy: it is such a phrase, or holds one of several words ("Add to cart – £5"). */
export function isCartPhrase(text: string): boolean {
  const label = foldLabel(text);
  return cartTerms.has(label) || (label.includes(' ') && holdsCartTerm(label));
}

/** Whether a label holds one of many phrases. Each control of a page is asked; in ASCII only phrases of its own words are tried. */
function createPhraseFinder(all: readonly string[]): (label: string) => boolean {
  const byWord = Map.groupBy(
    all.filter((phrase) => asciiLine.test(phrase)),
    (phrase) => /^[a-z]+/.exec(phrase)?.[0] ?? '',
  );
  return (label) => {
    if (!asciiLine.test(label)) return all.some((phrase) => hasPhrase(label, phrase));
    const words = ['', ...(label.match(asciiWord) ?? [])];
    return words.some((word) => byWord.get(word)?.some((phrase) => hasPhrase(label, phrase)));
  };
}

function hasPhrase(label: string, phrase: string): boolean {
  const at = label.indexOf(phrase);
  return at >= 0 && standsAlone(label, at, at + phrase.length);
}

/** Whether a part of a label is no part of a longer word. */
function standsAlone(label: string, start: number, end: number): boolean {
  return !isLetter(label[start - 1]) && !isLetter(label[end]);
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /\p{L}/u.test(character);
}
