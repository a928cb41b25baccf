/** Longer texts are prose. */
const maxLength = 1_000;

/** What pages in other languages than English write in place of a value, in lower case. */
const noValueWords: readonly string[] =
  'nicht vorhanden|nicht angegeben|nicht bekannt|nicht zutreffend|keine angabe|keine angaben|k. a.|k.a.|k. a|n/v|unbekannt|keine|non renseigné|non renseignée|non précisé|non précisée|non communiqué|non spécifié|non disponible|non applicable|inconnu|inconnue|aucun|aucune|n.c.|no especificado|no indicado|no disponible|no aplica|sin datos|sin especificar|desconocido|ninguno|ninguna|non specificato|non indicato|non disponibile|sconosciuto|nessuno|nessuna|n.d.|n/d|não informado|não especificado|não disponível|não se aplica|desconhecido|nenhum|nenhuma|niet opgegeven|niet bekend|niet beschikbaar|onbekend|n.v.t.|nvt|n.n.b.|nie podano|nie dotyczy|brak danych|nieznany|ej angivet|ej angiven|okänd|ikke oppgitt|ikke angivet|ukendt|ukjent|ei ilmoitettu|tuntematon|neuvedeno|neznámý|не указано|не указан|неизвестно|нет данных|не вказано|belirtilmemiş|bilinmiyor|不明|記載なし|未知|暂无|未提供|정보 없음'.split(
    '|',
  );

/** What people and models write for a missing value, unless the schema allows the text itself. */
const nothingTexts: ReadonlySet<string> = new Set(
  '|-|–|—|?|n/a|na|n.a.|null|nil|none|undefined|unknown|missing|no data|not avail|not avail.|loading|loading...|loading…|tba|tbc|tbd'
    .split('|')
    .concat(
      [
        'applicable',
        'available',
        'found',
        'given',
        'known',
        'listed',
        'mentioned',
        'provided',
        'specified',
        'stated',
      ].map((word) => `not ${word}`),
      noValueWords,
    ),
);

/** Whether a value means "no value". */
export function isNothing(value: unknown): boolean {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    nothingTexts.has(value.trim().toLowerCase())
  );
}
