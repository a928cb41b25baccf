import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import { isNumeric } from '../fields/value-read.ts';
import { listLabelForms } from '../analysis/label-forms.ts';
import {
  foldLabel,
  joinName,
  splitWords,
  toSingular,
  listPlainForms,
} from '../lexicon/fold-label.ts';
import { titleWords, userWords } from './class-words.ts';
import type { Column } from './column.ts';
import { type ValueForm, formOf } from './value-forms.ts';

/** Last words of the names of fields that hold the number of a record, a text about it, or where it was published. */
export const codeNouns: ReadonlySet<string> = toWordSet('number no code id reference ref');

const bodyNouns: ReadonlySet<string> = toWordSet(
  'summary description definition abstract text snippet excerpt teaser body content message comment answer',
);

/** What says that a column holds a field, set by hand on the tables of bench/records.ts: labels, then likeness, then shape. */
const labelScore = 1.6;
export const headerLikenessScore = 1.2;
export const classLikenessScore = 0.9;
/** Share of the likeness by a wrapper's words where the value is called otherwise: the rank of an author in `author`. */
export const wrapperShare = 0.6;
/** Share of the likeness of "court number" that is left for a court. */
export const otherThingShare = 0.5;
/** Likeness when the column's words include all words of one of the field's names. */
const aliasLikeness = 0.9;

/** How headers write words that are not the beginning of the whole one. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amt: 'amount',
    avg: 'average',
    dept: 'department',
    hrs: 'hours',
    ht: 'height',
    mgr: 'manager',
    pct: 'percent',
    pts: 'points',
    qty: 'quantity',
    wt: 'weight',
    yr: 'year',
    yrs: 'years',
  }),
);

/** A word in the form in which words of names are compared. */
function toWord(word: string): string {
  return toSingular(abbreviations.get(word) ?? word);
}

/** Last words of names of fields that hold what a thing has: the e-mail of an author does not stand under "Author". */
const attributes: ReadonlySet<string> = toWordSet(
  'address age agent area assistant budget capital captain category cause change city class coach color colour condition country county cuisine density description deputy director duration email fax founder gender genre height home income language length location manager nationality occupation owner parent party phone place population position rank ratio reason region religion result revenue role salary score sector share side size source speed spouse state status stock style successor target telephone tenure timezone trend type vendor version volume website weight winner zip',
);
/** First words of names of fields that ask for another thing than the one without them: who owned it before does not stand under "Owner". */
const contrasts: ReadonlySet<string> = toWordSet(
  'previous former prior next old other end first second original opposing away alternate secondary minimum maximum parent shipping delivery tax',
);

/** Words that may be left out where a list holds them alone: that of an appeal names the lower court under "Court", which is not the same in all records. */
const relatives: ReadonlySet<string> = new Set(['lower', 'upper']);

export interface FieldNames {
  readonly plan: FieldPlan;
  readonly noun: string;
  readonly form: ValueForm | undefined;
  /** The kind of rooms that a number counts: `bath`. */
  readonly room: string | undefined;
  readonly words: readonly string[];
  readonly tokens: readonly (readonly string[])[];
  readonly headers: Map<string, number>;
  readonly classes: WeakMap<ReadonlySet<string>, number>;
  /** Whether a text can be read as the field: the listings of a page share their texts. */
  readonly readable: Map<string, boolean>;
}

/** `sales2024` */
const yearAtEnd = /^(\p{L}+)((?:19|20)\d\d)$/u;
/** By field, since columns by the hundred are compared with each: parts of a cell have the cell's header and words. */
const namesByPlan = new WeakMap<FieldPlan, FieldNames>();

export function namesOf(plan: FieldPlan): FieldNames {
  return getOrMake(namesByPlan, plan, () => {
    const words = splitWords(plan.name)
      .flatMap((word) => yearAtEnd.exec(word)?.slice(1) ?? word)
      .map(toWord);
    const users = plan.concept?.name === 'author' ? Array.from(userWords, (word) => [word]) : [];
    const tokens = [...plan.tokens, ...users].map((token) => token.map(toSingular));
    const noun = words.at(-1) ?? '';
    return {
      plan,
      noun,
      form: formOf(plan),
      room: isNumeric(plan) ? /^(\p{L}+)room$/u.exec(noun)?.[1] : undefined,
      words,
      tokens,
      headers: new Map(),
      classes: new WeakMap(),
      readable: new Map(),
    };
  });
}

/** Whether a field holds what a record is called. */
export function isTitle(plan: FieldPlan): boolean {
  return plan.kind === 'title' || titleWords.has(namesOf(plan).noun);
}

