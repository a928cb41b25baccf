import { type Concept, findNameOfLanguage, isOfSomeLanguages } from './concept.ts';
import { concepts } from './concepts.ts';
import { joinName, listPlainForms, splitWords, toSingular } from './fold-label.ts';
import { toWordSet } from '../../runtime/collections.ts';

const conceptByName = new Map<string, Concept>();
const genericKeys: ReadonlySet<string> = new Set([
  'name',
  'url',
  'value',
  'id',
  'text',
  'minvalue',
  'maxvalue',
  'unittext',
  // What is free is no paywall.
  'isaccessibleforfree',
  // Of a picture, not of a text.
  'caption',
  'sameas',
  // Comments are fewer things than replies.
  'commentcount',
]);

// A concept's own names come before names from the ends of key paths: `dateModified` belongs to two concepts.
for (const concept of concepts) for (const name of concept.names) learnName(name, concept);
for (const concept of concepts) {
  for (const key of concept.keys) {
    const name = joinName(key.slice(key.lastIndexOf('.') + 1));
    if (!genericKeys.has(name)) learnName(name, concept);
  }
}

function learnName(name: string, concept: Concept): void {
  for (const form of [name, ...listPlainForms(name)])
    if (!conceptByName.has(form)) conceptByName.set(form, concept);
}

/** Keys and tags that say when a page was last changed: for another day they stand in where nothing else is stated. */
export const changeNames: ReadonlySet<string> = new Set(
  concepts
    .filter(({ name }) => name === 'modifiedDate')
    .flatMap(({ keys, metas }) => [...keys, ...metas]),
);

const conceptByLabel = new Map<string, Concept>();
for (const concept of concepts) {
  for (const label of concept.labels) {
    if (!conceptByLabel.has(label)) conceptByLabel.set(label, concept);
  }
}

/** Labels that as names of properties mean something else: in English, or in another language than that of the label. */
const labelsAlone: ReadonlySet<string> = toWordSet(
  'about active antal antall antworten ar arbeitszeit arbejdstid art avaliacoes avis bake before beoordelingen bewertungen by cap caption case cause ' +
    'caution cell closes cod contract cooking coram county course dates debut decided delivery direct doprava due e ende envio estado ev ' +
    'filed fon for fragt frakt from gesamt handy hoeveelheid issued item kargo label livraison local maal mal masse matt matter ' +
    'menge misto mobil mobile now odpowiedzi opinie opiniones outcome para persone personen personnes ph portable pour quantita quantity reacties ' +
    'recensioni ref released replies reponses rescheduled respostas respuestas result resume resumes reviews risposte save ' +
    'sider spara spedizione staat stan style sure svar symbol t tagged takes tempo totaal total until uploaded versand ' +
    'verzending vet via viewed views was when where',
);
/** Concepts of one kind of page whose labels of one word mean other things elsewhere, but for those that say what they are of: "Kochzeit". */
const shortAlone: ReadonlySet<string> = toWordSet(
  'totalTime prepTime cookTime yields caseName caseDate disposition startDate endDate shippingCost keywords',
);
const telling =
  /^(?:porc|porz|porsj|portio|porti|raciones)|.(?:zeit|tid|tijd|time|aika|kosten|kostnad|datum|date|frist)$/;

/** Words that names of properties leave out: `fecha_publicacion` is the "fecha de publicación". */
const smallWords: ReadonlySet<string> = toWordSet(
  'de del di du des da do della dell d l le la les el los las lo il of the von van',
);

/** Most words of a label. */
const maxTranslated = 6;
/** The concepts by their labels, in the form that names of properties have: "date de début" is `date_debut`, "Größe" is `groesse`. */
const conceptByTranslation = new Map<string, Concept>();
for (const [label, concept] of conceptByLabel) {
  // "Case #" says of a case what `case` does not.
  if (isOfSomeLanguages(label) || label.includes('#')) continue;
  for (const form of [label, ...listPlainForms(label)]) {
    const name = joinTranslation(splitWords(form));
    const isShort = shortAlone.has(concept.name) && !form.includes(' ') && !telling.test(name);
    const isTaken =
      name === '' || isShort || labelsAlone.has(name) || conceptByTranslation.has(name);
    if (!isTaken) conceptByTranslation.set(name, concept);
  }
}

function joinTranslation(words: readonly string[]): string {
  return words.filter((word) => !smallWords.has(word)).join('');
}

function findTranslation(name: string): Concept | undefined {
  const words = splitWords(name);
  const forms = words.length > maxTranslated ? [] : [name, ...listPlainForms(name)];
  return forms
    .map((form) => conceptByTranslation.get(joinTranslation(splitWords(form))))
    .find((concept) => concept !== undefined);
}

