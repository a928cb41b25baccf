import { toSingular } from '../lexicon/fold-label.ts';
import { splitList } from '../lexicon/concept.ts';

/** How surely some words of a prompt name something: the page states it under them, or they are a known name; of columns, only the header. */
type TermSource = 'page' | 'concept' | 'column';

export interface PromptReading {
  /** The words that ask for more than a page states, e.g. `compare`; `undefined` where there are none. */
  readonly thought: string | undefined;
  /** Names of things to find, words joined by `_`, each once, in the prompt's order. */
  readonly terms: readonly string[];
  readonly listName: string | undefined;
  /** Whether the list is asked for by a name of things in general, or of what the page is about. */
  readonly isListGeneral: boolean;
  /** Whether other words narrow what the list is asked for of: all kettles *that cost 20*, all kettles *in stock*. */
  readonly isListNarrowed: boolean;
  /** What cannot be answered, a phrase each: words that name nothing known, and names that such words narrow. */
  readonly open: readonly string[];
  readonly counts: boolean;
  readonly namesSubject: boolean;
  /** Whether the words for a page as a whole are all that is asked for. */
  readonly asksWhole: boolean;
}

/** What is known about the words of prompts; all words are in lower case. */
export interface KnownWords {
  findTerm(words: readonly string[]): TermSource | undefined;
  isSubject(word: string): boolean;
  /** Whether a plural is also the name of a number of such things: reviews. */
  isCount(word: string): boolean;
}

interface Word {
  readonly text: string;
  /** Counts up at commas, full stops and the like. */
  readonly clause: number;
  readonly startsSentence: boolean;
  mark: 'open' | 'filler' | 'whole' | 'every' | 'term' | 'subject' | 'noun';
  /** The name that begins at this word. */
  term?: string;
}

/** Longer prompts are cut: what follows are examples and explanations. */
const maxPromptLength = 4_000;
const maxTermWords = 6;
const maxTerms = 20;

/** Reads a prompt against the names that are known. Linear in the prompt. */
export function readPrompt(prompt: string, known: KnownWords): PromptReading {
  const words = splitPrompt(prompt.slice(0, maxPromptLength));
  markTerms(words, known);
  const thought = findThought(words, prompt);
  const counts = markCount(words);
  markPlainWords(words, known);
  const listName = findListName(words);
  const parts = splitParts(words);
  const terms = listTerms(parts.filter((part) => !part.isNarrowed).flatMap((part) => part.words));
  const asked = askBareQuestions(parts, terms);
  const open = [...parts.flatMap(listOpenPhrases), ...asked.open];
  return {
    thought: thought ?? findUndecided(words, open, prompt),
    terms: [...terms, ...asked.terms],
    listName,
    isListGeneral: words.every((word) => word.mark !== 'noun' || isGeneralNoun(word.text, known)),
    isListNarrowed:
      (terms.length === 0 && words.some(({ term }) => term !== undefined)) ||
      parts.some((part) => narrowsList(part, terms)),
    open,
    counts,
    namesSubject: words.some(({ mark }) => mark === 'subject'),
    asksWhole:
      terms.length === 0 && open.length === 0 && words.some(({ mark }) => mark === 'whole'),
  };
}

