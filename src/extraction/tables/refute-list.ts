import { findDateText } from './text-kinds.ts';
import { findAmountOffsets } from '../values/money/find-money.ts';
import type { Element } from 'domhandler';
import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { Scope } from '../fields/rank-entities.ts';
import { deliveryWords, isCalled, testimonialWords } from './class-words.ts';
import { leadsToUser } from './column-links.ts';
import { shapeOf } from './column-shape.ts';
import type { Column, Region } from './column.ts';
import { findConceptByLabel } from '../lexicon/find-concept.ts';
import { foldLabel, splitWords, toSingular } from '../lexicon/fold-label.ts';
import { isLink, isTitle } from './field-names.ts';
import { withoutBrackets } from './header-names.ts';
import { findRegionTitle } from './section-titles.ts';

/** What asks for what visitors say, in some languages, and the concepts of fields that only they fill. */
const visitorWords =
  /testimon|review|comment|opinion|feedback|quote|rating|customer|client|bewert|kund|avis|témoign|reseñ|recens|отзыв/i;
const visitorConcepts: ReadonlySet<string> = new Set(['author', 'rating']);

/** Whether a list holds what customers say, which no other question asks for: the name of who says it is no service. */
export function isOfVisitors(
  plans: readonly FieldPlan[],
  { facts: { page }, prompt }: Scope,
  { kind, blocks }: Region,
): boolean {
  const first = kind === 'repeat' ? page.elements[blocks[0]?.start ?? -1] : undefined;
  if (first === undefined || !isCalled(page.tokensOf(first), testimonialWords)) return false;
  return !(
    visitorWords.test(prompt) ||
    plans.some(
      ({ name, concept }) => visitorWords.test(name) || visitorConcepts.has(concept?.name ?? ''),
    )
  );
}

/** Whether a text is what a field is called: "Monthly price" is a price as well. */
function isLabelOf(text: string, { labels, concept }: FieldPlan): boolean {
  const label = foldLabel(withoutBrackets(text));
  const last = label.split(' ').at(-1) ?? '';
  // "English reviews" say how good it is, and how many say so.
  const isCount = concept?.name === 'rating' && findConceptByLabel(last)?.name === 'ratingCount';
  return labels.has(label) || labels.has(last) || isCount;
}

/** Whether the names of records are what other fields are called: the rows of a table have labels, and its things stand side by side. */
export function isOfLabels(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
): boolean {
  const title = [...columns].find(([plan]) => isTitle(plan));
  if (title === undefined) return false;
  const [name, { cells }] = title;
  const others = plans.filter((plan) => plan !== name);
  const texts = cells.flatMap((cell) => (cell === undefined ? [] : cell.text));
  const isLabel = (text: string): boolean => others.some((plan) => isLabelOf(text, plan));
  return texts.some(isLabel) && texts.every((text) => isLabel(text) || isLabelOf(text, name));
}

/** Whether no record has more than one of several values, so that each is a part of one: its name, then its size, then its price. */
export function isOfParts(columns: ReadonlyMap<FieldPlan, Column>): boolean {
  const own = [...new Set(columns.values())].filter(({ cells }) => cells.some((cell) => cell));
  if (own.length < 2) return false;
  const rows = own[0]?.cells ?? [];
  return rows.every((_, row) => own.filter(({ cells }) => cells[row] !== undefined).length < 2);
}

/** What asks for what visitors write of a thing, in some languages. */
const reviewsAsked =
  /(?<!\p{L})(?:reviews|testimonials|comments|opinions|bewertungen|rezensionen|kundenstimmen|kommentare|commentaires|témoignages|reseñas|comentarios|comentários|commenti|opiniones|recensioni|reacties|kommentarer|recensioner|anmeldelser|kommentit|komentarze|opinie|komentáře|komentare|recenze|yorumlar|отзывы|комментарии|коментарі|コメント|レビュー|댓글|리뷰|评论)(?!\p{L})/iu;
