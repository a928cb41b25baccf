import { foldText } from '../../runtime/unicode/fold-text.ts';
import { findMonth } from './dates/month-names.ts';
import { isNothing } from '../schema/coerce/no-value.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Words in front of an author's name, in several languages. */
const lead =
  /^(?:by|von|vom|par|por|de la|di|av|af|door|przez|text|texte|texto|testo|foto|autor|autorin|author|authors|written by|words by|story by|auteur|autore|από|от|автор|yazan|recipe by|a|de|published by|posted by|記者|著者|筆者|執筆|ライター)(?:\s*[:：・]\s*|\s+|$)/iu;
/** "Edited by Ann Smith". Words that are a part of names, such as "von", need a word in small letters before them. */
const roleBefore =
  /^(?:\p{L}[\p{L}\s-]{1,30}\s(?:by|par|por|door|przez|vom)|\p{Ll}[\p{L}\s-]{1,30}\s(?:von|di|da|av|af))\s*[:：]?\s+(?=\p{Lu}|\p{Lo})/u;
/** The words that join the last of several names to the others, in several languages: the source of a pattern. */
export const joiningWords = 'and|und|et|y|e|en|och|og|ja|i|и|ve';
/** Those that join the family names of one person as well: "José Ortega y Gasset". They part a name of one word, or one of several behind them. */
const namePart = /^(?:y|e|i)$/;
const partingWords = joiningWords
  .split('|')
  .map((word) =>
    namePart.test(word)
      ? `(?:(?<=(?:^|[,;&、，]\\s?)\\S{1,40}\\s)${word}(?=\\s)|(?<=\\s)${word}(?=\\s\\S{1,40}\\s\\S))`
      : `(?<=\\s)${word}(?=\\s)`,
  )
  .join('|');
const nameSeparators = new RegExp(`\\s*(?:[,;&、，]|${partingWords})\\s*`, 'iu');
/** A word that is an article or a part of names elsewhere joins first and last names: "Anna Nová a Jan Starý". */
const betweenFullNames = /(?<=\p{Lu}\S{1,30}\s\p{Lu}\S{1,30})\sa\s(?=\p{Lu}\S{1,30}\s\p{Lu})/u;
/** What stands behind these says something else: a date, a place, how long it takes to read. */
const bylineEnd = /\s[-–—]\s|\s?[|•·／/]\s?|\n/u;
const inBrackets = /\s*[([][^)\]]{0,40}[)\]]/g;
export const particles: ReadonlySet<string> = toWordSet(
  'de van von der den la le di da do dos das al el bin ibn ten ter zu du of y e',
);
const maxNames = 20;
/** The longest names of persons and desks have seven words. */
const maxNameWords = 7;
/** Letters of a word that ends a sentence; shorter ones before a full stop are initials and titles. */
const sentence = /\p{L}{5,}[.!?](?:\s|$)/u;
/** "Ann Smith Updated: 5 May": the word before a colon names what follows it; with nothing behind it, it may be the last name. */
const labelled = /^(?:(.{2,}?)\s\S{1,30}\s?[:：]\s.*|(\S+\s.*\S)\s\S{1,30}\s?[:：])$/u;
/** A word that names what stands in the next part. */
const lonelyLabel = /^\S+\s?[:：]$/u;

/** A label for men and women: "Autor/in: ", "Koch/Köchin: ". */
const twoForms = /^\s*\p{L}{2,20}\s?[/／]\s?\p{L}{1,20}\s?[:：]/u;

/** A sentence of its own that names who did something else: ". Edited by Ann Smith"; "Dr. Ann von Moor" is one name. */
const otherRole =
  /\s?\.\s{1,3}\p{Lu}\p{Ll}{2,20}\s(?:by|par|por|door|przez|(?<=\p{L}\s\p{L}{3,30}\s?\.\s{1,3}\p{Lu}\p{Ll}{2,20}\s)von)\s.*$/su;

