/** The words by which lists lead on, as sources of regular expressions with the flag `u`, for text in lower case. */
export interface PaginationLabels {
  /** Match whole labels. */
  readonly next: string;
  readonly prev: string;
  /** Match whole labels; they count only inside a pager. */
  readonly nextArrow: string;
  readonly prevArrow: string;
  /** Matches whole labels of links to the last page. */
  readonly last: string;
  /** Matches whole labels of controls that load or show more of a list. "Read more" is about one text, and no part of them. */
  readonly more: string;
  /** Matches the class, id or name of an element that holds a list's pages. */
  readonly pager: string;
}

const stated = /[?&/](?:page|paged|seite|pagina|página|p|pg)[=/](\d{1,6})(?=$|[/?&#])/iu;

/** Returns the number of the page that an address states: `?page=3`, `/page/3`. */
export function findPageNumber(address: string): number | undefined {
  const [, said] = stated.exec(address) ?? [];
  return said === undefined ? undefined : Number(said);
}

/** Returns what the addresses of a list's pages have in common. */
export function removePageNumber(address: string): string {
  return address
    .replace(/#.*$/s, '')
    .replace(stated, (text) => (text.startsWith('/') ? '' : text.charAt(0)))
    .replace(/\?&+/, '?')
    .replace(/[?&/]+$/, '');
}

/** Words by which a page says that there is nothing (more) to show. */
export const nothingMore: RegExp =
  /(?<!\p{L})(?:no|none|nothing|end|empty|keine?|nichts|ende|leer|aucune?|rien|fin|vide|ning[uú]n\p{L}*|nada|no hay|nessun\p{L}*|fine|vuot[ao]|nenhum\p{L}*|fim|geen|niets|einde|leeg|inga|inget|ingen|intet|slut|ei|brak|koniec|žádn\p{L}*|нет|ничего|конец)(?!\p{L})|没有|沒有|ありません|없습니다/iu;

/** One list for all readers of pages: the parsed ones here, and the shown ones in a browser, to which it is passed as data. */
export const paginationLabels: PaginationLabels = {
  next: '^(?:(?:go to )?next(?: page)?|older(?: posts| entries)?|weiter|nächste(?: seite)?|suivante?|page suivante|siguiente|página siguiente|successiv[ao]|avanti|próxim[ao]|volgende|nästa|næste|neste|seuraava|następna|další|далее|следующая|次へ|次のページ|下一页|下一頁|다음)(?: ?[›»→>])?$',
  prev: '^(?:[‹«←<] ?)?(?:prev(?:ious)?(?: page)?|newer(?: posts| entries)?|zurück|vorherige(?: seite)?|précédente?|page précédente|anterior|página anterior|precedente|indietro|vorige|föregående|forrige|edellinen|poprzednia|předchozí|назад|предыдущая|前へ|前のページ|上一页|上一頁|이전)$',
  nextArrow: '^[›»→>]$',
  prevArrow: '^[‹«←<]$',
  last: '^(?:(?:go to )?last(?: page)?|letzte(?: seite)?|dernière(?: page)?|última(?: página)?|ultima(?: pagina)?|laatste(?: pagina)?|sista|siste|sidste|viimeinen|ostatnia|poslední|последняя|最後(?:へ|のページ)?|末页|尾页|마지막)?(?: ?(?:[›»→>]{1,2}|⏭))?$',
  more: `^(?:${[
    '(?:load|show|view|see) (?:more|all)(?: .+)?',
    '(?:mehr|weitere|alle)(?: .+)? (?:laden|anzeigen|ansehen|zeigen)',
    '(?:afficher|voir|charger) (?:plus|la suite|tout|tous|toutes)(?: .+)?',
    '(?:cargar|ver|mostrar) (?:más|todo|todos|todas)(?: .+)?',
    '(?:carica|mostra|vedi) (?:altro|altri|altre|di più|tutto|tutti|tutte)(?: .+)?',
    '(?:carregar|ver|mostrar) (?:mais|tudo|todos|todas)(?: .+)?',
    '(?:toon|laad|bekijk) (?:meer|alle|alles)(?: .+)?|(?:meer|alle)(?: .+)? (?:laden|tonen|weergeven|bekijken)',
    '(?:visa|ladda|se|vis|last|hent|indlæs) (?:fler|flere|mer|mere|alla|alle)(?: .+)?',
    '(?:lataa|näytä) (?:lisää|kaikki)(?: .+)?',
    '(?:pokaż|załaduj|zobacz|wczytaj) (?:więcej|wszystkie|wszystko)(?: .+)?',
    '(?:zobrazit|načíst) (?:další|více|vše|všechny)(?: .+)?',
    '(?:показать|загрузить|смотреть) (?:ещё|еще|больше|все|всё)(?: .+)?',
    'もっと(?:見る|読み込む)|さらに(?:表示|読み込む)|すべて(?:見る|表示)',
    '(?:加载|載入|查看|显示|顯示)(?:更多|全部)',
    '더 ?보기|모두 ?보기',
  ].join('|')})$`,
  pager: 'pagina|pager|page-?nav|page-?numbers',
};
