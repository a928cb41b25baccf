import { type Candidate } from '../candidate.ts';
import { readTexts } from '../../analysis/index-entities.ts';
import { joinName } from '../../lexicon/fold-label.ts';
import type { Scope } from '../rank-entities.ts';
import { descriptionMetas } from '../sources/texts/find-prose.ts';

/** Share of the article's paragraphs that is its text; less is a teaser. */
const leastOfProse = 0.5;

const articleType = /article|blogposting|report|review|recipe|webpage/;

const lengthOf = ({ value }: Candidate): number => String(value).length;

/** What the page also states as its description, or is far shorter than the paragraphs that it shows, is not the text of an article. */
export function dropTeasers(candidates: readonly Candidate[], scope: Scope): readonly Candidate[] {
  const teasers = listTeasers(scope);
  const shown = candidates.filter(({ origin }) => origin === 'text').map(lengthOf);
  const least = Math.max(0, ...shown) * leastOfProse;
  // A product has no other text than what describes it.
  const isThing =
    shown.length === 0 &&
    !scope.entities.some(({ entity }) => [...entity.types].some((type) => articleType.test(type)));
  return candidates.filter(
    (candidate) =>
      lengthOf(candidate) >= least &&
      (candidate.origin === 'text' || isThing || !teasers.has(joinName(String(candidate.value)))),
  );
}

/** What the page states as its description, folded. */
function listTeasers({ facts, entities }: Scope): ReadonlySet<string> {
  return new Set([
    ...descriptionMetas.flatMap((name) =>
      (facts.metas.get(name) ?? []).map(({ content }) => joinName(content)),
    ),
    ...entities.flatMap(({ entity }) =>
      readTexts(entity, 'description').map(({ text }) => joinName(text)),
    ),
  ]);
}

/** Characters between a title and what may be below it: a byline, a date. */
const maxBelowTitle = 200;

/** Characters of a subtitle. */
const maxSubtitle = 300;

/** What is called a subtitle elsewhere is that of something else; a description is one where people see it below the title. */
export function dropFarSubtitles(
  candidates: readonly Candidate[],
  scope: Scope,
): readonly Candidate[] {
  const { page, zones } = scope.facts;
  const from = zones.mainHeading?.textEnd ?? page.text.length;
  const below = joinName(page.text.slice(from, from + maxBelowTitle + maxSubtitle));
  const teasers = listTeasers(scope);
  return candidates.filter(({ origin, source, value }) => {
    const said = joinName(String(value));
    if (teasers.has(said)) return said !== '' && below.includes(said);
    const element = origin === 'hint' ? page.elementOf(source.node) : undefined;
    if (element === undefined) return true;
    return element.textStart >= from && element.textStart - from <= maxBelowTitle;
  });
}
