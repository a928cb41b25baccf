import { add } from './add-candidate.ts';
import type { Candidate } from './candidate.ts';
import { headingLevel } from '../analysis/find-zones.ts';
import { cleanText } from '../analysis/clean-text.ts';
import { compareWords, joinName } from '../analysis/fold-label.ts';
import { readTexts } from '../analysis/index-entities.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

const maxTitleLength = 300;
/** Marks between a title and the name of the site. */
const siteMark = /\s+[|\-–—·•»]\s+/;
/** Containers around a list that are searched for its title. */
const maxClimb = 12;
/** Trust in the record's own title, above that in the page's title. */
const recordTitleTrust = 0.98;
/** Least likeness to the page's title; the heading of another part shares almost no words. */
const minLikeness = 0.3;

/**
 * The title of the record that a list belongs to: the first heading or element of class name/title in the nearest
 * container before the list, when it shares words with the page's title.
 */
export function findRecordTitle(
  plan: FieldPlan,
  scope: Scope,
  list: IndexedElement | undefined,
): readonly Candidate[] {
  const { page, heading } = scope.facts;
  const candidates: Candidate[] = [];
  if (list === undefined) return candidates;
  let around = page.elements[list.parent];
  for (let step = 0; step < maxClimb && around !== undefined; step += 1) {
    for (let at = around.position + 1; at < list.position; at += 1) {
      const element = page.elements[at];
      if (element === undefined || !isTitle(element, scope)) continue;
      const text = readTitle(element, scope);
      const likeness = Math.max(compareWords(text, page.title), compareWords(text, heading));
      if (text === '' || likeness < minLikeness) continue;
      add(candidates, plan, scope, {
        text,
        source: { node: element.node },
        origin: 'hint',
        weight: recordTitleTrust,
        machine: false,
      });
      return candidates;
    }
    around = page.elements[around.parent];
  }
  return candidates;
}

/** Most elements in a heading that are compared with the stated titles. */
const maxParts = 20;

/** Returns the text of a heading; where a part of it is the title that the page states elsewhere, without the kicker beside it. */
export function readTitle(heading: IndexedElement, scope: Scope): string {
  const { page, metas } = scope.facts;
  const line = page.lineOf(heading, maxTitleLength);
  if (heading.end - heading.position < 2 || line === '') return line;
  const stated = [
    page.title,
    ...['og:title', 'twitter:title']
      .flatMap((name) => metas.get(name) ?? [])
      .map(({ content }) => content),
    // Microdata repeats what the heading shows.
    ...scope.entities
      .filter(({ entity }) => entity.entity.syntax === 'json-ld')
      .flatMap(({ entity }) =>
        ['headline', 'name'].flatMap((key) =>
          readTexts(entity, key).map(({ text }) => cleanText(text)),
        ),
      ),
  ];
  const titles = new Set(
    stated.flatMap((text) => [text, ...text.split(siteMark).slice(0, 1)]).map(joinName),
  );
  if (titles.has(joinName(line))) return line;
  const end = Math.min(heading.end, heading.position + maxParts);
  for (let at = heading.position + 1; at < end; at += 1) {
    const part = page.elements[at];
    const text = part === undefined ? '' : page.lineOf(part, maxTitleLength);
    if (text !== '' && titles.has(joinName(text))) return text;
  }
  return line;
}

function isTitle(element: IndexedElement, scope: Scope): boolean {
  const level = headingLevel(element);
  if (level !== undefined) return level <= 4;
  const tokens = scope.facts.page.tokensOf(element);
  return (tokens.has('name') || tokens.has('title')) && element.end - element.position < 6;
}
