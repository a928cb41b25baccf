import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { joinName } from '../../../lexicon/fold-label.ts';
import type { PageFacts } from '../../../analysis/analyse-page.ts';
import { findBody } from '../../../analysis/find-body.ts';

/** Trust in the main content as the text of an article: below what data states as a whole. */
const proseTrust = 0.6;

/** Fewer characters are a teaser, or a remark. */
const leastProse = 200;

/** Of an article of one paragraph. */
const leastSentence = 80;

const wholeSentence = /[.!?…。！？]["'”’»)]?$/u;

const maxProse = 200_000;

/** The meta tags that state what a page is about. */
export const descriptionMetas: readonly string[] = [
  'og:description',
  'description',
  'twitter:description',
];

/** The main content of the page, as the text of an article. */
export function* findProse({ concept }: FieldPlan, { facts }: Scope): Generator<Found> {
  const body = concept?.name === 'publisherBody' ? findBody(facts) : undefined;
  if (body === undefined || body.value.length > maxProse) return;
  const { value: text, source, linked } = body;
  // Of a page without a text of its own its menus are left.
  if (linked * 2 > text.length) return;
  const isSentence =
    text.length >= leastSentence &&
    !text.includes('\n') &&
    wholeSentence.test(text) &&
    !isDescription(text, facts);
  if (isSentence || text.length >= leastProse)
    yield { text, source, origin: 'text', weight: proseTrust };
}

function isDescription(text: string, { metas }: PageFacts): boolean {
  const joined = joinName(text);
  return descriptionMetas.some((name) =>
    (metas.get(name) ?? []).some(({ content }) => joinName(content) === joined),
  );
}