export function isConceptName(name: string): boolean {
  const words = splitWords(name);
  return conceptByName.has(words.join('')) || conceptByName.has(words.map(toSingular).join(''));
}

/** The concept that a visible label stands for, in any language that we know labels of; `label` is folded. */
export function findConceptByLabel(label: string): Concept | undefined {
  return conceptByLabel.get(label);
}

const shapeWords: ReadonlySet<string> = toWordSet(
  'list array value values text string item items info data field the of full current main',
);

/** Whether a word says how a value is given, and not what it is; a full time is how long somebody works, and no time in full. */
function isOfShape(word: string, next: string | undefined): boolean {
  return shapeWords.has(word) && !(word === 'full' && next === 'time');
}

/** What a property name stands for. */
export interface Meaning {
  readonly concept: Concept;
  /** The words before the one that names the field, which say what it is a field of: `series` of `seriesTitle`. */
  readonly subject: readonly string[];
  /** Whether these say that it is a field of another thing than the one that a page is about: `review` of `reviewTitle`. */
  readonly isOther: boolean;
}

/** What pages hold beside the thing that they are about, and who made it: before a field these make it one of theirs. */
export const innerThings: ReadonlySet<string> = toWordSet(
  'author writer journalist reporter contributor editor reviewer commenter customer client user sponsor partner publisher brand ' +
    'manufacturer maker seller vendor merchant shop store video clip audio review comment reply answer testimonial series season franchise ' +
    'section category tag faq related similar recommended suggested next previous footer sidebar newsletter popup cookie accessory bundle',
);
/** Before `price` these make it one of another offer. */
const otherOffers: ReadonlySet<string> = toWordSet(
  'used refurbished renewed subscription accessory bundle related similar',
);

/** Before a field these name no subject, but another thing than the one that a page is about. */
const others: ReadonlySet<string> = toWordSet(
  'alternate alternative seo parent competitor supplier guest co secondary',
);
/** Before `price` these name no subject but another price than the one that a page is about. */
const otherPrices: ReadonlySet<string> = toWordSet(
  'hourly daily nightly weekly monthly quarterly yearly annual adult adults child children student senior member family group wholesale bulk trade previous former rental shipping delivery',
);

/** The concept that a property name stands for: the whole name first, then without shape words, in the singular, and in other languages. */
export function findConcept(name: string): Concept | undefined {
  return findMeaning(name)?.concept;
}

/** Units at the end of a name for how long something takes: `prepTimeMinutes`, `duration_in_hours`. */
const timeUnit = /^(?:in|minutes?|mins?|hours?|hrs?|seconds?|secs?)$/;

/** The words of a name for a time without the unit that it asks for. */
export function dropTimeUnit(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => !timeUnit.test(word));
  return words.slice(0, last + 1);
}

function findDuration(words: readonly string[]): Concept | undefined {
  const concept = conceptByName.get(dropTimeUnit(words).join(''));
  return concept?.kind === 'duration' ? concept : undefined;
}

/** What a property name stands for, on a page of a language where this is known: `data` is a day in Italian. */
export function findMeaning(name: string, language?: string): Meaning | undefined {
  const words = splitWords(name).filter((word, at, all) => !isOfShape(word, all[at + 1]));
  const ofLanguage = findNameOfLanguage(joinName(name), language);
  const concept =
    concepts.find((one) => one.name === ofLanguage) ??
    conceptByName.get(joinName(name)) ??
    conceptByName.get(words.join('')) ??
    conceptByName.get(words.map(toOne).join('')) ??
    findDuration(words) ??
    findTranslation(name);
  if (concept !== undefined) return { concept, subject: [], isOther: false };
  // `recipe_title`, `article_author`: the last word names the field, the words before name its subject.
  const last = words.at(-1);
  const named =
    words.length > 1 &&
    last !== undefined &&
    !words.some((word) => others.has(word) || (last === 'price' && otherPrices.has(word))) &&
    /^(?:title|price|author|description|image|brand|sku)$/.test(last)
      ? conceptByName.get(last)
      : undefined;
  if (named === undefined) return undefined;
  const subject = words.slice(0, -1);
  return { concept: named, subject, isOther: subject.some((word) => isInner(word, last)) };
}

/** The singular; French "pays" is one. */
function toOne(word: string): string {
  return word === 'pays' ? word : toSingular(word);
}

/** Whether a word before a field makes it one of another thing than the page is about; a number of an article is its own, whoever gave it. */
function isInner(word: string, field: string | undefined): boolean {
  if (field === 'sku') return false;
  const inner = field === 'price' ? otherOffers : innerThings;
  return [word, toSingular(word)].some((form) => inner.has(form));
}