const wordPattern = /[\p{L}\p{M}\p{N}]+|[.!?;:,()\n"“”«»、。！？]/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function splitPrompt(prompt: string): readonly Word[] {
  const words: Word[] = [];
  let clause = 0;
  let startsSentence = true;
  // "product's" is a product.
  for (const [part] of prompt.replaceAll(/['’]s\b/g, '').matchAll(wordPattern)) {
    if (!/[\p{L}\p{N}]/u.test(part)) {
      clause += 1;
      startsSentence ||= /[.!?\n。！？]/.test(part);
      continue;
    }
    for (const text of splitUnspaced(part.toLowerCase())) {
      words.push({ text: askedNames.get(text) ?? text, clause, startsSentence, mark: 'open' });
      startsSentence = false;
    }
  }
  return words;
}

function splitUnspaced(part: string): readonly string[] {
  if (!unspaced.test(part)) return [part];
  return Array.from(
    new Intl.Segmenter('und', { granularity: 'word' }).segment(part),
    ({ segment }) => segment,
  );
}

/** Marks the longest names first at each place. */
function markTerms(words: readonly Word[], known: KnownWords): void {
  let at = 0;
  while (at < words.length) {
    const length = findTermLength(words, at, known);
    const part = words.slice(at, at + length);
    for (const word of part) word.mark = 'term';
    const [first] = part;
    if (first !== undefined) first.term = part.map(({ text }) => text).join('_');
    at += Math.max(1, length);
  }
}

function listTerms(words: readonly Word[]): readonly string[] {
  const terms = new Set(words.flatMap(({ term }) => (term === undefined ? [] : [term])));
  return [...terms].slice(0, maxTerms);
}

/** Words that ask for one thing, or for one thing of another. */
interface PromptPart {
  readonly words: readonly Word[];
  /** Whether its names are not what the page states under them: the price *per 100 ml*, the name *of the mayor*. */
  readonly isNarrowed: boolean;
}

/** The prompt in parts: at punctuation, conjunctions, the words of questions and those that lead to fields. */
function splitParts(words: readonly Word[]): readonly PromptPart[] {
  const parts: Word[][] = [];
  let before: Word | undefined;
  for (const word of words) {
    const isRelative = before?.mark === 'noun' && relativeWords.has(word.text);
    const parted =
      before?.clause !== word.clause ||
      (word.mark !== 'term' && !isRelative && partingWords.has(word.text));
    if (parted) parts.push([word]);
    else parts.at(-1)?.push(word);
    before = word;
  }
  let hasOpen = false;
  return parts.map((part) => {
    // "The cats and their prices" are not those of other things.
    const isOfOpen = hasOpen && part.some(({ text }) => ownerWords.has(text));
    const isNarrowed = isOfOpen || part.some(isNarrowing) || joinsTerms(part) || chooses(part);
    hasOpen ||= part.some(isNarrowing);
    return { words: part, isNarrowed };
  });
}

/** Whether a word that names nothing on the page is more than a name for pages and what they are about. */
function isNarrowing({ mark, text }: Word): boolean {
  return mark === 'open' && !subjectTypes.has(toSingular(text)) && !lightWords.has(text);
}

/** Whether one name is asked for of another: the area of the capital. "The name of the author" is the author. */
function joinsTerms(part: readonly Word[]): boolean {
  let term: Word | undefined;
  let isJoined = false;
  for (const [at, word] of part.entries()) {
    if (word.mark !== 'term') isJoined ||= narrowingWords.has(word.text);
    else if (word.term !== undefined) {
      // "City names" are the cities.
      if (part[at - 1]?.mark === 'term' && nameWords.has(word.term)) {
        delete word.term;
        continue;
      }
      if (term !== undefined && isJoined) {
        if (!nameWords.has(term.term ?? '')) return true;
        delete term.term;
      }
      term = word;
      isJoined = false;
    }
  }
  return false;
}

/** Whether a part asks which of several things is meant, or for the sum of them. */
function chooses(words: readonly Word[]): boolean {
  const terms = listTerms(words);
  if (words.some(({ mark }) => mark === 'noun') && words.some(({ text }) => sumPattern.test(text)))
    return true;
  return terms.length > 1 && choiceWords.has(words[0]?.text ?? '');
}

/** Whether a part says that only some of the things are wanted: all lanterns *in stock*, all kettles *with free delivery*. */
function narrowsList({ words }: PromptPart, terms: readonly string[]): boolean {
  const isOpen = words.some(isNarrowing);
  const noun = words.findIndex(({ mark }) => mark === 'noun');
  if (noun >= 0) return isOpen || hasLaterTerm(words.slice(noun));
  return isOpen && terms.length === 0 && withWords.has(words[0]?.text ?? '');
}

/** Whether names stand behind a noun and other words: "products in stock", but not "product names". */
function hasLaterTerm(words: readonly Word[]): boolean {
  const other = words.findIndex(({ mark }) => mark !== 'noun' && mark !== 'term');
  return other >= 0 && words.slice(other).some(({ mark }) => mark === 'term');
}

/** What a part asks for by the word of its question alone: "and when?", "and by whom?". */
function askBareQuestions(
  parts: readonly PromptPart[],
  terms: readonly string[],
): { readonly terms: readonly string[]; readonly open: readonly string[] } {
  const asked = { terms: [] as string[], open: [] as string[] };
  if (terms.length === 0) return asked;
  for (const { words } of parts) {
    if (words.some(({ mark }) => mark !== 'filler')) continue;
    const question = words.find(({ text }) => bareQuestions.has(text))?.text;
    if (question === undefined) continue;
    const { name, beside } = bareQuestions.get(question) ?? {};
    if (name === undefined || !terms.some((term) => beside?.has(term))) asked.open.push(question);
    else if (!terms.includes(name)) asked.terms.push(name);
  }
  return asked;
}

function findTermLength(words: readonly Word[], at: number, known: KnownWords): number {
  const first = words[at];
  for (let length = Math.min(maxTermWords, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.at(-1)?.clause !== first?.clause) continue;
    const source = known.findTerm(part.map(({ text }) => text));
    if (source === undefined) continue;
    const plain = part.filter(({ text }) => isPlainWord(text)).length;
    // "date of birth" and "full text" are names, "the date" is one behind an article; "all products" is a list.
    const isName = length > 1 && source === 'concept';
    if (plain === length && !isName && !isCounted(words, at, source)) continue;
    if (length > 1) {
      const isBehindPlain = plain < length && isPlainWord(first?.text ?? '');
      if (isBehindPlain && source === 'concept' && length < 3) continue;
      return length;
    }
    // "Every team with its points" is a list of teams.
    const isOne = first !== undefined && first.text === toSingular(first.text);
    const isThing =
      source === 'column' || (source === 'page' && isOne) || known.isCount(part[0]?.text ?? '');
    if (isThing && isBehindEvery(words, at)) continue;
    // "The summary" is a field where the page has a label of that name.
    const isThought = source === 'concept' && thoughtWords.has(first?.text ?? '');
    if (!isListNoun(words, at) && !isThought) return length;
  }
  return 0;
}

/** Whether a word that is plain elsewhere is what "how many" asks for, and the page has it: its number of pages. */
function isCounted(words: readonly Word[], at: number, source: TermSource): boolean {
  const before = words.slice(Math.max(0, at - 2), at).map(({ text }) => text);
  return source !== 'concept' && countPhrases.has(before.join(' '));
}

/** Whether a word stands behind "all the" or the like and names what is repeated. */
function isListNoun(words: readonly Word[], at: number): boolean {
  return listNouns.has(words[at]?.text ?? '') && isBehindEvery(words, at);
}

function isBehindEvery(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && !everyWords.has(words[before]?.text ?? '')) {
    if (!fillerWords.has(words[before]?.text ?? '')) return false;
    before -= 1;
  }
  return before >= 0;
}

const maxThoughtWords = 4;

/** The first words that ask for thought, outside of the names that were found. */
function findThought(words: readonly Word[], prompt: string): string | undefined {
  for (const [at, word] of words.entries()) {
    if (word.mark === 'term') continue;
    for (let length = maxThoughtWords; length > 0; length -= 1) {
      const part = words.slice(at, at + length);
      const phrase = part.map(({ text }) => text).join(' ');
      const isWhole = part.length === length && part.every(({ mark }) => mark !== 'term');
      if (isWhole && thoughtWords.has(phrase)) return phrase;
    }
    const next = words[at + 1];
    const opens = at === 0 || words[at - 1]?.clause !== word.clause || isFiller(words[at - 1]);
    if (opens && thoughtVerbs.has(word.text) && next?.clause === word.clause) {
      if (determiners.has(next.text) || next.text !== toSingular(next.text)) return word.text;
    }
    if (limitWords.has(word.text) && /^\p{N}/u.test(next?.text ?? '')) {
      return `${word.text} ${next?.text}`;
    }
  }
  return /[\p{Script=Hangul}]/u.test(prompt)
    ? [...thoughtWords].find((word) => /\p{Script=Hangul}/u.test(word) && prompt.includes(word))
    : undefined;
}

function isFiller(word: Word | undefined): boolean {
  return word !== undefined && fillerWords.has(word.text);
}

/** Marks the words that ask for a number of things as plain, and says whether there are any. */
function markCount(words: readonly Word[]): boolean {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const isPair = countPhrases.has(`${word.text} ${next?.text}`) && next?.mark !== 'term';
    if (word.mark === 'term' || (!isPair && !countPhrases.has(word.text))) continue;
    word.mark = 'filler';
    if (isPair && next !== undefined) next.mark = 'filler';
    return true;
  }
  return false;
}

