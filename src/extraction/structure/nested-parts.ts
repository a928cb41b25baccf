import { getOrMake, toWordSet } from '../../runtime/collections.ts';
import type { PageFacts } from '../analysis/analyse-page.ts';
import { findHeadedPart, indexHeadings } from '../analysis/heading-sections.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { FieldPlan } from '../fields/plan-fields.ts';
import type { PageRange, Scope } from '../fields/rank-entities.ts';
import { innerThings } from '../lexicon/find-concept.ts';
import { foldLabel, joinName, splitWords } from '../lexicon/fold-label.ts';
import { hasLegalForm } from '../lexicon/legal-form.ts';
import { subjectTypes } from '../lexicon/prompt-words.ts';

/** Property names that mean the page's main subject: an object of that name wraps the page and is not a part of it. */
const wrapperNames: ReadonlySet<string> = toWordSet('data result page item entity details info');

/** Whether an object is what the page is about, and not a part of it, which is found by its label. */
export function wrapsPage(
  plan: FieldPlan,
  siblings: readonly FieldPlan[],
  { facts }: Scope,
): boolean {
  if (wrapperNames.has(joinName(plan.name))) return true;
  // A lone object is a part as well where the page has a heading for it, and it has no title of its own.
  if (siblings.length === 1)
    return plan.children.some(isTitle) || findHeading(plan.name, facts) === undefined;
  if (siblings.some(isTitle) || !mayBeSubject(plan, facts)) return false;
  // Of several none is the one that the page is about.
  return siblings.every(
    (other) =>
      other === plan ||
      (!mayBeSubject(other, facts) && subjectTypes.get(joinName(other.name)) === undefined),
  );
}

/** Whether an object has a title, and neither its name nor a heading or label of the page makes it a part. */
function mayBeSubject({ name, shape, concept, children }: FieldPlan, facts: PageFacts): boolean {
  if (shape !== 'object' || !children.some(isTitle)) return false;
  if (findHeading(name, facts) !== undefined) return false;
  const subject = subjectTypes.get(joinName(name));
  // The heading of most pages of a company is what it does, or "Contact us".
  if (subject !== undefined) return subject !== 'organization' || hasLegalForm(facts.heading);
  const isInner = splitWords(name).some((word) => innerThings.has(word.toLowerCase()));
  return concept === undefined && !isInner && !facts.pairs.has(foldLabel(name));
}

function isTitle({ shape, concept }: FieldPlan): boolean {
  return shape === 'scalar' && concept?.kind === 'title';
}

const headingsOfPage = new WeakMap<PageFacts, ReadonlyMap<string, IndexedElement>>();

function findHeading(name: string, facts: PageFacts): IndexedElement | undefined {
  return getOrMake(headingsOfPage, facts, () => indexHeadings(facts)).get(joinName(name));
}

/** Where the page says what an object holds: below the heading that is called as it is. */
export function findPartSection(
  { name, shape }: FieldPlan,
  facts: PageFacts,
): PageRange | undefined {
  const heading = shape === 'object' ? findHeading(name, facts) : undefined;
  if (heading === undefined) return undefined;
  return { start: heading.textEnd, end: findHeadedPart(facts.page, heading).textEnd };
}

/** The fields of an object that data states, which has names of its own for what it is: a measure's `value`, an organization's `name`. */
export function toEntityFields({ children }: FieldPlan): readonly FieldPlan[] {
  return children.map((child) => {
    const { asPart, keys } = child;
    if (asPart === undefined) return child;
    // The name of who runs the site is no title.
    if (isTitle(child)) return { ...child, kind: 'text', concept: undefined };
    return { ...asPart, keys: [...new Set([...keys, ...asPart.keys])] };
  });
}

/** The fields of an object that is what the page is about: a lone `rating` has the page's title, if any, and a rating's value and count. */
export function toPageFields({ children }: FieldPlan): readonly FieldPlan[] {
  return children.map((child) => (isTitle(child) ? child : (child.asPart ?? child)));
}

/** The fields of an object that what it is a part of may state itself: `aggregateRating.ratingValue` for the value of a rating. */
export function listOwnFields({ children }: FieldPlan): readonly FieldPlan[] {
  return children.map((child) => {
    const isOwn = child.kind === 'currency' || child.asPart !== undefined;
    return isOwn ? (child.asPart ?? child) : { ...child, keys: [], labels: new Set() };
  });
}

/** Fields that every entity has: without the part's name in their labels they would get the page's own. */
const general: ReadonlySet<string> = toWordSet('title description image url language keywords');

/** The fields of a part of what the page is about. */
export function toParts(plan: FieldPlan): readonly FieldPlan[] {
  return plan.children.map((child) => {
    const isGeneral = general.has(child.concept?.name ?? '');
    const words = [...plan.tokens.slice(-1).flat(), child.name.toLowerCase()];
    const label = `${plan.name} ${child.name}`.toLowerCase();
    const { asPart } = child;
    if (asPart !== undefined)
      return {
        ...asPart,
        labels: new Set([...asPart.labels, label]),
        tokens: [...asPart.tokens, ...(isGeneral ? [words] : [])],
      };
    if (!isGeneral) return child;
    return {
      ...child,
      kind: 'text',
      concept: undefined,
      keys: [],
      metas: [],
      tokens: [words],
      labels: new Set([label]),
    };
  });
}
