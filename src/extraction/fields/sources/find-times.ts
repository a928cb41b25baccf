import type { Element } from 'domhandler';
import {
  type IndexedElement,
  type PageIndex,
  holds,
  listNames,
} from '../../analysis/index-page.ts';
import { dropTimes } from '../../values/dates/times-of-day.ts';
import { foldLabel, splitWords } from '../../lexicon/fold-label.ts';
import { findConceptByLabel } from '../../lexicon/find-concept.ts';
import { type DatePlace, readDate } from '../../values/dates/read-date.ts';
import { type Found, atLeast, priorOf } from '../candidate.ts';
import type { FieldPlan } from '../plan-fields.ts';
import type { Scope } from '../rank-entities.ts';
import { changeStems } from '../day-labels.ts';
import { hasDigit } from '../../values/numbers/fold-number-text.ts';

/** A `<time>` far from the main heading, or beside the content, belongs to a teaser or a comment. */
const farTimeTrust = 0.3;
const asideTimeTrust = 0.3;

/** The day of a publication where the page shows it: in `<time>`, or on a line that says little else. */
export function* findTimes(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { concept, kind } = plan;
  if (concept?.name !== 'publishedDate') return;
  yield* findBylineDate(plan, scope);
  const { page, zones } = scope.facts;
  for (const element of page.elements) {
    const { node } = element;
    if (node.name !== 'time' || isOfOtherArticle(element, scope)) continue;
    if (isLabelledOther(element, plan, page)) continue;
    const weight =
      priorOf('heading', kind) *
      (zones.isAside(element) ? asideTimeTrust : 1) *
      atLeast(farTimeTrust, zones.nearness(element));
    const text = node.attribs['datetime'];
    const origin = 'heading';
    if (text === undefined)
      yield { text: page.lineOf(element, 60), source: { node }, origin, weight };
    else yield { text, source: { node, attribute: 'datetime' }, origin, weight, machine: true };
  }
}

/** Whether a day stands in the header of the site, which shows the present one, or in an article whose heading is a link to it. */
export function isOfOtherArticle(
  element: IndexedElement,
  { facts: { page, zones } }: Scope,
): boolean {
  const { mainHeading } = zones;
  if (mainHeading === undefined) return false;
  const articleOf = (part: IndexedElement): IndexedElement | undefined =>
    page.around(part).find(({ node }) => node.name === 'article');
  const header = page.around(element).find(({ node }) => node.name === 'header');
  const article = articleOf(element);
  if (article === undefined) return header !== undefined && header.end <= mainHeading.position;
  if (holds(article, mainHeading)) return false;
  const parts = page.elements.slice(article.position, article.end);
  const heading = parts.find(
    (part) => headingTag.test(part.node.name) && articleOf(part) === article,
  );
  if (heading === undefined) return false;
  const inner = page.elements.slice(heading.position, heading.end);
  const links = [...page.around(heading), ...inner].filter(({ node }) => node.name === 'a');
  const line = page.lineOf(heading);
  return links.some((link) => holds(link, heading) || page.lineOf(link) === line);
}

const headingTag = /^h[1-6]$/;

/** Characters of a line that says when something was published, and by whom. */
const maxByline = 120;
const maxBylineParts = 12;
/** Characters below the main heading, and above it, within which such a line is about what stands there. */
export const maxBylineDistance = 600;
const maxKickerDistance = 120;
const bylineTrust = 0.6;
/** What a byline says beside the date and names, which are written with capitals. */
const bylineWords =
  /\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?|\d{1,3}\s?[- ]?min(?:ute)?s?\b(?:\s\p{L}+)?|(?<!\p{L})(?:published|posted|written|created|date|on|at|by|in|and|von|am|um|uhr|vom|und|veröffentlicht|erschienen|par|le|à|et|publié|por|el|a|las|y|publicado|em|às|e|di|il|alle|pubblicato|door|op|om|en|gepubliceerd|av|den|kl|och|publicerad|af|og|udgivet|przez|opublikowano|от|опубликовано)(?!\p{L})/giu;
/** Characters in front of a date that say what it is the date of. */
const maxUpdateLabel = 30;
const updateWord: RegExp = new RegExp(`(?<!\\p{L})(?:${changeStems})`, 'iu');