function markPlainWords(words: readonly Word[], known: KnownWords): void {
  for (const [at, word] of words.entries()) {
    if (word.mark !== 'open') continue;
    const next = words[at + 1];
    // "all" with nothing behind it is everything.
    if (everyWords.has(word.text) && next !== undefined) word.mark = 'every';
    else if (wholeWords.has(word.text)) word.mark = 'whole';
    else if (isPlainWord(word.text)) word.mark = 'filler';
    else if (known.isSubject(word.text)) word.mark = 'subject';
  }
}

const maxNounWords = 3;

/** What a list is asked for of: the words behind "all" and the like, else a plural that is a usual name of a list. */
function findListName(words: readonly Word[]): string | undefined {
  const every = words.findIndex(({ mark }) => mark === 'every');
  if (every >= 0) {
    let at = every + 1;
    while (words[at]?.mark === 'filler' || words[at]?.mark === 'every') at += 1;
    const noun: Word[] = [];
    const { clause } = words[every] ?? {};
    for (let word = words[at]; isNameable(word); word = words[(at += 1)]) {
      if (word.clause !== clause || noun.length === maxNounWords) break;
      noun.push(word);
    }
    const name = nameList(noun);
    if (name !== undefined) return name;
  }
  const plural = words.find(
    (word) =>
      isNameable(word) &&
      listNouns.has(word.text) &&
      (every >= 0 || word.text !== toSingular(word.text)),
  );
  return plural === undefined ? undefined : nameList([plural]);
}