/** What such a thing is called, or one of its parts. */
const visitorTokens =
  /review|testimon|comment|opinion|feedback|quote|rating|stars?$|author|byline|user|reviewer|customer|client|date|time|bewert|kommentar|avis|reply|post/;
const visitorTags: ReadonlySet<string> = new Set(['time', 'blockquote', 'q', 'cite']);
/** A day, stars, or a share of so many of them. */
const visitorText = /(?<!\d)(?:19|20)\d\d(?!\d)|[★☆⭐]|\d\s?\/\s?(?:5|10)(?!\d)/u;

/**
 * Whether what visitors write is asked for, and the things of a list lead from headings to texts without anything that says so: no author,
 * day or rating, and neither a class nor a heading above of such a name. These are the parts of a page about one thing.
 */
export function isOfNoVisitors(
  columns: ReadonlyMap<FieldPlan, Column>,
  { facts: { page }, prompt }: Scope,
  { kind, element, blocks }: Region,
  name: string,
): boolean {
  const asked = `${prompt} ${splitWords(name).join(' ')}`;
  if (kind !== 'repeat' || !reviewsAsked.test(asked)) return false;
  if ([...columns.keys()].some(({ concept }) => visitorConcepts.has(concept?.name ?? '')))
    return false;
  if (visitorWords.test(page.title)) return false;
  const isOfVisitor = (part: IndexedElement): boolean =>
    visitorTags.has(part.node.name) ||
    part.node.attribs['rel'] === 'author' ||
    [...page.tokensOf(part)].some((token) => visitorTokens.test(token));
  const isBare = blocks.slice(0, maxLooked).every(({ start, end, to }) => {
    const inside = page.elements.slice(start, Math.min(end, start + maxInside));
    const from = inside[0]?.textStart ?? to;
    return (
      inside.some((one) => headingLevel(one) !== undefined) &&
      !visitorText.test(page.text.slice(from, Math.min(to, from + maxText))) &&
      !inside.some(isOfVisitor)
    );
  });
  if (!isBare || page.around(element).some(isOfVisitor)) return false;
  const above = page.elements.findLast(
    (one) => headingLevel(one) !== undefined && one.end <= element.position,
  );
  return above === undefined || !visitorWords.test(page.lineOf(above));
}

/** What asks for what visitors say to the thing of a page, in some languages. */
const commentsAsked =
  /(?<!\p{L})(?:comments|kommentare|commentaires|comentarios|comentários|commenti|reacties|kommentarer|kommentit|komentarze|komentáře|komentare|yorumlar|комментарии|коментарі|コメント|댓글|评论)(?!\p{L})/iu;

/**
 * Whether comments are asked for, and the things of a list have a heading that leads elsewhere and is not who wrote it: the teasers of
 * articles below one, which have authors and days as well.
 */
export function isOfTeasers(
  columns: ReadonlyMap<FieldPlan, Column>,
  { facts: { page }, prompt }: Scope,
  { kind, blocks }: Region,
  name: string,
): boolean {
  if (kind !== 'repeat' || !commentsAsked.test(`${prompt} ${splitWords(name).join(' ')}`))
    return false;
  const writers = new Set(
    [...columns].flatMap(([plan, { cells }]) =>
      plan.kind === 'persons' ? cells.flatMap((cell) => cell?.source.node ?? []) : [],
    ),
  );
  const looked = blocks.slice(0, maxLooked);
  const teasers = looked.filter(({ start, end }) => {
    const inside = page.elements.slice(start, Math.min(end, start + maxInside));
    const heading = inside.find((one) => headingLevel(one) !== undefined);
    if (heading === undefined || inside.some((one) => isCalledComment(page, one))) return false;
    const own = page.elements.slice(heading.position, heading.end);
    const link = [...own, ...page.around(heading, maxHeadingWrappers)].find(
      ({ node, position }) => node.name === 'a' && position >= start && leadsElsewhere(page, node),
    );
    return link !== undefined && ![...own, link].some(({ node }) => writers.has(node));
  });
  return teasers.length >= minTeaserShare * looked.length;
}

