import { splitList } from './concept.ts';
import { splitWords, toSingular } from './fold-label.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** Words by type, each line a type and the words for it. */
function toTypes(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [type = '', words = ''] = line.split('|');
      return words.split(' ').map((word) => [word, type] as const);
    }),
  );
}

/** Words for "and" that are none for something else in another of these languages. */
const plainJoiningWords = 'and und et och og ja és și şi ve και oraz и та і';

/** Words for "and". */
export const joiningWords: ReadonlySet<string> = toWordSet(`${plainJoiningWords} y e en i`);

/** Words of requests that name nothing on a page, in the languages in which people ask most. */
export const fillerWords: ReadonlySet<string> = toWordSet(
  'extract get give find return show tell fetch scrape collect read pull please me us you i we your my our the a an of ' +
    'on in at to from for by with without into as than this that these those it its they them their his her and or plus also well ' +
    'including include includes what which who whom whose when where how much is are was were be been being do does did have has had can could ' +
    'current full complete whole main exact json object objects array want need would like about only just listed shown displayed given ' +
    'here there fields field following per one there not no if any some called named titled say says said state stated states ' +
    'make makes going provide look extracted available i’d kindly retrieve grab obtain output report identify thanks thank know see let ' +
    'möchte brauche hätte gern gerne veux voudrais quiero quisiera necesito vorrei voglio quero preciso wil graag хочу ' +
    'der die das den dem des ein eine einen einer eines und oder mit ohne von vom zu zum zur im auf für aus bei nach wie was wer wann wo ' +
    'welche welcher welches ist sind war hat haben bitte gib zeige zeig nenne finde lies extrahiere hole mir uns diese dieser dieses sowie auch es er sie ' +
    'le la les l un une du de d et ou avec sans sur dans pour par est sont quel quelle quels quelles que qui quand où donne moi vers extrais extraire ' +
    'trouve trouver affiche montre ce cet cette ces il elle a au aux son sa ses stp svp ' +
    'leur leurs ihr ihre ihren deren loro ' +
    'el los las una unos unas y o con sin en para por es son cuál cuáles qué quién cuándo dónde dame extrae extraer encuentra muestra este esta ' +
    'estos estas su sus al lo se está favor ' +
    'il lo gli uno e ed di del della dello dei delle nel nella da dal dalla con per che chi quando dove qual quale quali è sono dammi estrai ' +
    'estrarre trova mostra questo questa questi queste suo sua ' +
    'os as um uma do da dos das no na nos nas em com sem quem quais onde dê extraia extrair encontre mostre isto deste desta ' +
    'het een van met zonder op uit naar wat welke wie wanneer waar geef toon haal zoek deze dit zijn ' +
    'и или с без на из в для по о что какой какая какие кто когда где извлеки найди покажи дай этот эта это эти ' +
    '的 和 与 及 或 在 是 把 请 给 我 这 这个 该 中 里 上 提取 获取 抓取 列出 找出 显示 返回 什么 哪些 以及 ' +
    `${plainJoiningWords} ` +
    'の を と は が に で も や から この その これ ください して 抽出 取得 教え て 何 です か',
);

/** Of these the verbs that are nouns too. */
export const nounVerbs: ReadonlySet<string> = toWordSet('return report output show');

/** Words at which a prompt goes on to something else that it asks for. */
export const partingWords: ReadonlySet<string> = toWordSet(
  `${plainJoiningWords} ` +
    'or plus also well as with including include includes what which who whom whose when where how ' +
    'oder sowie auch mit was wer wann wo welche welcher welches wie et ou avec quel quelle quels quelles qui quand où y o con cuál cuáles qué ' +
    'quién cuándo dónde e ed chi quando dove qual quale quali com quem quais onde en met wat wanneer waar welke wie и или с что какой какая какие ' +
    'кто когда где 和 与 及 或 以及 と や 什么 哪些 何',
);
/** Of these, those that go on about the thing before them. */
export const relativeWords: ReadonlySet<string> = toWordSet(
  'which who whose where welche welcher welches qui onde waar',
);
/** Words between two names of which the first is asked for of the second. */
export const narrowingWords: ReadonlySet<string> = toWordSet(
  'of for per by in on at from without von für pro aus ohne bei des du de pour par dans sans del della di do da dos das van voor zonder',
);
export const withWords: ReadonlySet<string> = toWordSet('with mit avec con com met med с');
/** Words that take what stands behind them out of what is asked for. */
export const denyingWords: ReadonlySet<string> = toWordSet(
  'without not dont ohne kein keine keinen nicht sans sin senza sem zonder geen niet без не',
);
export const choiceWords: ReadonlySet<string> = toWordSet(
  'which welche welcher welches quel quelle quels quelles cuál cuáles quale quali welke какой какая какие',
);
export const sumPattern: RegExp = /^(?:total|combined|overall|gesamt)/;
export const ownerWords: ReadonlySet<string> = toWordSet(
  'its their his her ihr ihre ihren deren leur leurs su sus loro suo',
);
export const nameWords: ReadonlySet<string> = toWordSet(
  'name names namen nom noms nombre nombres nome nomi nomes naam',
);
/** Nouns that say what form an answer has, and nothing of what it is. */
export const lightWords: ReadonlySet<string> = toWordSet(
  'year day kind sort type amount level made exactly today now currently shop store jahr tag art année jour année año día anno giorno ano dia',
);

