import { headingLevel } from '../analysis/find-zones.ts';
import type { PageIndex } from '../analysis/index-page.ts';
import type { Block } from './block.ts';

/** Characters; longer lines are prose. */
const maxLine = 80;

/** Nothing else but that a search found nothing; "0 items" are those of a cart. */
const nothingFound =
  /^(?:(?:0|no|keine|aucun|sin|nessun|nenhum|brak|geen) (?:(?:search|matching) )?(?:results?|hits|matches|ergebnisse|treffer|résultat|resultados?|risultato|wyników|resultaten)(?: (?:were )?(?:found|gefunden|trouvé|encontrados?|trovato|gevonden))?(?: (?:for|für|pour|para|per|dla|voor) [^\n]{1,60})?|no (?:products|items) (?:were )?found|検索結果:? ?0 ?件)[.!]?$/iu;

/** Says of the records of a list that they stand below a further heading, behind a line that says that nothing was found. */
export function describeNothingFound(
  page: PageIndex,
  block: Block | undefined,
  name: string,
): string | undefined {
  if (block === undefined) return undefined;
  let said: string | undefined;
  let headed: string | undefined;
  for (const element of page.elements) {
    if (element.position >= block.start) break;
    if (element.textEnd - element.textStart > maxLine) continue;
    const line = page.lineOf(element, maxLine);
    if (nothingFound.test(line)) [said, headed] = [line, undefined];
    else if (said !== undefined && line !== '' && headingLevel(element) !== undefined)
      headed = line;
  }
  if (said === undefined || headed === undefined) return undefined;
  return `The page says "${said}"; the records${name === '' ? '' : ` of "${name}"`} stand below "${headed}", and may be other things than those asked for.`;
}