function isGeneralNoun(word: string, known: KnownWords): boolean {
  return listNouns.has(word) || subjectTypes.has(toSingular(word)) || known.isSubject(word);
}

function isNameable(word: Word | undefined): word is Word {
  return word?.mark === 'open' || word?.mark === 'subject';
}

function nameList(noun: readonly Word[]): string | undefined {
  for (const word of noun) word.mark = 'noun';
  return noun.length === 0 ? undefined : noun.map(({ text }) => text).join('_');
}

/** A question for yes or no about what is not known by name, in short: `is … friendly`. */
function findUndecided(
  words: readonly Word[],
  [open]: readonly string[],
  prompt: string,
): string | undefined {
  if (open === undefined || !/[?？]/.test(prompt)) return undefined;
  const opener = words.find(({ startsSentence, text }) => startsSentence && yesNoWords.has(text));
  return opener === undefined ? undefined : `${opener.text} … ${open}`;
}

function listOpenPhrases({ words, isNarrowed }: PromptPart): readonly string[] {
  const isNamed = isNarrowed && words.some(({ term }) => term !== undefined);
  if (isNamed) {
    const isMeant = ({ mark }: Word): boolean => mark === 'term' || mark === 'open';
    const kept = words.slice(words.findIndex(isMeant), words.findLastIndex(isMeant) + 1);
    return [kept.map(({ text }) => text).join(' ')];
  }
  const phrases: string[][] = [];
  for (const [at, { mark, text }] of words.entries()) {
    if (mark !== 'open') continue;
    if (words[at - 1]?.mark === 'open') phrases.at(-1)?.push(text);
    else phrases.push([text]);
  }
  return phrases.map((phrase) => phrase.join(' '));
}