/** Of these the words that choose things by when they are from: articles of *today*. */
export const dayWords: ReadonlySet<string> = toWordSet('today now');

interface BareQuestion {
  readonly name?: string;
  /** The names beside which the question asks for this one. */
  readonly beside?: ReadonlySet<string>;
}

/** What people write on a page: who asks for them wants to read them, and not how many there are. */
export const writtenThings: ReadonlySet<string> = toWordSet(
  'reviews posts comments replies answers messages bewertungen kommentare beiträge antworten avis commentaires réponses opiniones ' +
    'comentarios respuestas recensioni commenti risposte comentários respostas beoordelingen reacties opinie komentarze отзывы комментарии',
);

/** Words that ask for a person or a company. */
export const whoWords: ReadonlySet<string> = toWordSet(
  'who whom wer wem quem quién quiénes chi кто',
);
/** Words before "time" that ask for a time of day. */
export const timeQuestions: ReadonlySet<string> = toWordSet('what which');

/** Questions that a prompt may put without a verb of their own. */
export const bareQuestions: ReadonlyMap<string, BareQuestion> = new Map<string, BareQuestion>([
  ...[...toWordSet('when wann quand cuándo quando wanneer когда')].map(
    (word): [string, BareQuestion] => [
      word,
      { name: 'published', beside: toWordSet('author authors autor auteur autore автор') },
    ],
  ),
  ...[...whoWords].map((word): [string, BareQuestion] => [
    word,
    { name: 'author', beside: toWordSet('published published_date date_published written posted') },
  ]),
  ...[...toWordSet('where wo où dónde dove onde waar где how')].map(
    (word): [string, BareQuestion] => [word, {}],
  ),
]);

/** Verbs of questions, and the name of what they ask for: who wrote it, what it costs. */
export const askedNames: ReadonlyMap<string, string> = new Map(
  (
    'wrote author|authored author|costs price|kostet preis|geschrieben autor|verfasst autor|coûte prix|écrit auteur|cuesta precio|' +
    'escribió autor|costa prezzo|scritto autore|custa preço|escreveu autor|kost prijs|geschreven auteur|стоит цена|написал автор'
  )
    .split('|')
    .map((pair): [string, string] => {
      const [verb = '', name = ''] = pair.split(' ');
      return [verb, name];
    }),
);

/** Words for a page as a whole: with nothing else in a request, they ask for all that the page states. */
export const wholeWords: ReadonlySet<string> = toWordSet(
  'everything all data information info details detail facts content contents text page pages site website web webpage ' +
    'values thing things main key important relevant basic useful metadata ' +
    'alles alle daten informationen inhalt inhalte seite webseite wichtigsten ' +
    'tout toutes tous données informations contenu page ' +
    'todo toda todos todas datos información contenido página ' +
    'tutto tutti dati informazioni contenuto pagina ' +
    'tudo dados informações conteúdo ' +
    'gegevens informatie inhoud pagina ' +
    'все всё данные информация информацию страница страницы ' +
    '所有 全部 数据 信息 内容 页面 网页 すべて 全て 情報 データ ページ 内容',
);

/** Of these the words for what a page says in full: beside names of fields, the text is one of them. */
export const textWords: ReadonlySet<string> = toWordSet(
  'text content contents inhalt contenu contenido contenuto conteúdo inhoud текст 内容',
);

/** Words between an amount and the currency that it is asked for in. */
export const currencyPrepositions: ReadonlySet<string> = toWordSet('in en em w в på na');

/** Words before the name of what is repeated on a page. */
export const everyWords: ReadonlySet<string> = toWordSet(
  'all every each list lists alle jede jeder jedes jeden liste tous toutes chaque todos todas cada lista tutti tutte ogni elenco ' +
    'elke iedere lijst все каждый каждая список 所有 全部 すべて 全て',
);