/** What somebody did who did not write: "Medically reviewed by Ann Smith", "Fact checked by". */
const otherDeed =
  /^(?:\p{L}{2,14}[\s-])?(?:asked|answered|reviewed|checked|verified|approved|vetted|sponsored|powered|geprüft|überprüft|vérifiée?|relue?|validée?|revisad[ao]|verificad[ao]|verificat[ao]|gecontroleerd)\s(?:by|von|par|por|da|door)(?!\p{L})/iu;
/** For whom somebody wrote. */
const behalf =
  /\s(?:on behalf of|im namen von|im auftrag von|au nom de|en nombre de|a nome di|namens)\s.*$/iu;

/** An agency in one word before who wrote for it: "dpa/Ann Smith". */
const agency = /^(\p{L}{2,12})\s?[/／]\s?(?=\p{Lu}\p{L}{1,30}\s\p{Lu})/u;

function partAgency(text: string): string {
  return text.replace(agency, (whole, word: string) => (lead.test(word) ? whole : `${word}, `));
}

/** Words behind "by" that are no name: how something came about, or came here. */
const manner =
  /^by (?:design|chance|accident|mistake|hand|heart|default|law|nature|definition|night|day|sea|air|land|train|car|bus|boat|plane|bike|post|mail|phone|email|name|invitation|appointment|popular demand|the (?:book|way|numbers))$/iu;

/** Whether a line that begins as a byline is none: "By Design". */
export function saysManner(line: string): boolean {
  return manner.test(line);
}