/** Whether a field holds what is said about a record. */
export function isBody(plan: FieldPlan): boolean {
  return plan.kind === 'body' || isNamedBody(namesOf(plan));
}

/** Whether a field is named for a text about a record; a number of that name counts them: the comments on an article. */
export function isNamedBody({ plan, noun }: FieldNames): boolean {
  return bodyNouns.has(noun) && !isNumeric(plan);
}

/** Nouns for a reference to a volume and page of a series. */
export const citationNouns: ReadonlySet<string> = new Set(['citation', 'cite']);

/** Whether a field holds the number of a record. */
export function isCodeField({ plan, noun }: FieldNames): boolean {
  return plan.kind === 'code' || codeNouns.has(noun);
}

export function isLink({ kind }: FieldPlan): boolean {
  return kind === 'url' || kind === 'image';
}

/** What a header says for a field; one that ends in "number" names a number and not the thing that has it. */
export function fitHeader(names: FieldNames, header: string): number {
  return getOrMake(names.headers, header, () => {
    const label = foldLabel(header);
    if (label === '') return 0;
    if (names.plan.labels.has(label)) return labelScore;
    const name = splitWords(names.plan.name).join(' ');
    if (listPlainForms(label).includes(name)) return labelScore;
    const words = splitWords(header.replaceAll('%', ' percent percentage ')).map(toWord);
    const isNumber = codeNouns.has(words.at(-1) ?? '') || /[#№]\s*$/.test(header);
    const isOther = isNumber && !isCodeField(names);
    // "Fläche (km²)" for `flaeche`
    const isPlain = listLabelForms(header).some((form) => listPlainForms(form).includes(name));
    const compared = compareNames(names, isNumber ? [...words, 'number'] : words);
    const likeness = isPlain ? 1 : isForeignTitle(names, label) ? aliasLikeness : compared;
    return headerLikenessScore * likeness * (isOther ? otherThingShare : 1);
  });
}

/** In English these are different things: the title of an employee is no name. */
const englishTitles: ReadonlySet<string> = new Set(['title', 'name', 'headline', 'heading']);

/** Whether a header is what another language calls the title of a record, which has no labels elsewhere on a page. */
function isForeignTitle({ plan: { concept } }: FieldNames, label: string): boolean {
  const name = joinName(label);
  return concept?.name === 'title' && !englishTitles.has(name) && concept.names.includes(name);
}

/** Whether the header of a column is a name of a field, or has all words of one. */
export function isNamedBy(plan: FieldPlan, { header }: Column): boolean {
  return fitHeader(namesOf(plan), header) >= headerLikenessScore * aliasLikeness;
}

/** Whether the words of a column, or of what it stands in or leads to, name the field. */
export function isCalledSo(plan: FieldPlan, { words }: Column): boolean {
  return compareNames(namesOf(plan), [...words].map(toSingular)) >= aliasLikeness;
}

/** What a value may be called whatever it says. */
const plainWords: ReadonlySet<string> = new Set(['name', 'url', 'link']);

export function fitWords(names: FieldNames, { words, ownWords }: Column): number {
  return getOrMake(names.classes, words, () => {
    const likeness = compareNames(names, [...words].map(toSingular));
    // The name in `author` is the author's, and so is what its link is called.
    const own = [...ownWords].filter((word) => !plainWords.has(word) || names.noun === word);
    const isWrappers = own.length > 0 && compareNames(names, own.map(toSingular)) === 0;
    return classLikenessScore * likeness * (isWrappers ? wrapperShare : 1);
  });
}

function compareNames(names: FieldNames, words: readonly string[]): number {
  const others = new Set(words);
  if (names.words.length === 0 || others.size === 0) return 0;
  // The sales of a year are not those of another.
  if (names.words.some((word) => /^\d{4}$/.test(word) && !others.has(word))) return 0;
  const share = names.words.filter((word) => others.has(word)).length / names.words.length;
  const isAlias = names.tokens.some((token) => token.every((word) => others.has(word)));
  if (isAlias) return Math.max(share, aliasLikeness);
  return share < 1 && isOther(names, others) ? 0 : share;
}

/** Whether a field asks for another thing than what its last word alone means. */
export function asksForOther({ words }: FieldNames): boolean {
  return words.some((word) => contrasts.has(word) || relatives.has(word));
}

/** Whether words that are a part of a field's name name another thing: who wrote it, for the e-mail of who did, or the court, for the lower one. */
function isOther({ words, noun }: FieldNames, others: ReadonlySet<string>): boolean {
  if (!others.has(noun)) return attributes.has(noun);
  return words.some(
    (word) =>
      !others.has(word) && (contrasts.has(word) || (relatives.has(word) && others.size > 1)),
  );
}