/** Share of the things that have such a heading: the article itself may be one of them. */
const minTeaserShare = 0.7;
/** Elements around a heading of which one may be its link. */
const maxHeadingWrappers = 3;
const maxCount = 20;
const commentToken = /comment|kommentar|repl(?:y|ies)|reaction/;

function isCalledComment(page: PageIndex, element: IndexedElement): boolean {
  // How many comments there are is said by teasers, too.
  if (/^\p{Nd}+$/u.test(page.lineOf(element, maxCount))) return false;
  return [...page.tokensOf(element)].some((token) => commentToken.test(token));
}

/** Whether a link leads to another page, which is not that of who wrote something. */
function leadsElsewhere({ reading }: PageIndex, { attribs: { href } }: Element): boolean {
  if (href === undefined || href.startsWith('#') || leadsToUser(href)) return false;
  const own = URL.parse(reading.url ?? '');
  const linked = URL.parse(href, own?.href);
  return own === null || linked?.origin !== own.origin || linked.pathname !== own.pathname;
}

/** What asks for more things of the kind of the one that a page is about, in some languages. */
const othersAsked =
  /(?<!\p{L})(?:related|simil(?:ar|ares|ari|aires)|recommended|verwandte?|ähnliche|relacionad[oa]s|correlat[ie]|gerelateerde|relaterade|relaterede|lignende|podobn[eé]|похожие)(?!\p{L})/iu;

/** Whether related things are asked for, and those of a list lead nowhere and are not called so. */
export function isOfNoOthers({ facts: { page } }: Scope, region: Region, name: string): boolean {
  const { kind, blocks } = region;
  if (kind !== 'repeat' || !othersAsked.test(splitWords(name).join(' '))) return false;
  if (isCalledAs(page, region, name)) return false;
  return blocks.slice(0, maxLooked).every(({ start, end }) => {
    const [first] = page.elements.slice(start, start + 1);
    const around = first === undefined ? [] : page.around(first);
    const inside = page.elements.slice(start, Math.min(end, start + maxInside));
    return [...around, ...inside].every(({ node }) => node.name !== 'a');
  });
}

/** What asks for the ways in which a thing comes to who buys it, in some languages. */
const deliveryAsked =
  /deliver|shipp|dispatch|postage|carrier|parcel|method|option|versand|liefer|livraison|expédition|env[ií]o|entrega|spedizion|consegna|frete|bezorg|verzend|доставк/i;

/**
 * Whether a list is called delivery and its entries are a name and a price alone, without a link, a picture or a heading, and something
 * else is asked for. What is delivered has these.
 */
export function isOfDelivery(
  plans: readonly FieldPlan[],
  { facts: { page }, prompt }: Scope,
  { kind, element, blocks }: Region,
): boolean {
  if (kind !== 'repeat' || !isCalled(page.tokensOf(element), deliveryWords)) return false;
  if (deliveryAsked.test(prompt) || plans.some(({ name }) => deliveryAsked.test(name)))
    return false;
  return blocks
    .slice(0, maxLooked)
    .every(({ start, end }) =>
      page.elements
        .slice(start, Math.min(end, start + maxInside))
        .every((part) => !shownOrLinked.has(part.node.name) && headingLevel(part) === undefined),
    );
}

/** What asks for persons, in some languages. */
const personWords =
  /(?<!\p{L})(?:people|persons|staff|employees|team members|speakers|attorneys|lawyers|doctors|physicians|faculty|professors|personen|mitarbeiter(?:innen)?|personnes|collaborateurs|personas|empleados|persone|dipendenti|pessoas|medewerkers)(?!\p{L})/iu;
