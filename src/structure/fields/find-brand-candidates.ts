import { joinName, splitWords } from '../analysis/fold-label.ts';
import { add } from './add-candidate.ts';
import { priorOf, type Candidate } from './candidate.ts';
import type { FieldPlan } from './plan-fields.ts';
import type { Scope } from './scope.ts';

/** Words of addresses under which shops list the articles of one maker. */
const brandWords: ReadonlySet<string> = new Set(
  (
    'brand brands marke marken marque marques marca marcas merk merken marka marki znacka znacky brend brendy designer designers ' +
    'manufacturer manufacturers hersteller fabricant fabricants fabricante fabricantes producent producents producer producers'
  ).split(' '),
);
const maxName = 40;
/** Characters from the main heading within which such a link is the article's; farther away a menu lists all makers. */
const maxDistance = 600;
/** Trust in a link to the maker's articles. */
const linkTrust = 0.6;
/** Trust in the shop's name where no other maker is named: a maker that sells its own articles. */
const shopNameTrust = 0.4;

/** Returns the names of makers in links to all of their articles, and in their absence the name of a shop that names no maker. */
export function findBrandCandidates(
  plan: FieldPlan,
  scope: Scope,
  others: readonly Candidate[],
): readonly Candidate[] {
  if (plan.concept?.name !== 'brand') return [];
  const { page, zones, heading, metas } = scope.facts;
  const candidates: Candidate[] = [];
  const at = zones.mainHeading?.textStart ?? 0;
  const words = ` ${splitWords(heading).join(' ')} `;
  let namesMakers = false;
  for (const element of page.elements) {
    const { name, attribs } = element.node;
    if (name !== 'a' || !isBrandAddress(attribs['href'], page.reading.url)) continue;
    namesMakers = true;
    const written = page.lineOf(element, maxName);
    const text = findRun(written, heading) ?? written;
    const isNamed = text !== written || words.includes(` ${splitWords(text).join(' ')} `);
    const isNear = Math.abs(element.textStart - at) <= maxDistance && !zones.isAside(element);
    const isSpelled = joinName(attribs['href'] ?? '').includes(joinName(text));
    if (text === '' || !(isNamed || (isNear && isSpelled))) continue;
    add(candidates, plan, scope, {
      text,
      source: { node: element.node },
      origin: 'text',
      weight: linkTrust,
      machine: false,
    });
  }
  const shop = metas.get('og:site_name')?.[0];
  if (namesMakers || others.length > 0 || shop === undefined || zones.purchase === undefined)
    return candidates;
  // A shop named after its address sells what others make more often than not.
  if (/\.\p{L}{2,}$/u.test(shop.content)) return candidates;
  add(candidates, plan, scope, {
    text: shop.content,
    source: { ...shop.source, rule: 'name of the shop' },
    origin: 'meta',
    weight: priorOf('meta', plan.kind) * shopNameTrust,
    machine: true,
  });
  return candidates;
}

/** The longest run of a link's capitalised words that the heading holds: "Ninja" of "Visit the Ninja Store". */
function findRun(written: string, heading: string): string | undefined {
  const words = written.split(' ');
  const held = ` ${heading.toLowerCase()} `;
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (run.length > 2 && /^\p{Lu}/u.test(run) && held.includes(` ${run.toLowerCase()} `))
        return run;
    }
  }
  return undefined;
}

function isBrandAddress(href: string | undefined, base: string): boolean {
  if (href === undefined || href.length > 500 || !/\p{L}/u.test(href)) return false;
  const path = URL.canParse(href, base) ? new URL(href, base).pathname : '';
  // The address of a maker has a name behind the word for makers; the word alone leads to the list of all.
  const parts = path.split('/').filter((part) => part !== '');
  return parts.some(
    (part, index) =>
      splitWords(part).some((word) => brandWords.has(word)) &&
      (index + 1 < parts.length || joinName(part).length > 9),
  );
}