/** Words that choose one of several things by its place: before a name they are no owner of it. */
export const orderWords: ReadonlySet<string> = toWordSet(
  'first second third fourth fifth last next erste erster zweite zweiter dritte letzte letzter premier première deuxième dernier dernière ' +
    'primer primero segundo último primo secondo ultimo primeiro eerste tweede laatste первый второй последний',
);

/** Plurals of what pages repeat most; without an "all" before them they ask for a list too. */
export const listNouns: ReadonlySet<string> = toWordSet(
  'products items entries results rows records listings cards articles posts stories news headlines links offers jobs events ' +
    'produkte artikel einträge ergebnisse zeilen angebote produits articles entrées résultats lignes offres ' +
    'productos artículos entradas resultados filas ofertas prodotti articoli voci risultati righe offerte ' +
    'produtos artigos entradas linhas producten artikelen resultaten rijen товары статьи результаты ' +
    'product row item entry record result',
);

/** Words for the parts of a page that hold lists; they name nothing by themselves. */
export const listParts: ReadonlySet<string> = toWordSet(
  'table tables list lists column columns listing section tabelle tabellen spalten tableau tabla tabella tabela tabel таблица 表 表格',
);

/** Whether a word is part of how requests are put, and names nothing. */
export function isPlainWord(word: string): boolean {
  return (
    fillerWords.has(word) || wholeWords.has(word) || everyWords.has(word) || listParts.has(word)
  );
}

/** The words of a prompt in the form in which headers are compared with them. */
export function listAskedWords(prompt: string): ReadonlySet<string> {
  return new Set(
    splitWords(prompt)
      .filter((word) => !isPlainWord(word))
      .map(toSingular),
  );
}

/** What a page can be about, by the types that schema.org has for it. */
export const subjectTypes: ReadonlyMap<string, string> = toTypes([
  'product|product item produkt artikel produit producto prodotto produto товар 商品 产品 製品',
  'article|article story post news artikel beitrag nachricht artículo noticia articolo notizia artigo notícia статья 文章 新闻 記事',
  'recipe|recipe rezept recette receta ricetta receita recept рецепт 食谱 レシピ',
  'event|event veranstaltung événement evento evenement событие 活动 イベント',
  'jobposting|job position vacancy stelle emploi offre empleo lavoro vaga vacature вакансия 职位 求人',
  'book|book buch livre libro livro boek книга 书 本',
  'movie|movie film película filme фильм 电影 映画',
  'person|person profile biography',
  'organization|organization organisation company business unternehmen firma entreprise empresa azienda bedrijf компания 公司 会社',
]);

/** Of these the types of things that most pages name beside what they are about. */
export const besideOthers: ReadonlySet<string> = new Set(['organization', 'person']);

/** Further words for what a page can be about, which are no names of lists: they count where a prompt names nothing else. */
export const loneSubjects: ReadonlyMap<string, string> = toTypes([
  'event|exhibition concert festival conference match game ausstellung konzert konferenz exposition concerto mostra',
  'person|author autor auteur autore speaker player artist actor actress doctor teacher lawyer politician',
  'residence|flat apartment house home wohnung haus appartement maison piso casa appartamento',
  'vehicle|car vehicle motorcycle auto fahrzeug voiture coche',
]);

