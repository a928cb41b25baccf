import { getOrMake, maxOf, toWordSet } from '../../../runtime/collections.ts';
import { type Found, atLeast, maxPerSource, priorOf } from '../candidate.ts';
import { isNoProse, worded } from './refute-hint.ts';
import { isMenu, listsEntries, listsLinks } from '../is-menu.ts';
import type { LabelPair } from '../../analysis/find-label-pairs.ts';
import { isNumeric } from '../value-read.ts';
import { dropEndWords, statesEnd } from '../range-end.ts';
import { findMoney } from '../../values/money/find-money.ts';
import { isFormerSense } from '../../values/money/price-words.ts';
import { findSenseInLine } from '../../values/money/find-sense-in-line.ts';
import { findNamedUnit, listMeasures } from '../../values/numbers/units.ts';
import { asksForPercent, dropMeasureUnit, partUnit } from '../../values/stated-unit.ts';
import { readPresentText } from '../../values/read-present-text.ts';
import { readPriceLine } from '../../values/money/read-price-line.ts';
import { readDate } from '../../values/dates/read-date.ts';
import { addStockLabel, labelsOfNoStock } from '../../values/parse-availability.ts';
import { isServingSize } from '../../values/parse-yield.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { joinName, listPlainForms, splitWords, toSingular } from '../../lexicon/fold-label.ts';
import { listAskedWords } from '../../lexicon/prompt-words.ts';
import { recipeConcepts } from '../../lexicon/concept.ts';
import { findConcept } from '../../lexicon/find-concept.ts';
import { addUnit } from './add-unit.ts';

/** Trust in a labelled value beside the content, which often belongs to another article. */
const asidePairTrust = 0.6;

/** Trust in a labelled value far from the main heading; a code's label identifies it almost as well there. */
const farPairTrust = 0.85;

const farCodeTrust = 0.95;

/** Trust in a label that stands for the field where another one of the page is its very name: `UPC` beside `EAN`. */
const otherLabelTrust = 0.9;

export function* findPairTexts(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { pairs, zones } = scope.facts;
  const far = plan.kind === 'code' ? farCodeTrust : farPairTrust;
  const name = joinName(plan.name);
  // A page has few of a field's labels, which are a hundred and more.
  const shown = Array.from(plan.labels).flatMap((label) => {
    const found = pairs.get(label);
    return found === undefined
      ? []
      : [{ found, isNamed: joinName(label) === name || saysDay(plan, label) }];
  });
  const plainNamed = shown.length > 0 ? undefined : findPlainNamed(plan, pairs);
  if (plainNamed !== undefined) shown.push({ found: plainNamed, isNamed: true });
  const { measured, ended } = listPartLabels(plan);
  for (const label of [...measured, ...ended]) {
    const found = (pairs.get(label) ?? []).filter(
      (pair) =>
        (ended.has(label) && statesEnd(pair.value)) ||
        (measured.has(label) && statesMeasure(plan, pair)),
    );
    if (found.length > 0) shown.push({ found, isNamed: false });
  }
  const opposed = plan.kind === 'availability' ? labelsOfNoStock : [];
  shown.push(...opposed.map((label) => ({ found: pairs.get(label) ?? [], isNamed: false })));
  shown.push(...findQualified(plan, pairs).map((found) => ({ found, isNamed: true })));
  const hasNamed = shown.some(({ isNamed }) => isNamed);
  const seen = new Set<LabelPair>();
  for (const { found, isNamed } of shown) {
    if (found.some(({ label }) => isPreparation(plan, label, scope))) continue;
    const literal = hasNamed && !isNamed ? otherLabelTrust : 1;
    for (const pair of takeAsked(found, scope).slice(0, maxPerSource)) {
      const { element, source, trust } = pair;
      if (seen.has(pair)) continue;
      seen.add(pair);
      if (isStreet(plan, pair)) {
        const weight = priorOf('pair', plan.kind) * pair.trust;
        yield { text: `${pair.labelText} ${pair.value}`, source, origin: 'pair', weight };
        continue;
      }
      // "via Ann 2 days ago"
      if (pair.isOneText && plan.kind === 'text' && streetTypes.has(pair.label)) continue;
      // "Colour chart", "Made by artists": words of one text may be one name, or a sentence.
      if (pair.isOneText && (plan.kind === 'text' || plan.kind === 'organization'))
        if (!isMeasure(pair.value) && !isNamedBy(plan, pair)) continue;
      if (plan.kind === 'body' && isNoProse(element, scope)) continue;
      if (plan.concept?.name === 'section' && listsLinks(element, scope)) continue;
      if (worded.has(plan.kind) && plan.concept?.name !== 'section')
        if (isMenu(element, scope, pair.value)) continue;
      if (plan.kind === 'text' && listsEntries(element, plan, scope, false)) continue;
      if (plan.kind === 'organization' && listsLinks(element, scope)) continue;
      // "Language: English" beside the content is a switch.
      if (plan.kind === 'language' && zones.isAside(element)) continue;
      const isCounted = plan.kind === 'duration' || (plan.concept === undefined && isNumeric(plan));
      if (pair.isOneText && isCounted && namesMore.test(pair.value)) continue;
      if (isOfFormer(plan, pair) || isOfOther(plan, pair)) continue;
      const zone = zones.isAside(element) ? asidePairTrust : 1;
      const near = atLeast(far, zones.nearness(element));
      const weight = priorOf('pair', plan.kind) * trust * zone * near * literal;
      const text = readBeside(plan, pair, scope);
      if (text === undefined) continue;
      // "Delivery: 3 to 5 days", "delivered by March 10": a number among words is no amount.
      const needsCurrency = plan.concept?.name === 'shippingCost' && !/^[\d.,\s]+$/.test(text);
      const statedUnit = isNumeric(plan) ? partUnit(pair.labelText).unit : undefined;
      const link = plan.kind === 'url' ? findOnlyLink(pair, scope) : undefined;
      const place = { origin: 'pair', weight, isOwn: isNamed } as const;
      if (link === undefined) yield { text, source, ...place, needsCurrency, statedUnit };
      else yield { ...link, ...place };
      const time = plan.kind === 'date' ? findUnsaidTime(pair, scope) : undefined;
      if (time !== undefined) yield { ...time, ...place };
    }
  }
}

