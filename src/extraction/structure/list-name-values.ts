import type { PageFacts } from '../analysis/analyse-page.ts';
import { type LabelPair, findLabelPairs } from '../analysis/find-label-pairs.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { foldLabel, joinName, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** What asks for the properties of a thing, or heads them, in some languages. */
const propertyWords =
  /(?<!\p{L})(?:spec(?:s|ifications?)?|attributes?|characteristics|(?:technical|product) (?:data|details|information|properties)|technische daten|produktdaten|eigenschaften|merkmale|caract[ée]ristiques|fiche technique|especificaciones|caracter[íi]sticas|datos t[ée]cnicos|ficha t[ée]cnica|caratteristiche|specifiche|dati tecnici|especifica(?:ções|coes)|kenmerken|specificaties|specifikationer|spesifikasjoner|egenskaper|egenskaber|ominaisuudet|tekniset tiedot|specyfikacja|parametry|cechy|vlastnosti|specifica(?:ții|tii)|caracteristici|özellikler|ozellikler|характеристики|параметры|仕様|スペック|规格|参数|사양)(?!\p{L})/iu;
/** What heads them as well, where nothing else does. */
const looseHeading =
  /^(?:details|product details|more information|additional information|zusatzinformation(?:en)?|détails|detalles|dettagli|detalhes)$/iu;
/** Words of classes of what holds them. */
const classWords: ReadonlySet<string> = toWordSet(
  'spec specs specification specifications attribute attributes properties characteristics',
);

const nameFields: ReadonlySet<string> = toWordSet(
  'name label key title property attribute specification spec feature',
);
const valueFields: ReadonlySet<string> = toWordSet(
  'value values wert werte valor valores valeur valeurs valore valori waarde värde varde vaerde verdi værdi vaerdi arvo wartość wartosc ' +
    'hodnota valoare değer deger érték ertek väärtus vaartus значение значення 値 值 값',
);

/** Of two fields the one for names and the one for values, where they are called so. */
export function findNameAndValue(
  plans: readonly FieldPlan[],
): { readonly name: FieldPlan; readonly value: FieldPlan } | undefined {
  const name = plans.find((plan) => plan.kind === 'title' || nameFields.has(joinName(plan.name)));
  const value = plans.find((plan) => valueFields.has(joinName(plan.name)));
  return plans.length === 2 && name !== undefined && value !== undefined
    ? { name, value }
    : undefined;
}

/** Whether a text asks for the properties of a thing. */
export function asksProperties(text: string): boolean {
  return propertyWords.test(text);
}

/** Pairs that nothing but their markup or a colon makes such. */
const minTrust = 0.9;
const minPairs = 2;
/** Elements around a list that may be called by what it holds. */
const maxAround = 4;
const listTags: ReadonlySet<string> = new Set(['dl', 'table', 'ul', 'ol']);
const rowTags: ReadonlySet<string> = new Set(['tr', 'tbody', 'thead', 'tfoot', 'li', 'dd', 'td']);

interface PairList {
  readonly holder: IndexedElement;
  readonly pairs: readonly LabelPair[];
  /** The element that says that these are properties, and whether it says it without doubt. */
  readonly sign: { readonly element: IndexedElement; readonly isClear: boolean } | undefined;
}

interface NameValues {
  readonly pairs: readonly LabelPair[];
  /** Whether the page says that these are properties. */
  readonly areCalled: boolean;
  /** Whether the page has no other list of such pairs. */
  readonly areAlone: boolean;
}

/** The properties that a page states as names with values: those called so, else the largest list of such pairs. */
export function listNameValues({ page, zones }: PageFacts): NameValues {
  const lists = listPairLists(page).filter(({ holder }) => !zones.isAside(holder));
  const clear = lists.filter(({ sign }) => sign?.isClear === true);
  const called = clear.length > 0 ? clear : lists.filter(({ sign }) => sign !== undefined);
  // Of what nothing calls so, paragraphs with a colon may say anything.
  const marked = lists.filter(({ holder }) => listTags.has(holder.node.name));
  const [largest] = (called.length > 0 ? called : marked).toSorted(
    (one, two) => two.pairs.length - one.pairs.length,
  );
  const areAlone = marked.length === 1;
  if (largest?.sign === undefined)
    return { pairs: largest?.pairs ?? [], areCalled: false, areAlone };
  const { element } = largest.sign;
  const pairs = called
    .filter(({ sign }) => sign?.element === element)
    .flatMap((list) => list.pairs);
  return { pairs, areCalled: true, areAlone };
}

