import type { PageIndex } from '../../structure/analysis/index-page.ts';
import type { BlockPaths } from './block-paths.ts';
import type { PageRange } from '../locate-records.ts';

/** Characters of a control's label. */
const maxLabelLength = 40;
/** Elements around a list's own in which a control of the list stands. */
const maxAround = 3;
/** Whole labels in lower case. "Read more" is about one text, and no part of them. */
const label = new RegExp(
  `^(?:${[
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
  'u',
);

/**
 * Returns whether a button or link behind a list's last block loads or shows more of the list: "Load more", "Show all 24".
 * Between them stands no heading, and the control stands at most three elements further out than the blocks.
 */
export function hasMoreControl(
  page: PageIndex,
  paths: BlockPaths,
  container: number,
  last: PageRange,
): boolean {
  let around = container;
  for (let level = 0; level < maxAround && paths.parent(around) >= 0; level += 1) {
    around = paths.parent(around);
  }
  const end = page.elements[around]?.end ?? 0;
  for (let at = last.end; at < end; at += 1) {
    const element = page.elements[at];
    if (element === undefined || /^h[1-6]$/.test(element.node.name)) return false;
    const { name, attribs } = element.node;
    if (name !== 'button' && name !== 'a' && attribs['role'] !== 'button') continue;
    const text = page.lineOf(element, maxLabelLength).toLowerCase();
    if (label.test(text)) return true;
  }
  return false;
}