/** The labels of a field for a number without a part of its name that the value may state. */
interface PartLabels {
  /** Without the unit at its end: "Weight" for `weight_kg`. */
  readonly measured: ReadonlySet<string>;
  /** Without the end of a range that it asks for: "Players" for `minPlayers`. */
  readonly ended: ReadonlySet<string>;
}

const partLabels = new WeakMap<FieldPlan, PartLabels>();

export function listPartLabels(plan: FieldPlan): PartLabels {
  return getOrMake(partLabels, plan, () => {
    if (!isNumeric(plan)) return { measured: new Set(), ended: new Set() };
    const words = splitWords(plan.name);
    const whole = dropEndWords(plan);
    const ended = whole.length === words.length ? [] : whole;
    return {
      measured: toLabels(dropMeasureUnit(words)),
      ended: new Set([...toLabels(ended), ...toLabels(dropMeasureUnit(ended))]),
    };
  });
}

function toLabels(words: readonly string[]): ReadonlySet<string> {
  if (words.length === 0) return new Set();
  const name = words.join(' ');
  const one = words.map(toSingular).join(' ');
  return new Set([name, one, ...(findConcept(name)?.labels ?? [])]);
}

/** Whether a label or the value beside it states a unit of the kind that a field asks for. */
function statesMeasure(
  { name, asked: { dimensions } }: FieldPlan,
  { labelText, value }: LabelPair,
): boolean {
  if (asksForPercent(name)) return value.includes('%') || labelText.includes('%');
  const labelled = findNamedUnit(partUnit(labelText).unit ?? '');
  const units = [labelled, ...listMeasures(value).map(({ unit }) => unit)];
  return units.some((unit) => unit !== undefined && dimensions.has(unit.dimension));
}

/** The values of compared things without those that stand under other headings than the prompt names. */
function takeAsked(found: readonly LabelPair[], { prompt }: Scope): readonly LabelPair[] {
  const headings = [...new Set(found.flatMap(({ heading }) => heading ?? []))].map((heading) => ({
    heading,
    words: splitWords(heading).map(toSingular),
  }));
  if (headings.length < 2) return found;
  const asked = listAskedWords(prompt);
  const counts = new Map(
    headings.map(({ heading, words }) => {
      const named = words.filter(
        (word) => asked.has(word) && !headings.every((other) => other.words.includes(word)),
      );
      return [heading, named.length] as const;
    }),
  );
  const most = maxOf([...counts.values()]);
  return found.filter(
    ({ heading }) => most === 0 || heading === undefined || counts.get(heading) === most,
  );
}

/** Words for streets that their names begin with. */
const streetTypes: ReadonlySet<string> = toWordSet('via calle rue ulica улица');