/** Share of the names that look like those of persons in a list of these. */
const minPersons = 0.6;
const maxNameWords = 5;
const particles: ReadonlySet<string> = toWordSet(
  'de da di du del della der den van von zu la le el al bin ibn y e und and dos das',
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

/** Characters of the sentences below the main heading from which on a page tells of one thing. */
const minTold = 120;
/** Characters below the main heading that are looked at. */
const maxTold = 20_000;
/** Letters of a word of a name that a heading or a class has as well. */
const minNameWord = 4;

/**
 * Whether of several things to be said of each record a list has the name alone, behind a text about one thing, and nothing calls it what
 * is asked for: the teasers below an article, the headings of its parts.
 */
export function isOfOtherNames(
  plans: readonly FieldPlan[],
  columns: ReadonlyMap<FieldPlan, Column>,
  { facts: { page, zones } }: Scope,
  region: Region,
  name: string,
): boolean {
  if (region.kind !== 'repeat' || name === '' || columns.size > 1) return false;
  if (plans.filter((plan) => !isLink(plan)).length < 2) return false;
  const from = zones.mainHeading?.textEnd;
  const to = region.blocks[0]?.from ?? 0;
  if (from === undefined || !tellsOfOne(page.text.slice(from, Math.max(from, to)))) return false;
  return !isCalledAs(page, region, name);
}

function tellsOfOne(text: string): boolean {
  const lines = text.slice(0, maxTold).split('\n');
  const told = lines.filter((line) => sentence.test(line)).join(' ');
  return told.length >= minTold;
}

/** Whether a heading above a list, or a class around it, has a word of a name. */
export function isCalledAs(page: PageIndex, region: Region, name: string): boolean {
  const words = splitWords(name).filter((word) => word.length >= minNameWord);
  const { element } = region;
  const said = [
    ...splitWords(findRegionTitle(page, region)),
    ...page.around(element).flatMap((one) => [...page.tokensOf(one)]),
  ];
  const forms = new Set(said.map(toSingular));
  return words.some((word) => forms.has(toSingular(word)));
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

/**
 * Whether prices are asked for, and each record is a list of things of other names that have one each: the sections of a menu. Sizes of
 * one thing are called alike in the next.
 */
export function isOfLists(
  plans: readonly FieldPlan[],
  { facts: { page } }: Scope,
  { kind, blocks }: Region,
): boolean {
  if (kind !== 'repeat' || !plans.some((plan) => plan.kind === 'money')) return false;
  const names: string[] = [];
  for (const { start, end } of blocks.slice(0, maxLooked)) {
    const items = page.elements
      .slice(start, Math.min(end, start + maxInside))
      .filter(({ node, position }) => node.name === 'li' && position > start)
      .map((item) => page.lineOf(item, maxText));
    if (items.length < 2 || !items.every(statesPrice)) return false;
    for (const item of items) names.push(item.replaceAll(/[^\p{L}]+/gu, ' '));
  }
  return new Set(names).size === names.length;
}

/** Lines with a price or a day in a block from which on it lists things that have one each. */
const minStated = 3;

/**
 * Whether prices or days are asked for, and a list has one block with several lines that state one, below the heading of the page, and
 * none elsewhere: the list is in that block.
 */
export function isOfPage(
  plans: readonly FieldPlan[],
  { facts: { page, zones } }: Scope,
  { kind, blocks }: Region,
): boolean {
  const { mainHeading } = zones;
  if (kind !== 'repeat' || mainHeading === undefined) return false;
  const { position } = mainHeading;
  const own = blocks.find(({ start, end }) => start <= position && position < end);
  if (own === undefined) return false;
  const others = blocks.slice(0, maxLooked).filter((block) => block !== own);
  const states = plans.flatMap((plan) => statedBy[plan.kind] ?? []);
  return states.some((isStated) => {
    const countLines = ({ from, to }: Region['blocks'][number]): number =>
      page.text
        .slice(from, Math.min(to, from + maxText))
        .split('\n')
        .filter(isStated).length;
    return countLines(own) >= minStated && others.every((block) => countLines(block) === 0);
  });
}

function statesPrice(line: string): boolean {
  return findAmountOffsets(line, 1).length > 0;
}

const statedBy: Readonly<Partial<Record<FieldPlan['kind'], (line: string) => boolean>>> = {
  money: statesPrice,
  date: (line) => findDateText(line) !== undefined,
};

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
