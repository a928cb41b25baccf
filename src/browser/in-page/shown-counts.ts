const ofWords = '(?:of|out of|von|sur|de|di|van|av|af|z|из|/|\\|)';
export const pageOf: RegExp = new RegExp(`^\\D{0,20}(\\d{1,6})\\s*${ofWords}\\s*(\\d{1,6})$`, 'iu');
export const onlyOf: RegExp = new RegExp(`^[^\\d]{0,20}\\b${ofWords}\\s*(\\d{1,6})$`, 'iu');
/** An option of a box of pages: "2", "Page 2 of 6". */
export const pageOption: RegExp = new RegExp(
  `^\\D{0,20}(\\d{1,5})(?:\\s*${ofWords}\\s*\\d{1,5})?$`,
  'iu',
);
export const pageWord: RegExp = /page|seite|página|pagina|strona|sida|side|stránka|страница/i;
export const itemsOf: RegExp = new RegExp(
  `(\\d{1,7})\\s*(?:[-–—]|to|bis|à|a)\\s*(\\d{1,7})\\s*${ofWords}\\s*(\\d{1,7})(?!\\d)`,
  'iu',
);

/** How lists say how much of them they show: "Showing 30 of 120", "You have seen 15 of 40 products". */
export const partOf: RegExp = new RegExp(
  `(?<![\\d.,-])(\\d{1,7})\\s*${ofWords}\\s*(\\d{1,7})(?![\\d.,]\\d|\\d)`,
  'iu',
);
export const shownWord: RegExp =
  /show|seen|view|display|load|result|anzeig|angezeigt|gezeigt|gesehen|ergebnis|treffer|affich|résultat|mostra|visualizz|getoond|bekeken|resultat|visa|vist|pokaza|wynik|zobraz|показан/iu;

const resultWord =
  '(?:results?|ergebnisse|treffer|résultats|resultados|risultati|resultaten|resultat|resultater|träffar|wyników|wyniki|výsledků)';
const foundWord =
  '(?:found|gefunden|trouvée?s|encontrad[oa]s|trovat[ie]|gevonden|hittades|funnet|fundet|znaleziono|nalezeno)';
const showingWord =
  '(?:showing|displaying|found|zeige|gefunden|affichage de|mostrando|mostrati|toont|visar|viser)';
const thing = '(?!(?:per|pro|par|por)\\b)\\p{L}[\\p{L}-]*';
/** How lists say how many items there are: "57 results for “lamp”", "57 lamps found", "Showing all 57 lamps". */
const totals = [
  `^(\\d{1,7}) ${resultWord}(?: ${foundWord})?(?: (?:for|für|pour|para|voor) .+)?$`,
  `^(\\d{1,7}) ${thing}(?: ${thing})? ${foundWord}$`,
  `^${showingWord}:? (?:all |alle )?(\\d{1,7}) ${thing}(?: ${thing})?$`,
  '^[共全] ?(\\d{1,7}) ?[件条個个]$',
].map((source) => new RegExp(source, 'iu'));

export function findTotal(said: string): number | undefined {
  const found = totals.flatMap((pattern) => pattern.exec(said)?.[1] ?? []);
  return found.length === 0 ? undefined : Number(found[0]);
}