/** A name, or the number that some have in place of one, with a number of a house: "sca 1 year ago" is none. */
const streetRest =
  /^(?:(?:d[aei]|del|dei|degli|delle|della|dello|dell['’]|de las?|de los) ?)?(?:\p{Lu}|\p{Nd}).*\p{Nd}/u;

/** Whether what looks like a label is a part of the name of a street: "Via Roma, 12". */
function isStreet({ kind }: FieldPlan, { label, value, isOneText }: LabelPair): boolean {
  return kind === 'text' && isOneText && streetTypes.has(label) && streetRest.test(value);
}

/** Whether what looks like the label of a price is the first word of that of a former one: "Precio anterior 45 €". */
function isOfFormer({ kind, concept }: FieldPlan, pair: LabelPair): boolean {
  if (kind !== 'money' || !pair.isOneText || concept?.name === 'oldPrice') return false;
  return isFormerSense(findSenseInLine(`${pair.labelText} ${pair.value}`));
}

/** Whether the only amount beside a label for the price is called something else: "$4.95 standard delivery", "You save $5". */
function isOfOther({ concept }: FieldPlan, { value }: LabelPair): boolean {
  return concept?.name === 'price' && findSenseInLine(value) === 'other';
}

/** More words of a label in front of a number: "Floor" and "area 64". */
const namesMore =
  /^(?!(?:about|approx|approximately|circa|around|over|under|from|only|max|min|was|are|is|of|up)\b)\p{Ll}{2,}\s/u;

const maxMeasureWords = 3;

/** Whether a text is a number with a few words, as may stand behind its label in one text: "Weight 2 kg". */
function isMeasure(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word));
  return /\d/.test(text) && words.length <= maxMeasureWords;
}

/** Whether a name stands behind who did something, in one text: "Sold and shipped by Ash & Sons". */
function isNamedBy({ kind }: FieldPlan, { label, value }: LabelPair): boolean {
  return (
    kind === 'organization' &&
    /\s(?:by|durch)$/.test(label) &&
    /^\p{Lu}\S{0,30}(?: (?:[\p{Lu}&]\S{0,30}|and|und|et|y)){1,4}$/u.test(value)
  );
}

type Pairs = Scope['facts']['pairs'];

const plainLabels = new WeakMap<Pairs, ReadonlyMap<string, readonly LabelPair[]>>();

/** The pairs of a label that a field has without its accents: "Città" for `citta`. */
function findPlainNamed({ name }: FieldPlan, pairs: Pairs): readonly LabelPair[] | undefined {
  const plain = getOrMake(plainLabels, pairs, () => {
    const known = new Map<string, readonly LabelPair[]>();
    for (const [label, found] of pairs)
      for (const form of listPlainForms(label)) if (!known.has(form)) known.set(form, found);
    return known;
  });
  return plain.get(splitWords(name).join(' '));
}

/** Words for a day, and those that join others to them. */
const dayWords: ReadonlySet<string> = toWordSet('date dated day datum at of on the');

/** Whether a label says of a day what the name of a field says in another form of the word: "Date decided" for `decisionDate`. */
function saysDay({ kind, name }: FieldPlan, label: string): boolean {
  if (kind !== 'date') return false;
  const [asked, said] = [name, label].map((one) =>
    splitWords(one).filter((word) => !dayWords.has(word)),
  ) as [string[], string[]];
  return (
    asked.length > 0 &&
    asked.length === said.length &&
    asked.every((word) => said.some((other) => isSameStem(word, other)))
  );
}

/** Letters with which all forms of a word begin. */
const minStem = 3;

function isSameStem(one: string, two: string): boolean {
  const least = Math.min(one.length, two.length);
  const differs = Array.from(one).findIndex((letter, at) => letter !== two[at]);
  const same = differs < 0 ? least : Math.min(differs, least);
  return same >= minStem && same * 2 > least;
}

/** Words of a label that say of its amount that it is what something costs. */
const priceWords: ReadonlySet<string> = toWordSet(
  'price cost fee charge rate preis kosten prix precio prezzo',
);
/** Labels with more words are sentences. */
const maxQualifiedWords = 5;

/** The pairs whose label says in other words what the name of a field for a price says beside that: "Price at the door" for `doorPrice`. */
function findQualified(
  { kind, subject, labels }: FieldPlan,
  pairs: Pairs,
): readonly (readonly LabelPair[])[] {
  if (kind !== 'money' || subject.length === 0) return [];
  const asked = subject.map(toSingular);
  return Array.from(pairs).flatMap(([label, found]) => {
    if (labels.has(label)) return [];
    const words = splitWords(label).map(toSingular);
    const isAlone = words.join(' ') === asked.join(' ');
    const isPrice = words.length <= maxQualifiedWords && words.some((word) => priceWords.has(word));
    const says = isAlone || (isPrice && asked.every((word) => words.includes(word)));
    return says ? [found.filter(({ value }) => findMoney(value, true).length > 0)] : [];
  });
}

/** Where the only link beside a label leads: "Website: Visit us". */
function findOnlyLink(
  { element }: LabelPair,
  { facts: { page } }: Scope,
): Pick<Found, 'text' | 'source' | 'machine'> | undefined {
  const [link, another] = page.elements
    .slice(element.position, element.end)
    .filter(({ node }) => node.name === 'a' && node.attribs['href'] !== undefined);
  if (link === undefined || another !== undefined) return undefined;
  const { node } = link;
  return { text: node.attribs['href'] ?? '', source: { node, attribute: 'href' }, machine: true };
}

/** Labels that mean the whole time in their languages, or its first part where the page has one for the cooking as well. */
export const preparationLabels: ReadonlySet<string> = toWordSet(
  'bereidingstijd|valmistusaika|czas przygotowania|doba přípravy|время приготовления|elkészítési idő|timp de preparare',
  '|',
);

const cookingLabels: ReadonlySet<string> = new Set(
  recipeConcepts.flatMap(({ name, labels }) => (name === 'cookTime' ? labels : [])),
);

function isPreparation({ concept }: FieldPlan, label: string, { facts: { page } }: Scope): boolean {
  return (
    concept?.name === 'totalTime' &&
    preparationLabels.has(label) &&
    page.elements.some((element) => cookingLabels.has(page.labelOf(element)))
  );
}

/** The moment of a `<time>` whose text says none that can be read: "tonight". */
function findUnsaidTime(
  { element, value, isPart }: LabelPair,
  { facts: { page, place } }: Scope,
): Pick<Found, 'text' | 'source' | 'machine'> | undefined {
  if (isPart || readDate(value, place) !== undefined) return undefined;
  const [time, another] = page.elements
    .slice(element.position, element.end)
    .filter(({ node }) => node.name === 'time');
  const text = time?.node.attribs['datetime'];
  if (time === undefined || another !== undefined || text === undefined) return undefined;
  return { text, source: { node: time.node, attribute: 'datetime' }, machine: true };
}

/** What stands beside a label, as a field reads it; `undefined` where the label makes it no value of the field. */
function readBeside(plan: FieldPlan, pair: LabelPair, scope: Scope): string | undefined {
  if (plan.kind === 'money' || statesAmount(plan, pair)) return readAmount(pair, scope);
  const text = readPresent(pair, scope);
  if (plan.kind === 'availability') return addStockLabel(pair.labelText, text);
  if (plan.kind === 'yield') return readYield(plan, pair, text);
  return (
    beforeSentence.get(plan.kind)?.exec(text)?.[1] ??
    addUnit(text, plan, partUnit(pair.labelText).unit)
  );
}

/** What another sentence follows: a time of a day ("19:00. Over 18s only."), and how long something takes ("20 min. Serves 4"). */
const beforeSentence: ReadonlyMap<FieldPlan['kind'], RegExp> = new Map<FieldPlan['kind'], RegExp>([
  ['text', /^(\d{1,2}(?:[:.]\d{2})?(?:\s?[ap]m|\s?Uhr|(?<=[:.]\d\d)))\.\s+\p{Lu}/u],
  [
    'duration',
    /^(\p{Nd}{1,3}(?:[-–]\p{Nd}{1,3})?\s?\p{L}{1,8}(?:\s\p{Nd}{1,2}\s?\p{L}{1,8})?)\.\s+\p{Lu}/u,
  ],
]);

/** A yield with the field's own label, which says what a bare number counts: "Servings: 8"; none where that is the size of one. */
function readYield(
  { name }: FieldPlan,
  { label, labelText }: LabelPair,
  text: string,
): string | undefined {
  const labelled = `${labelText} ${text}`;
  if (isServingSize(labelled)) return undefined;
  const isOwn = joinName(label) === joinName(name);
  return isOwn && /^\p{Nd}{1,3}$/u.test(text) ? labelled : text;
}

/** Whether a number of whatever name is an amount of money, whose cents may stand smaller: "£5<sup>99</sup>". */
function statesAmount(plan: FieldPlan, { value }: LabelPair): boolean {
  return isNumeric(plan) && plan.kind !== 'duration' && findMoney(value, true).length > 0;
}

/** Returns the text beside a price's label, without struck-through amounts. */
function readAmount(pair: LabelPair, scope: Scope): string {
  if (pair.isPart) return pair.value;
  return dropLabel(readPriceLine(scope.facts.page, pair.line));
}

/** Returns the text beside a label, without what is struck through beside another text. */
function readPresent({ line, value, isPart }: LabelPair, { facts: { page } }: Scope): string {
  const present = isPart ? undefined : readPresentText(page, line);
  if (present === undefined) return value;
  // The label stands in the element of its value, or in one of its own.
  const holdsLabel = page.lineOf(line) !== value;
  const rest = holdsLabel ? dropLabel(present) : present;
  return holdsLabel && rest === present ? value : rest;
}

function dropLabel(line: string): string {
  return /^[^:：]{1,60}[:：]\s?(.+)$/u.exec(line)?.[1] ?? line;
}