function toWords(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Words of requests that name nothing on a page, in the languages in which people ask most. */
const fillerWords: ReadonlySet<string> = toWords(
  'extract get give find return show tell fetch scrape collect read pull please me us you i we your my our the a an of ' +
    'on in at to from for by with without into as than this that these those it its they them their his her and or plus also well ' +
    'including include includes what which who whom whose when where how much is are was were be been being do does did have has had can could ' +
    'current full complete whole main exact json object objects array want need would like about only just listed shown displayed given ' +
    'here there fields field following per one there not no if any some called named titled say says said state stated states ' +
    'make makes going provide look extracted available i’d kindly retrieve grab obtain output report identify thanks thank know see let ' +
    'möchte brauche hätte gern gerne veux voudrais quiero quisiera necesito vorrei voglio quero preciso wil graag хочу ' +
    'der die das den dem des ein eine einen einer eines und oder mit ohne von vom zu zum zur im auf für aus bei nach wie was wer wann wo ' +
    'welche welcher welches ist sind war hat haben bitte gib zeige zeig nenne finde lies extrahiere hole mir uns diese dieser dieses sowie auch es er sie ' +
    'le la les l un une du de d et ou avec sans sur dans pour par est sont quel quelle quels quelles que qui quand où donne moi extrais extraire ' +
    'trouve trouver affiche montre ce cet cette ces il elle a au aux son sa ses stp svp ' +
    'el los las una unos unas y o con sin en para por es son cuál cuáles qué quién cuándo dónde dame extrae extraer encuentra muestra este esta ' +
    'estos estas su sus al lo se está favor ' +
    'il lo gli uno e ed di del della dello dei delle nel nella da dal dalla con per che chi quando dove qual quale quali è sono dammi estrai ' +
    'estrarre trova mostra questo questa questi queste suo sua ' +
    'os as um uma do da dos das no na nos nas em com sem quem quais onde dê extraia extrair encontre mostre isto deste desta ' +
    'het een van met zonder op uit naar wat welke wie wanneer waar geef toon haal zoek deze dit zijn ' +
    'и или с без на из в для по о что какой какая какие кто когда где извлеки найди покажи дай этот эта это эти ' +
    '的 和 与 及 或 在 是 把 请 给 我 这 这个 该 中 里 上 提取 获取 抓取 列出 找出 显示 返回 什么 哪些 以及 ' +
    'の を と は が に で も や から この その これ ください して 抽出 取得 教え て 何 です か',
);

/** Words at which a prompt goes on to something else that it asks for. */
const partingWords: ReadonlySet<string> = toWords(
  'and or plus also well as with including include includes what which who whom whose when where how ' +
    'und oder sowie auch mit was wer wann wo welche welcher welches wie et ou avec quel quelle quels quelles qui quand où y o con cuál cuáles qué ' +
    'quién cuándo dónde e ed chi quando dove qual quale quali com quem quais onde en met wat wanneer waar welke wie и или с что какой какая какие ' +
    'кто когда где 和 与 及 或 以及 と や 什么 哪些 何',
);
/** Of these, those that go on about the thing before them. */
const relativeWords: ReadonlySet<string> = toWords(
  'which who whose where welche welcher welches qui onde waar',
);
/** Words between two names of which the first is asked for of the second. */
const narrowingWords: ReadonlySet<string> = toWords(
  'of for per by in at from without von für pro aus ohne bei des du de pour par dans sans del della di do da dos das van voor zonder',
);
const withWords: ReadonlySet<string> = toWords('with mit avec con com met с');
const choiceWords: ReadonlySet<string> = toWords(
  'which welche welcher welches quel quelle quels quelles cuál cuáles quale quali welke какой какая какие',
);
const sumPattern = /^(?:total|combined|overall|gesamt)/;
const ownerWords: ReadonlySet<string> = toWords(
  'its their his her ihr ihre ihren deren leur leurs su sus loro suo',
);
const nameWords: ReadonlySet<string> = toWords(
  'name names namen nom noms nombre nombres nome nomi nomes naam',
);
/** Nouns that say what form an answer has, and nothing of what it is. */
const lightWords: ReadonlySet<string> = toWords(
  'year day kind sort type amount level made exactly today now currently shop store jahr tag art année jour année año día anno giorno ano dia',
);

interface BareQuestion {
  readonly name?: string;
  /** The names beside which the question asks for this one. */
  readonly beside?: ReadonlySet<string>;
}

/** Questions that a prompt may put without a verb of their own. */
const bareQuestions: ReadonlyMap<string, BareQuestion> = new Map<string, BareQuestion>([
  ...[...toWords('when wann quand cuándo quando wanneer когда')].map(
    (word): [string, BareQuestion] => [
      word,
      { name: 'published', beside: toWords('author authors autor auteur autore автор') },
    ],
  ),
  ...[...toWords('who whom wer wem quem quién chi кто')].map((word): [string, BareQuestion] => [
    word,
    { name: 'author', beside: toWords('published published_date date_published written posted') },
  ]),
  ...[...toWords('where wo où dónde dove onde waar где how')].map(
    (word): [string, BareQuestion] => [word, {}],
  ),
]);

/** Verbs of questions, and the name of what they ask for: who wrote it, what it costs. */
const askedNames: ReadonlyMap<string, string> = new Map(
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
const wholeWords: ReadonlySet<string> = toWords(
  'everything all data information info details detail facts content contents text page pages site website web webpage ' +
    'value values thing things main key important relevant basic useful metadata attributes properties ' +
    'alles alle daten informationen inhalt inhalte seite webseite wichtigsten ' +
    'tout toutes tous données informations contenu page ' +
    'todo toda todos todas datos información contenido página ' +
    'tutto tutti dati informazioni contenuto pagina ' +
    'tudo dados informações conteúdo ' +
    'gegevens informatie inhoud pagina ' +
    'все всё данные информация информацию страница страницы ' +
    '所有 全部 数据 信息 内容 页面 网页 すべて 全て 情報 データ ページ 内容',
);

/** Words before the name of what is repeated on a page. */
const everyWords: ReadonlySet<string> = toWords(
  'all every each list lists alle jede jeder jedes jeden liste tous toutes chaque todos todas cada lista tutti tutte ogni elenco ' +
    'elke iedere lijst все каждый каждая список 所有 全部 すべて 全て',
);

/** Plurals of what pages repeat most; without an "all" before them they ask for a list too. */
export const listNouns: ReadonlySet<string> = toWords(
  'products items entries results rows records listings cards articles posts stories headlines links offers jobs events ' +
    'produkte artikel einträge ergebnisse zeilen angebote produits articles entrées résultats lignes offres ' +
    'productos artículos entradas resultados filas ofertas prodotti articoli voci risultati righe offerte ' +
    'produtos artigos entradas linhas producten artikelen resultaten rijen товары статьи результаты ' +
    'product row item entry record result',
);

/** Words for the parts of a page that hold lists; they name nothing by themselves. */
export const listParts: ReadonlySet<string> = toWords(
  'table tables list lists column columns listing section tabelle tabellen spalten tableau tabla tabella tabela tabel таблица 表 表格',
);

/** Whether a word is part of how requests are put, and names nothing. */
export function isPlainWord(word: string): boolean {
  return (
    fillerWords.has(word) || wholeWords.has(word) || everyWords.has(word) || listParts.has(word)
  );
}

/** What a page can be about, by the types that schema.org has for it. */
export const subjectTypes: ReadonlyMap<string, string> = new Map(
  [
    'product|product item produkt artikel produit producto prodotto produto товар 商品 产品 製品',
    'article|article story post news artikel beitrag nachricht artículo noticia articolo notizia artigo notícia статья 文章 新闻 記事',
    'recipe|recipe rezept recette receta ricetta receita recept рецепт 食谱 レシピ',
    'event|event veranstaltung événement evento evenement событие 活动 イベント',
    'jobposting|job position vacancy stelle emploi offre empleo lavoro vaga vacature вакансия 职位 求人',
    'book|book buch livre libro livro boek книга 书 本',
    'movie|movie film película filme фильм 电影 映画',
    'person|person profile biography',
    'organization|organization organisation company business unternehmen firma entreprise empresa azienda bedrijf компания 公司 会社',
  ].flatMap((line) => {
    const [type = '', words = ''] = line.split('|');
    return words.split(' ').map((word) => [word, type] as const);
  }),
);

/** Words and phrases that ask for thought: a page does not state what they ask for unless it has a label of that name. */
export const thoughtWords: ReadonlySet<string> = new Set(
  splitList(
    'summarise|summarize|summarised|summarized|summarising|summarizing|summary|summaries|overview|gist|tldr|tl dr|in short|sum up|' +
      'compare|compares|comparing|comparison|contrast|translate|translated|translating|translation|paraphrase|rephrase|rewrite|' +
      'explain|explains|explaining|explanation|why|analyse|analyze|analysing|analyzing|analysis|sentiment|classify|classifying|classification|' +
      'categorise|categorize|interpret|interpretation|infer|predict|forecast|recommend|recommendation|suggest|evaluate|evaluation|assess|' +
      'assessment|critique|calculate|compute|average|pros and cons|difference|differences|similarities|tone|mood|meaning|imply|implies|' +
      'better|worse|best|worst|cheapest|cheaper|most expensive|more expensive|highest|lowest|largest|smallest|biggest|longest|shortest|' +
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
const thoughtVerbs: ReadonlySet<string> = toWords(
  'count rank rate judge sort order group sum total filter describe write generate convert estimate guess decide determine detect tag label ' +
    'zähle zählen sortiere sortieren ordne gruppiere beschreibe schreibe filtere compte compter trie trier classe décris écris ' +
    'cuenta contar ordena ordenar describe escribe conta contare ordina descrivi scrivi conte ordene descreva escreva tel sorteer beschrijf schrijf',
);

const determiners: ReadonlySet<string> = toWords(
  'the all these those this that every each them it its any our my how a an der die das den alle diese dieses le la les l ces ce tous toutes ' +
    'el los las estos estas todos todas i gli le lo il tutti tutte questi os as de het deze',
);

const yesNoWords: ReadonlySet<string> = toWords(
  'is are was were does do did can could should would will has have may ist sind hat haben kann soll gibt est sont peut es está son hay tiene ' +
    'è sono ha é há tem zijn heeft kan',
);

/** Phrases that ask for a number of things: it is either a value that the page states, or something to be counted. */
const countPhrases: ReadonlySet<string> = new Set(
  splitList(
    'how many|number of|wie viele|wieviele|anzahl der|combien de|nombre de|cuántos|cuántas|número de|quanti|quante|numero di|' +
      'quantos|quantas|hoeveel|aantal|сколько|количество|多少|几个|いくつ',
  ),
);

/** Words that, before a number, limit what is wanted. */
const limitWords: ReadonlySet<string> = toWords(
  'under over above below beyond between than before after since until first last top unter über bis ab moins plus menos más meno più',
);
