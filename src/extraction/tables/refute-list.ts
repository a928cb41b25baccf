import { getOrMake } from '../../runtime/collections.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { splitWords } from '../lexicon/fold-label.ts';
import { deliveryWords, isCalled, testimonialWords } from './class-words.ts';
import { shapeOf } from './column-shape.ts';
import type { Column, Region } from './column.ts';
import { isLink, isTitle } from './field-names.ts';
import { findRegionTitle } from './section-titles.ts';

/** Lists that no question but one about them asks for, by the class of a record or of what is around it, or by the heading above. */
const ownSubjects: readonly {
  readonly called: ReadonlySet<string>;
  /** What asks for them, in some languages, and the concepts of fields that they alone fill. */
  readonly askedBy: RegExp;
  readonly concepts: ReadonlySet<string>;
}[] = [
  {
    // The name of a customer is no service.
    called: testimonialWords,
    askedBy:
      /testimon|review|comment|opinion|feedback|quote|rating|customer|client|bewert|kund|avis|témoign|reseñ|recens|отзыв/i,
    concepts: new Set(['author', 'rating']),
  },
  {
    // A way of delivery has a name and a price too.
    called: deliveryWords,
    askedBy:
      /deliver|shipp|dispatch|postage|carrier|parcel|method|option|versand|liefer|livraison|expédition|env[ií]o|entrega|spedizion|consegna|frete|bezorg|verzend|доставк/i,
    concepts: new Set(),
  },
];

/** Whether a list holds what customers say, the ways of delivery or the like, and something else is asked for. */
export function isOfOwnSubject(
  plans: readonly FieldPlan[],
  { facts: { page }, prompt }: Scope,
  region: Region,
): boolean {
  const first = region.kind === 'repeat' ? page.elements[region.blocks[0]?.start ?? -1] : undefined;
  if (first === undefined) return false;
  const heading = splitWords(findRegionTitle(page, region).toLowerCase());
  const words = [first, region.element].flatMap((element) => [...page.tokensOf(element)]);
  return ownSubjects.some(
    ({ called, askedBy, concepts }) =>
      (isCalled(words, called) || (heading.length === 1 && isCalled(heading, called))) &&
      !askedBy.test(prompt) &&
      !plans.some(({ name, concept }) => askedBy.test(name) || concepts.has(concept?.name ?? '')),
  );
}

/** What asks for persons, in some languages. */
const personWords =
  /(?<!\p{L})(?:people|persons|staff|employees|team members|speakers|attorneys|lawyers|doctors|physicians|faculty|professors|personen|mitarbeiter(?:innen)?|personnes|collaborateurs|personas|empleados|persone|dipendenti|pessoas|medewerkers)(?!\p{L})/iu;
/** Share of the names that look like those of persons in a list of these. */
const minPersons = 0.6;
const maxNameWords = 5;
const particles: ReadonlySet<string> = new Set(
  'de da di du del della der den van von zu la le el al bin ibn y e und and dos das'.split(' '),
);
const initialOrWord = /^(?:\p{Lu}[\p{L}\p{M}'’.-]*,?|\p{Lo}[\p{L}\p{M}]*)$/u;

/** Whether persons are asked for and a list has nothing but headings that are no names of persons. */
export function isOfNoPersons(
  columns: ReadonlyMap<FieldPlan, Column>,
  { prompt, facts: { page } }: Scope,
  { kind }: Region,
): boolean {
  const stated = [...columns].filter(([plan]) => !isLink(plan));
  const [[plan, title] = []] = stated;
  if (kind !== 'repeat' || stated.length !== 1 || plan === undefined || title === undefined)
    return false;
  if (!isTitle(plan) || !personWords.test(prompt)) return false;
  const { samples } = shapeOf(title);
  const common = getOrMake(commonWords, page, () => new Set(page.text.match(smallWord)));
  const named = samples.filter(({ text }) => isPerson(text, common)).length;
  return named < minPersons * samples.length;
}

/** Share of the records that are a heading and a text. */
const minSectionShare = 0.8;

/** Whether prices are asked for, and a list has nothing but headings above sentences, which lead nowhere: the parts of a page. */
export function isOfSections(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
  { facts: { page } }: Scope,
  { kind, blocks }: Region,
): boolean {
  if (kind !== 'repeat' || ![...columns.keys()].every(isTitle)) return false;
  if (!plans.some((plan) => plan.kind === 'money')) return false;
  const looked = blocks.slice(0, maxLooked);
  const sections = looked.filter(({ start, end, to }) => {
    const inside = page.elements.slice(start, Math.min(end, start + maxInside));
    const heading = inside.find((element) => headingLevel(element) !== undefined);
    if (heading === undefined || inside.some(({ node }) => shownOrLinked.has(node.name)))
      return false;
    return sentence.test(page.text.slice(heading.textEnd, Math.min(to, heading.textEnd + maxText)));
  });
  return sections.length >= minSectionShare * looked.length;
}

/** Elements of a record, and characters of its text, that are looked at. */
const maxInside = 60;
const maxText = 1_000;
/** What most things that are sold have. */
const shownOrLinked: ReadonlySet<string> = new Set(['a', 'img', 'picture', 'button']);
/** Five words or more up to a full stop. */
const sentence = /(?:[^\s.!?。]+\s+){4}[^\s.!?。]+[.!?。]/;

const smallWord = /(?<![\p{L}\p{M}])\p{Ll}{3,}(?![\p{L}\p{M}])/gu;
const commonWords = new WeakMap<PageIndex, ReadonlySet<string>>();

/**
 * Whether a text has the form of a person's name: a few words, each with a capital but for particles, of which at most half are written
 * small elsewhere on the page; scripts without capitals have names of one word.
 */
function isPerson(text: string, common: ReadonlySet<string>): boolean {
  const words = text.split(/\s+/).filter((word) => !particles.has(word));
  if (words.length > maxNameWords || !words.every((word) => initialOrWord.test(word))) return false;
  const small = words.filter((word) => common.has(word.toLowerCase())).length;
  return (words.length > 1 || /^\p{Lo}/u.test(text)) && 2 * small <= words.length;
}

/** Blocks that are looked at, and their share that has to be a part of a sentence. */
const maxLooked = 30;
const minSentenceShare = 0.6;

/** Whether the things that repeat are the links of a text: "we have <a>sofas</a> for each room and <a>chairs</a> that fit them". */
export function isOfSentences({ facts: { page } }: Scope, { kind, blocks }: Region): boolean {
  if (kind !== 'repeat' || page.elements[blocks[0]?.start ?? -1]?.node.name !== 'a') return false;
  const looked = blocks.slice(0, maxLooked);
  const inside = looked.filter(({ start, to }) => {
    const link = page.elements[start];
    if (link?.node.name !== 'a') return false;
    const text = page.text.slice(link.textStart, link.textEnd).trimStart();
    return /^\p{Ll}/u.test(text) && /^\s*[\p{Ll},;]/u.test(page.text.slice(link.textEnd, to));
  });
  return inside.length > minSentenceShare * looked.length;
}