/**
 * The names and values that a page states under the name of a field, which need not be known before: those that a heading or a class
 * calls as the field is called, and for a field of properties those of the page.
 */
export function listNamedValues(plan: FieldPlan, facts: PageFacts): readonly LabelPair[] {
  const { page, zones } = facts;
  const called = listPairLists(page).find(
    ({ holder }) => !zones.isAside(holder) && isCalledAs(plan, holder, facts),
  );
  if (called !== undefined) return called.pairs;
  const words = splitWords(plan.name);
  const name = words.join(' ');
  const asks =
    asksProperties(name) || looseHeading.test(name) || words.some((word) => classWords.has(word));
  const { pairs, areCalled, areAlone } = listNameValues(facts);
  return asks && (areCalled || areAlone) ? pairs : [];
}

/** Words of a heading that is no sentence. */
const maxHeadingWords = 5;

/** Whether a heading of a list, but for that of the page, or a class around it has the words of a field's name, or is one of its labels. */
function isCalledAs(
  { name, labels }: FieldPlan,
  holder: IndexedElement,
  { page, zones }: PageFacts,
): boolean {
  const joined = joinName(name);
  const around = page.around(holder, maxAround);
  if (around.some((element) => [...page.tokensOf(element)].some((one) => one === joined)))
    return true;
  const asked = new Set(splitWords(name).map(toSingular));
  return listHeadings(page, holder).some((heading) => {
    if (heading === zones.mainHeading) return false;
    const line = page.lineOf(heading);
    const words = splitWords(line.toLowerCase()).map(toSingular);
    if (words.length === 0 || words.length > maxHeadingWords) return false;
    return (
      labels.has(foldLabel(line)) ||
      words.every((word) => asked.has(word)) ||
      [...asked].every((word) => words.includes(word))
    );
  });
}

/** The lists, tables and other elements of a page that hold two pairs of a name and a value or more. */
export function listPairLists(page: PageIndex): readonly PairList[] {
  const pairs = findLabelPairs(page, new Set()).filter(
    ({ trust, value }) => trust >= minTrust && !value.startsWith('//'),
  );
  const byHolder = Map.groupBy(pairs, ({ element }) => findHolder(page, element));
  return [...byHolder].flatMap(([holder, all]) => {
    const own = dropRepeats(all);
    if (holder === undefined || own.length < minPairs) return [];
    return [{ holder, pairs: own, sign: findSign(page, holder) }];
  });
}

/** The list, the table, or the element around rows that a pair is one of. */
function findHolder(page: PageIndex, element: IndexedElement): IndexedElement | undefined {
  const around = page.around(element, maxAround);
  const list = around.find(({ node }) => listTags.has(node.name));
  return list ?? around.slice(1).find(({ node }) => !rowTags.has(node.name));
}

/** Each pair once: a row and the elements in it that hold all of it state the same. */
function dropRepeats(pairs: readonly LabelPair[]): readonly LabelPair[] {
  return [...new Map(pairs.map((pair) => [`${pair.label}\n${pair.value}`, pair])).values()];
}

/** The element around a list, or the heading above it or above that heading, that calls it properties. */
function findSign(page: PageIndex, holder: IndexedElement): PairList['sign'] {
  const around = page.around(holder, maxAround);
  const called = around.findLast((element) =>
    [...page.tokensOf(element)].some((token) => classWords.has(token)),
  );
  if (called !== undefined) return { element: called, isClear: true };
  const headings = listHeadings(page, holder);
  const clear = headings.find((heading) => propertyWords.test(page.lineOf(heading)));
  if (clear !== undefined) return { element: clear, isClear: true };
  const loose = headings.find((heading) => looseHeading.test(page.lineOf(heading)));
  return loose === undefined ? undefined : { element: loose, isClear: false };
}

/** Elements before a list among which its headings stand. */
const maxBefore = 400;

/** The headings that a list stands under: the nearest, and those of higher ranks before it. */
function listHeadings(page: PageIndex, holder: IndexedElement): readonly IndexedElement[] {
  const { position } = holder;
  const headings: IndexedElement[] = [];
  let level = 7;
  for (let at = position - 1; at >= Math.max(0, position - maxBefore); at -= 1) {
    const element = page.elements[at];
    const own = element === undefined ? undefined : headingLevel(element);
    if (element === undefined || own === undefined || own >= level) continue;
    level = own;
    headings.push(element);
  }
  const [caption] = page.childrenOf(holder);
  return caption?.node.name === 'caption' ? [caption, ...headings] : headings;
}