/** The date of the first line around the main heading that says nothing but a date and, at most, who wrote it. */
function* findBylineDate(plan: FieldPlan, scope: Scope): Generator<Found> {
  const { page, zones, place } = scope.facts;
  const { mainHeading } = zones;
  if (mainHeading === undefined) return;
  const isUpdate = (part: IndexedElement, date: string): boolean => {
    const line = page.lineOf(part, 2 * maxByline);
    const at = line.indexOf(date);
    return at !== -1 && updateWord.test(line.slice(Math.max(0, at - maxUpdateLabel), at));
  };
  for (const element of page.elements) {
    if (element.textStart > mainHeading.textEnd + maxBylineDistance) return;
    if (element.textStart < mainHeading.textStart - maxKickerDistance) continue;
    if (holds(element, mainHeading) || holds(mainHeading, element)) continue;
    if (element.end - element.position > maxBylineParts || zones.isAside(element)) continue;
    if (isOfOtherArticle(element, scope)) continue;
    const text = page.lineOf(element, maxByline + 1);
    const date = text.length > maxByline ? undefined : readByline(text, place);
    if (date === undefined || page.around(element, 3).some((part) => isUpdate(part, date)))
      continue;
    if (isLabelledOther(element, plan, page)) continue;
    yield { text, source: { node: element.node }, origin: 'text', weight: bylineTrust };
    return;
  }
}

/** The date of a line that is a byline, as it stands there; what it says of a later change is left out. */
export function readByline(text: string, place: DatePlace): string | undefined {
  const change = text.search(updateWord);
  const before = change < 0 ? '' : text.slice(0, change);
  const line = hasDigit(before) ? before : text;
  const date = hasDigit(line) ? readDate(line, place)?.text : undefined;
  if (date === undefined || isOfOther(line.slice(0, line.indexOf(date)))) return undefined;
  const rest = dropTimes(line.replace(date, ' ')).replaceAll(bylineWords, ' ');
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isByline = words.length <= 6 && words.every((word) => /^\p{Lu}|^\p{Lo}/u.test(word));
  return isByline ? date : undefined;
}

const labelAtEnd = /(?:^|[^\p{L}\s])\s*(\p{L}[\p{L}\s]{1,40}?)\s?([:：])?(?:\s[-–—])?\s?$/u;
/** A byline has "by" in front of a name: "Apply by 3 May 2024". */
const untilAtEnd = /(?<!\p{L})(?:by|until|till|before)\s$/iu;

/** Whether what stands in front of a date says that it is none of a publication: "Deadline: 3 May 2024". */
function isOfOther(before: string): boolean {
  if (untilAtEnd.test(before)) return true;
  const [, label = '', colon] = labelAtEnd.exec(before) ?? [];
  if (label.replaceAll(bylineWords, '').trim() === '') return false;
  return colon === undefined ? isOfEnd(label) : !isOfDay(label);
}

/** Whether a class, an id or a property says that what an element holds is the end of something: `closing-date`. */
export function isNamedEnd(element: Element): boolean {
  const names = listNames(element).split(/\s+/);
  return names.some((name) => isOfEnd(splitWords(name).join(' ')));
}

function isOfEnd(label: string): boolean {
  return findConceptByLabel(foldLabel(label))?.name === 'endDate';
}

/** Whether a label is that of the day of something, rather than of its end or of another thing. */
function isOfDay(label: string): boolean {
  const concept = findConceptByLabel(foldLabel(label));
  return concept?.kind === 'date' && concept.name !== 'endDate';
}

/** Whether the label of a row, a list or a column, or a known one beside an element, is that of another day. */
function isLabelledOther(
  element: IndexedElement,
  { labels, name }: FieldPlan,
  page: PageIndex,
): boolean {
  if (isNamedEnd(element.node)) return true;
  const { label, isMarked } = findLabelBefore(page, element);
  const folded = foldLabel(label);
  if (folded === '' || labels.has(folded)) return false;
  const concept = findConceptByLabel(folded);
  if (concept === undefined) return isMarked;
  if (concept.name === 'endDate' || name === 'date') return concept.name === 'endDate';
  // A patent is filed on one day and published on another; the day of a change may stand in.
  const isOtherDay = concept.kind === 'date' && concept.name !== 'modifiedDate';
  return concept.name === 'startDate' || (isMarked && isOtherDay);
}

/** What stands before an element beside it; `isMarked` where the markup says that it is its label. */
export function findLabelBefore(
  page: PageIndex,
  element: IndexedElement,
): { readonly label: string; readonly isMarked: boolean } {
  const line = page.lineOf(element, maxByline);
  for (const around of page.around(element, maxLabelClimb)) {
    if (page.lineOf(around, maxByline) !== line) break;
    const outer = page.elements[around.parent];
    if (outer === undefined) break;
    const before = page.childrenOf(outer).filter(({ position }) => position < around.position);
    const last = before.at(-1);
    if (last === undefined) continue;
    const label = page.lineOf(last, maxLabel);
    const isMarked = /^(?:dd|td)$/.test(around.node.name) && /^(?:dt|th)$/.test(last.node.name);
    return { label, isMarked };
  }
  return { label: '', isMarked: false };
}

const maxLabelClimb = 4;
const maxLabel = 40;
