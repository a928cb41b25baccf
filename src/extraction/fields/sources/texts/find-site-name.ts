import type { Found } from '../../candidate.ts';
import type { FieldPlan } from '../../plan-fields.ts';
import type { Scope } from '../../rank-entities.ts';
import { joinName, splitWords } from '../../../lexicon/fold-label.ts';
import { type PageFacts, siteTypes } from '../../../analysis/analyse-page.ts';
import { readTexts } from '../../../analysis/index-entities.ts';
import { toWordSet } from '../../../../runtime/collections.ts';

/** Trust in the site's name as the publisher of an article. */
const siteNameTrust = 0.85;

/** The site's name: as the publisher of its pages, and as the company that its home page, or the page about it, speaks of. */
export function* findSiteName({ concept, name }: FieldPlan, { facts }: Scope): Generator<Found> {
  const isAsked = splitWords(name).some((word) => companyWords.has(word));
  const asksCompany = concept?.name === 'company' && isAsked;
  const isCompany = asksCompany && isAboutSite(facts);
  const stated = { weight: siteNameTrust, machine: true };
  if (asksCompany && !isCompany) {
    for (const { text, source } of listHeading(facts))
      yield { text, source, origin: 'json-ld', ...stated };
  }
  if (concept?.name !== 'publisher' && !isCompany) return;
  for (const { content: text, source } of facts.metas.get('og:site_name') ?? [])
    yield { text, source, origin: 'meta', isOfPage: true, ...stated };
  if (!isCompany) return;
  for (const entity of facts.entities) {
    if (!siteTypes.some((type) => entity.types.has(type))) continue;
    for (const { text, source } of readTexts(entity, 'name'))
      yield { text, source, origin: 'json-ld', ...stated };
  }
}

/** The names of the businesses, which data states with a way to them, that head the page. */
function listHeading({ entities, heading }: PageFacts): ReturnType<typeof readTexts> {
  return entities
    .filter(({ properties }) => contactKeys.some((key) => properties.has(key)))
    .flatMap((entity) => readTexts(entity, 'name'))
    .filter(({ text }) => joinName(text) === joinName(heading));
}

/** What a business has, and no person or thing that is sold. */
const contactKeys: readonly string[] = [
  'openinghours',
  'openinghoursspecification',
  'contactpoint',
  'pricerange',
  'paymentaccepted',
];

const companyWords: ReadonlySet<string> = toWordSet(
  'company firm organization organisation business firma unternehmen entreprise empresa azienda bedrijf',
);

/** Addresses of a site's home page in some languages, and of what it says of itself. */
const sitePath =
  /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|home|default|about|about-us|aboutus|company|contact|contact-us|imprint|impressum|kontakt)(?:\.\w{2,5})?\/?)?$/i;

/** Whether a page is about the site that it is of: its home page, or one headed by its name. */
function isAboutSite({ page, siteNames, heading }: PageFacts): boolean {
  const path = URL.parse(page.reading.url)?.pathname ?? '';
  return sitePath.test(path) || siteNames.has(joinName(heading));
}