/** Words and phrases that ask for thought: a page does not state what they ask for unless it has a label of that name. */
export const thoughtWords: ReadonlySet<string> = new Set(
  splitList(
    'summarise|summarize|summarised|summarized|summarising|summarizing|summary|summaries|overview|gist|tldr|tl dr|in short|sum up|' +
      'compare|compares|comparing|comparison|contrast|translate|translated|translating|translation|paraphrase|rephrase|rewrite|' +
      'explain|explains|explaining|explanation|why|analyse|analyze|analysing|analyzing|analysis|sentiment|classify|classifying|classification|' +
      'categorise|categorize|interpret|interpretation|infer|predict|forecast|recommend|recommendation|suggest|evaluate|evaluation|assess|' +
      'assessment|critique|calculate|compute|average|pros and cons|difference|differences|similarities|tone|mood|meaning|imply|implies|' +
      'latest|topic|theme|thema|sujet|better|worse|best|worst|cheapest|cheaper|most expensive|more expensive|highest|lowest|largest|smallest|biggest|longest|shortest|' +
      'most|least|fewest|than|except|excluding|median|maximum|minimum|oldest|newest|youngest|heaviest|lightest|tallest|fastest|slowest|' +
      'more than|less than|greater than|fewer than|higher than|lower than|at least|at most|whether|think|should i|worth it|bullet points|' +
      'vergleiche|vergleichen|vergleich|übersetze|übersetzen|übersetzung|zusammenfassen|zusammenfassung|fasse|erkläre|erklären|erklärung|' +
      'warum|wieso|weshalb|bewerte|bewerten|beurteile|beurteilen|analysiere|analysieren|klassifiziere|klassifizieren|kategorisiere|' +
      'empfiehl|empfehlen|empfehlung|berechne|berechnen|durchschnitt|unterschied|unterschiede|stimmung|günstigste|billigste|teuerste|beste|' +
      'höchste|niedrigste|größte|kleinste|besser|meisten|wenigsten|mindestens|höchstens|mehr als|weniger als|außer|' +
      'comparer|comparez|comparaison|traduis|traduire|traduisez|traduction|résume|résumer|résumez|résumé|explique|expliquer|expliquez|' +
      'explication|pourquoi|évalue|évaluer|analyser|analysez|classifie|classifier|recommande|recommander|calcule|calculer|moyenne|' +
      'différence|différences|meilleur|meilleure|pire|moins cher|plus cher|le plus|la plus|les plus|plus de|moins de|sauf|' +
      'compara|comparar|comparación|traduce|traducir|traducción|resume|resumir|resumen|explica|explicar|explicación|por qué|evalúa|evaluar|' +
      'analiza|analizar|análisis|clasifica|clasificar|recomienda|recomendar|calcular|promedio|diferencia|diferencias|mejor|peor|más barato|más caro|más de|menos de|excepto|' +
      'confronta|confrontare|confronto|traduci|tradurre|traduzione|riassumi|riassumere|riassunto|spiega|spiegare|spiegazione|perché|' +
      'analizza|analizzare|analisi|classificare|consiglia|calcola|differenza|differenze|migliore|peggiore|più economico|più caro|' +
      'comparação|traduza|traduzir|tradução|resuma|resumo|explique|por que|avalie|avaliar|analise|analisar|análise|recomende|calcule|' +
      'diferença|melhor|pior|mais barato|' +
      'vergelijk|vergelijken|vertaal|vertalen|vertaling|samenvatten|samenvatting|uitleggen|waarom|beoordeel|analyseer|classificeer|bereken|' +
      'gemiddelde|verschil|verschillen|goedkoopste|duurste|' +
      'сравни|сравнить|сравнение|переведи|перевести|перевод|резюмируй|резюме|объясни|объяснить|почему|оцени|проанализируй|посчитай|' +
      'porównaj|przetłumacz|streść|podsumuj|podsumowanie|wyjaśnij|dlaczego|oceń|przeanalizuj|policz|' +
      '比较|对比|翻译|总结|概括|摘要|解释|为什么|分析|评价|评估|推荐|计算|统计|比較|翻訳|要約|なぜ|分類|計算|비교|번역|요약|왜|분석',
  ),
);

/** Verbs that ask for thought, and are names of values too: they count where an object follows them. */
export const thoughtVerbs: ReadonlySet<string> = toWordSet(
  'count rank rate judge sort order group sum total filter describe write generate convert estimate guess decide determine detect tag label ' +
    'zähle zählen sortiere sortieren ordne gruppiere beschreibe schreibe filtere compte compter trie trier classe décris écris ' +
    'cuenta contar ordena ordenar describe escribe conta contare ordina descrivi scrivi conte ordene descreva escreva tel sorteer beschrijf schrijf',
);

export const determiners: ReadonlySet<string> = toWordSet(
  'the all these those this that every each them it its any our my how a an der die das den alle diese dieses le la les l ces ce tous toutes ' +
    'el los las estos estas todos todas i gli le lo il tutti tutte questi os as de het deze',
);

/** Articles of languages in which "data" is a date. */
export const latinArticles: ReadonlySet<string> = toWordSet('la a as le');

export const yesNoWords: ReadonlySet<string> = toWordSet(
  'is are was were does do did can could should would will has have may ist sind hat haben kann soll gibt est sont peut es está son hay tiene ' +
    'è sono ha é há tem zijn heeft kan',
);

/** Phrases that ask for a number of things: it is either a value that the page states, or something to be counted. */
export const countPhrases: ReadonlySet<string> = new Set(
  splitList(
    'how many|number of|wie viele|wieviele|anzahl der|combien de|nombre de|cuántos|cuántas|número de|quanti|quante|numero di|' +
      'quantos|quantas|hoeveel|aantal|сколько|количество|多少|几个|いくつ',
  ),
);

/** Words that, before a number, limit what is wanted. */
export const limitWords: ReadonlySet<string> = toWordSet(
  'under over above below beyond between than before after since until first last top unter über bis ab moins plus menos más meno più',
);