/** Marks of notes right behind a full name: "Ann Smith1,2", "Ann Smith*". */
const noteMarks =
  /(?<=\p{L}\s\p{L}[\p{L}.'’-]{1,30})(?:\d{1,2}(?:,\d{1,2})*|[*†‡§¶]{1,3})(?![\p{L}\p{N}])/gu;

/** The names of a byline's first part with any, up to a date, a place, another role, or a title in one word behind full names. */
export function parseByline(text: string): readonly string[] {
  const lines = partAgency(text.slice(0, 400).trim().replace(noteMarks, '').replace(twoForms, ''))
    .replace(otherRole, '')
    .split(bylineEnd)
    .map((part) => foldText(part));
  for (const [at, part] of lines.entries()) {
    if (saysManner(part)) return [];
    if (otherDeed.test(part)) continue;
    if (lonelyLabel.test(part) && lines.slice(at + 1).some((next) => next !== '')) continue;
    const line = part.replace(inBrackets, '').replace(behalf, '');
    const names = readNames(line);
    if (names.length > 0) return names;
  }
  return [];
}

function readNames(line: string): readonly string[] {
  const names: string[] = [];
  const whole = splitNames(line);
  // Several such words in capitals are parts of names: only the first of them can be what stands before all.
  const areOfNames = whole.filter((part) => nameLead.test(part)).length > 1;
  const parts = areOfNames ? whole : splitNames(stripLead(line));
  for (const [at, written] of parts.entries()) {
    if (at > 0 && roleBefore.test(written)) break;
    const part = isDay(parts[at + 1] ?? '') ? written.replace(weekday, '') : written;
    const said = at === 0 ? part.replace(roleBefore, '') : stripInner(part);
    const name = toName(said.replace(placeBehind, '$1'));
    if (name === undefined || isTitle(name, names[0]) || isPost(name, names[0])) break;
    if (isUnnamedPost(name, parts, at)) break;
    if (!names.includes(name)) names.push(name);
  }
  return names.slice(0, maxNames);
}

function splitNames(line: string): readonly string[] {
  return line.split(nameSeparators).flatMap((part) => part.split(betweenFullNames));
}

/** What stands before the day behind a name: "Ann Smith on Tuesday, August 29". */
const weekday = /\s(?:on|am|le|el|il|op|em|på)\s\p{L}{4,12}$/u;

function isDay(text: string): boolean {
  const [word = '', next = ''] = text.split(' ');
  return [word, next].some((one) => findMonth(one) !== undefined) && /\d/.test(text);
}

/** Splits a text of structured data into names; drops addresses, links and what is no name. */
export function parsePersons(text: string): readonly string[] {
  const line = foldText(text.slice(0, 400))
    .replace(noteMarks, '')
    .replace(inBrackets, '')
    .replace(otherRole, '');
  if (/^https?:\/\//i.test(line) || otherDeed.test(line)) return [];
  const names = new Set<string>();
  const said = dataNameLead.test(line) ? line : stripLead(line);
  const all = said.split(/\s*[|•·/]\s*/u).flatMap(splitNames);
  for (const [at, part] of all.entries()) {
    const name = toName(part);
    const [first] = names;
    // Only where it is written as a byline is a word behind a full name where somebody wrote: "By Ann Smith, London".
    if (name !== undefined && said !== line && isTitle(name, first)) break;
    // What follows a post is the house where it is held.
    if (name !== undefined && isPost(name, first)) break;
    if (name !== undefined && isUnnamedPost(name, all, at)) break;
    if (name !== undefined) names.add(name);
  }
  return [...names].slice(0, maxNames);
}

const inverted = /^([^,;]{1,60}),\s*([^,;]{1,60})$/u;

/** Whether a text is a family name of one word, particles aside, and the other names behind a comma: "Lee, Ann". */
export function isInvertedName(text: string): boolean {
  const [, family = '', given = ''] = inverted.exec(foldText(text)) ?? [];
  const words = family.split(' ').filter((word) => !particles.has(word.toLowerCase()));
  return words.length === 1 && isName(family) && isName(given);
}

/** One person's name as it is spoken: "Lee, Ann" → "Ann Lee"; any other text as it is. */
export function toReadingOrder(text: string): string {
  return foldText(text).replace(inverted, '$2 $1');
}

function stripLead(text: string): string {
  let line = text;
  for (let round = 0; round < 2; round += 1) {
    const rest = line.replace(lead, '');
    if (round > 0 && nameLead.test(line)) break;
    if (rest !== '' && !/^[\p{Lu}\p{Lo}]/u.test(rest)) break;
    line = rest;
  }
  return line;
}

/** Words for "by" of some languages that in others are names, or begin some: "Di Orr", "Da Silva". */
const nameLead = /^(?:Di|Da|Von|Por|Par|Av|Af|A)\s\S+$/u;

/** In data, which write names without a word before them, a name of two words begins so: "Di Rex", "De Boer". */
const dataNameLead = /^(?:A|D[aei]|Von)\s\p{Lu}\p{Ll}\S*$/u;

/** A name of a list behind the first one: what stands in capitals before another word there is a part of it. */
function stripInner(part: string): string {
  return nameLead.test(part) ? part : stripLead(part);
}

/** A word such as "Editor" behind "Ann Smith": names in one byline have the same form. */
function isTitle(name: string, first: string | undefined): boolean {
  return first?.includes(' ') === true && !name.includes(' ');
}

const postMark = /\s(?:of|for|at)\s/;

/** What people are, at the end of a few words that say what for: "Science Editor". */
const postWord =
  /(?:^|\s)(?:editor|reporter|correspondent|writer|columnist|critic|analyst|producer|director|contributor|photographer|redakteur(?:in)?|reporter(?:in)?|korrespondent(?:in)?|journalist(?:in|e)?)$/iu;

function saysPost(name: string): boolean {
  return postMark.test(name) || postWord.test(name);
}

/** "Director of Operations" or "Science Editor" behind "Ann Smith", which has a first and a last name and no such word. */
function isPost(name: string, first: string | undefined): boolean {
  return first?.includes(' ') === true && saysPost(name) && !saysPost(first);
}

/** Whether a name is a post and the next one the newspaper, with no person named: "Staff Reporter, Daily Post". */
function isUnnamedPost(name: string, parts: readonly string[], at: number): boolean {
  return at === 0 && parts.length > 1 && unnamedPost.test(name);
}

const unnamedPost =
  /^(?:(?:our|a|the|staff|senior|special|chief|news|web|online|desk|night|city|political|sports|science|health|business|foreign|local|national|contributing|managing|associate|assistant|deputy)\s)+(?:editor|reporter|correspondent|writer|columnist|critic|photographer|journalist)$/iu;

/** Where somebody wrote, behind a name: "Ann Smith in London", "Zed in Lamp Forum". */
const placeBehind =
  /^(\p{Lu}[\p{L}.'’-]{0,30}(?:\s\p{Lu}[\p{L}.'’-]{0,30}){0,3})\s(?:in|à)\s\p{Lu}[\p{L}\s.'’-]{1,40}$/u;

/** The word in front of a section that its own element names: "Ann Smith in". */
const lastPreposition =
  /^(\p{Lu}\S*\s.*\S)\s(?:in|on|at|for|from|via|im|aus|für|bei|dans|chez|para|voor|bij)$/u;

/** What somebody is, behind the name: "김철수 기자". */
const roleBehind = /(?<=[\p{Script=Han}\p{Script=Hangul}])\s?(?:기자|특파원|논설위원|記者|记者)$/u;
/** And before it, without a blank: "记者王敬照". */
const roleAhead = /^(?:本[报報])?(?:记者|記者)(?=\p{Script=Han}{2,4}$)/u;

function toName(part: string): string | undefined {
  const line = part
    .replace(labelled, '$1$2')
    .replace(roleBehind, '')
    .replace(roleAhead, '')
    .replace(/^[\s.:'–—-]+|[\s:'–—,-]+$/g, '')
    .replace(lastPreposition, '$1');
  const name = line.replace(/\s+\d.*$/, '');
  if (name === line) return isName(name) ? name : undefined;
  // A date behind the name: "Ann Smith May 5".
  const month = name.lastIndexOf(' ');
  return month > 0 && findMonth(name.slice(month + 1)) !== undefined && isName(name.slice(0, month))
    ? name.slice(0, month)
    : undefined;
}

/** What says who owns a text or a picture, or who may use it. */
const rightsMark = /^(?:[©®]|copyright\s|cc[\s-]by)/iu;

/** A name as addresses write it: `ann-smith`. */
const slug = /^\p{Ll}[\p{Ll}\d]*(?:[-.]\p{Ll}[\p{Ll}\d]*)+$/u;

/** A short name with a capital letter may be one: "Na", "Nil". */
const surname = /^\p{Lu}\p{Ll}{1,4}$/u;
/** What templates write where they have no number, what software calls the account that runs it, what opens more of an author, and what a button beside one does. */
const noName =
  /^(?:share|subscribe|follow|reply|print|(?:follow|subscribe to)\s.+|sign (?:up|in)|log ?in|nan|none|unknown|user|author|publisher|admin|administrator|webmaster|root|(?:(?:full|read|see|view|show)\s)?(?:bio|biography|profile))$/i;

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 60 || noName.test(name)) return false;
  if (isNothing(name) && !surname.test(name)) return false;
  if (rightsMark.test(name)) return false;
  if (/[@#<>{}=_*?!“”„"«»:]|https?:|www\.|\d{3,}|^\d/.test(name) || sentence.test(name))
    return false;
  if (!/\p{L}/u.test(name) || slug.test(name)) return false;
  const words = name.split(' ');
  const [first = ''] = words;
  if (words.length > 1 && /^\p{Ll}/u.test(first) && !particles.has(first)) return false;
  if (particles.has(words.at(-1) ?? '')) return false;
  const named = words.filter((word) => !particles.has(word));
  const small = named.filter((word) => /^\p{Ll}/u.test(word)).length;
  // A sentence has more small words than names.
  return (
    named.length > 0 &&
    named.length <= maxNameWords &&
    (words.length === 1 || small * 3 <= named.length)
  );
}
