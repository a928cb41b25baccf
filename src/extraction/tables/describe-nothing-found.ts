import { headingLevel } from '../analysis/find-zones.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';

/** Characters; longer lines are prose. */
const maxLine = 80;

/** Nothing else but that a search found nothing. */
const nothingFound =
  /^(?:(?:0|no|keine|aucun|sin|nessun|nenhum|brak|geen) (?:(?:search|matching) )?(?:results?|products?|items?|hits?|matches|ergebnisse|treffer|artikel|résultat|produit|resultados?|risultat[oi]|wyników|resultaten)(?: (?:were )?(?:found|gefunden|trouvé|encontrados?|trovato|gevonden))?(?: (?:for|für|pour|para|per|dla|voor) [^\n]{1,60})?|検索結果:? ?0 ?件)[.!]?$/iu;

/** Says of the records of a list that they stand below a further heading, behind a line that says that nothing was found. */
export function describeNothingFound(
  page: PageIndex,
  block: IndexedElement | undefined,
  name: string,
): string | undefined {
  if (block === undefined) return undefined;
  let said: string | undefined;
  let headed: string | undefined;
  for (const element of page.elements) {
    if (element.position >= block.position) break;
    if (element.textEnd - element.textStart > maxLine) continue;
    const line = page.lineOf(element, maxLine);
    if (nothingFound.test(line)) [said, headed] = [line, undefined];
    else if (said !== undefined && line !== '' && headingLevel(element) !== undefined)
      headed = line;
  }
  if (said === undefined || headed === undefined) return undefined;
  return `The page says "${said}"; the records${name === '' ? '' : ` of "${name}"`} stand below "${headed}", and may be other things than those asked for.`;
}
