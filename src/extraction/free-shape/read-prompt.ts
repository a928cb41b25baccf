import { isOfSomeLanguages } from '../lexicon/concept.ts';
import { foldLabel, toSingular } from '../lexicon/fold-label.ts';
import {
  askedNames,
  bareQuestions,
  choiceWords,
  countPhrases,
  currencyPrepositions,
  determiners,
  everyWords,
  fillerWords,
  isPlainWord,
  joiningWords,
  latinArticles,
  lightWords,
  limitWords,
  listNouns,
  listParts,
  nameWords,
  narrowingWords,
  nounVerbs,
  ownerWords,
  partingWords,
  relativeWords,
  subjectTypes,
  sumPattern,
  textWords,
  thoughtVerbs,
  thoughtWords,
  timeQuestions,
  whoWords,
  wholeWords,
  withWords,
  yesNoWords,
} from '../lexicon/prompt-words.ts';

/** How surely some words of a prompt name something: the page states it under them, or they are a known name; of columns, only the header. */
type TermSource = 'page' | 'concept' | 'column';

export interface PromptReading {
  /** The words that ask for more than a page states, e.g. `compare`; `undefined` where there are none. */
  readonly thought: string | undefined;
  /** Names of things to find, words joined by `_`, each once, in the prompt's order. */
  readonly terms: readonly string[];
  /** Of these the ones that stand right behind another, by that one: "care instructions" may be the care alone. */
  readonly heads: ReadonlyMap<string, string>;
  readonly listName: string | undefined;
  /** What is asked for "with" its parts and is no plural that we know: one thing, or several in another language. */
  readonly owner: { readonly name: string; readonly terms: readonly string[] } | undefined;
  /** Whether the list is asked for with what each of its things has. */
  readonly isListOfParts: boolean;
  /** Whether the list is asked for by a name of things in general, or of what the page is about. */
  readonly isListGeneral: boolean;
  /** Whether other words narrow what the list is asked for of: all kettles *that cost 20*, all kettles *in stock*. */
  readonly isListNarrowed: boolean;
  /** What cannot be answered, a phrase each: words that name nothing known, and names that such words narrow. */
  readonly open: readonly string[];
  readonly counts: boolean;
  /** Of the terms those that a number is asked of. */
  readonly counted: readonly string[];
  readonly namesSubject: boolean;
  /** Whether it asks how, when, where or by whom, which what the page says in all does not answer. */
  readonly asksPart: boolean;
  /** What a question can only be answered with: *who* with a name, *at what time* with a time of day. */
  readonly answer: 'name' | 'time' | undefined;
  /** Whether it asks for yes or no. */
  readonly decides: boolean;
  /** Whether it asks for all of several things: every product. */
  readonly asksEvery: boolean;
  /** Whether the words for a page as a whole are all that is asked for. */
  readonly asksWhole: boolean;
}

/** What is known about the words of prompts; all words are in lower case. */
export interface KnownWords {
  findTerm(words: readonly string[]): TermSource | undefined;
  /** Whether a heading of the page has this name, with a list of several things below it. */
  isListHeading(words: readonly string[]): boolean;
  isSubject(word: string): boolean;
  /** Whether words that are each part of what the page is about name it whole. */
  nameSubject(words: readonly string[]): boolean;
  /** Whether a plural is also the name of a number of such things: reviews. */
  isCount(word: string): boolean;
  /** Whether a word is one of those that the currency of the page's amounts is named with. */
  isOwnCurrency(word: string): boolean;
}

interface Word {
  readonly text: string;
  /** Counts up at commas, full stops and the like. */
  readonly clause: number;
  readonly startsSentence: boolean;
  mark: 'open' | 'filler' | 'whole' | 'every' | 'term' | 'subject' | 'noun';
  /** The name that begins at this word. */
  term?: string;
  /** Whether it asks for a number of things. */
  counts?: boolean;
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
  const { texts, others } = askWhole(parts);
  const open = [...parts.flatMap(listOpenPhrases), ...asked.open];
  return {
    thought: thought ?? findUndecided(words, open, prompt),
    terms: [...new Set([...terms, ...asked.terms, ...texts])],
    heads: findHeads(words),
    listName,
    owner: listName === undefined ? findOwner(words) : undefined,
    isListOfParts: words.some(({ mark }, at) => mark === 'noun' && hasParts(words, at)),
    isListGeneral: words.every((word) => word.mark !== 'noun' || isGeneralNoun(word.text, known)),
    isListNarrowed:
      (terms.length === 0 && words.some(({ term }) => term !== undefined)) ||
      parts.some((part) => narrowsList(part, terms)),
    open: [...open, ...others],
    counts,
    counted: parts.flatMap((part) => {
      if (part.words.every((word) => word.counts !== true)) return [];
      // "Plans with number of weeks" are not those without it.
      return withWords.has(part.words[0]?.text ?? '') ? terms : listTerms(part.words);
    }),
    namesSubject: known.nameSubject(
      words.flatMap(({ mark, text }) => (mark === 'subject' ? [text] : [])),
    ),
    asksPart: words.some(({ mark, text }) => mark === 'filler' && bareQuestions.has(text)),
    answer: findAnswer(words),
    decides: /[?？]/.test(prompt) && findOpener(words) !== undefined,
    asksEvery: listName !== undefined && words.some(({ mark }) => mark === 'every'),
    asksWhole:
      terms.length === 0 && open.length === 0 && words.some(({ mark }) => mark === 'whole'),
  };
}

const wordMark = '[\\p{L}\\p{M}\\p{N}]+';
/** What parts the clauses of a prompt. */
const clauseMark = '[.!?;:,()\\n"“”«»、。！？]';
const wordPattern = new RegExp(`${wordMark}|${clauseMark}`, 'gu');
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

/** Phrases of a prompt that a page may have as labels, folded: up to `maxTermWords` words of a clause, plain ones alone not. */
export function listPhrases(prompt: string): ReadonlySet<string> {
  const text = prompt.slice(0, maxPromptLength).replaceAll(/['’]s\b/g, '');
  const phrases = new Set<string>();
  for (const clause of text.split(new RegExp(clauseMark, 'u'))) {
    const words = Array.from(clause.matchAll(new RegExp(wordMark, 'gu')));
    for (const [at, { index }] of words.entries()) {
      let isPlain = true;
      for (const [last] of words.slice(at, at + maxTermWords).entries()) {
        const word = words[at + last];
        if (word === undefined) break;
        isPlain &&= isPlainWord(word[0].toLowerCase());
        if (!isPlain) phrases.add(foldLabel(clause.slice(index, word.index + word[0].length)));
      }
    }
  }
  return phrases;
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
    const isList = isHeadedList(words, at + length, part, known);
    for (const word of part) word.mark = isList ? 'noun' : 'term';
    const [first] = part;
    if (first !== undefined && !isList) first.term = part.map(({ text }) => text).join('_');
    at += Math.max(1, length);
  }
}

/** Whether a name is that of a list that a heading of the page names: it has parts, as "the bestsellers with name and price" do. */
function isHeadedList(
  words: readonly Word[],
  end: number,
  part: readonly Word[],
  known: KnownWords,
): boolean {
  const last = part.at(-1);
  if (last === undefined || last.text === toSingular(last.text)) return false;
  return hasParts(words, end - 1) && known.isListHeading(part.map(({ text }) => text));
}

function listTerms(words: readonly Word[]): readonly string[] {
  const terms = new Set(words.flatMap(({ term }) => (term === undefined ? [] : [term])));
  return [...terms].slice(0, maxTerms);
}

function findHeads(words: readonly Word[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  let last: string | undefined;
  for (const [at, { mark, term, clause }] of words.entries()) {
    const before = words[at - 1];
    const isBehind = before?.mark === 'term' && before.clause === clause;
    if (term !== undefined && last !== undefined && isBehind) heads.set(term, last);
    last = mark === 'term' ? (term ?? last) : undefined;
  }
  return heads;
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
  let isWithOpen = false;
  return parts.map((part) => {
    const [first] = part;
    // "The cats and their prices" are not those of other things, and "cats with price and age" are those of cats alone.
    isWithOpen &&= first?.startsSentence !== true;
    isWithOpen ||= hasOpen && withWords.has(first?.text ?? '');
    const isOfOpen = isWithOpen || (hasOpen && part.some(({ text }) => ownerWords.has(text)));
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

/** Whether a part says that only some of the things are wanted: all lanterns *in stock*, all kettles *with free delivery*, *vegan* dishes. */
function narrowsList({ words }: PromptPart, terms: readonly string[]): boolean {
  const isOpen = words.some(isNarrowing);
  const noun = words.findIndex(({ mark }) => mark === 'noun');
  if (words[noun - 1]?.mark === 'term') return true;
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
    // "What is it about" asks for more than a name has.
    if (words[0]?.text === 'what' && words.at(-1)?.text === 'about') asked.open.push('what about');
    if (words.some(({ mark }) => mark !== 'filler')) continue;
    const question = words.find(({ text }) => bareQuestions.has(text))?.text;
    if (question === undefined) continue;
    const { name, beside } = bareQuestions.get(question) ?? {};
    if (name === undefined || !terms.some((term) => beside?.has(term))) asked.open.push(question);
    else if (!terms.includes(name)) asked.terms.push(name);
  }
  return asked;
}

/** What parts beside those with names ask for by words for a page as a whole: its text ("title, date and text"), and what has no name ("title and details"). */
function askWhole(parts: readonly PromptPart[]): {
  readonly texts: readonly string[];
  readonly others: readonly string[];
} {
  const hasTerm = ({ words }: PromptPart): boolean => words.some(({ term }) => term !== undefined);
  const first = parts.findIndex(hasTerm);
  const asked = { texts: [] as string[], others: [] as string[] };
  if (first < 0) return asked;
  for (const [at, { words }] of parts.entries()) {
    // What stands before the names says where they are, or leads to them.
    const isBeside = at > first || isJoined(words, parts[at + 1]?.words[0]);
    if (!isBeside || words.some(({ mark }) => mark === 'term')) continue;
    const [whole, another] = words.filter(({ mark }) => mark !== 'filler');
    const isText = whole?.mark === 'whole' && textWords.has(whole.text) && another === undefined;
    if (isText && !withWords.has(words[0]?.text ?? '')) asked.texts.push(whole.text);
    else if (words.every(isOfWhole)) {
      const named = words.filter(({ mark, text }) => mark === 'whole' || listParts.has(text));
      if (named.length > 0) asked.others.push(named.map(({ text }) => text).join(' '));
    }
  }
  return asked;
}

/** Whether an "and" joins words to what goes on behind them. */
function isJoined(words: readonly Word[], next: Word | undefined): boolean {
  return next !== undefined && next.clause === words[0]?.clause && joiningWords.has(next.text);
}

/** Whether a word asks for the page or a part of it, or only leads to such words. */
function isOfWhole({ mark, text }: Word): boolean {
  return (
    mark === 'whole' ||
    mark === 'every' ||
    (mark === 'filler' && (listParts.has(text) || partingWords.has(text) || determiners.has(text)))
  );
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
    const isPlain = plain === length && !isName && !isCounted(words, at, source);
    if (isPlain && !(length === 1 && isPlainName(words, at, source))) continue;
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
    const isAll = !isOne && isBehindEvery(words, at);
    // "Reviews with their authors" are the reviews, not their number.
    if ((isThing || isAll) && withWords.has(words[at + 1]?.text ?? '')) continue;
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

/** Whether a plain word stands for itself and the page has a name for it: the column "Field", the section of a paper. */
function isPlainName(words: readonly Word[], at: number, source: TermSource): boolean {
  const { text = '' } = words[at] ?? {};
  if (textWords.has(text) || !isAlone(words, at, source === 'column')) return false;
  if (source === 'concept') return listParts.has(text) || isOfSomeLanguages(text);
  return words.length > 1 && !partingWords.has(text);
}

/** Whether a word is all that a part of the prompt says, or all of which things are asked for. */
function isAlone(words: readonly Word[], at: number, mayBeEvery: boolean): boolean {
  const { clause } = words[at] ?? {};
  const [before, next] = [words[at - 1], words[at + 1]].map((word) =>
    word?.clause === clause ? word?.text : undefined,
  );
  return (
    (before === undefined ||
      partingWords.has(before) ||
      latinArticles.has(before) ||
      (mayBeEvery && everyWords.has(before))) &&
    (next === undefined || partingWords.has(next))
  );
}

/** Whether a word stands behind "all the" or the like and names what is repeated. */
function isListNoun(words: readonly Word[], at: number): boolean {
  return listNouns.has(words[at]?.text ?? '') && isBehindEvery(words, at);
}

function isBehindEvery(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && !everyWords.has(words[before]?.text ?? '')) {
    const { text = '' } = words[before] ?? {};
    // "All fields with type" are the fields.
    if (!fillerWords.has(text) || withWords.has(text)) return false;
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
    word.counts = true;
    if (isPair && next !== undefined) next.mark = 'filler';
  }
  return words.some(({ counts }) => counts === true);
}

function markPlainWords(words: readonly Word[], known: KnownWords): void {
  for (const [at, word] of words.entries()) {
    if (word.mark !== 'open') continue;
    const next = words[at + 1];
    // A list of what a column is called is one of its own.
    if (known.findTerm([word.text]) === 'column' && isAlone(words, at, true)) continue;
    // "all" with nothing behind it is everything.
    if (everyWords.has(word.text) && next !== undefined) word.mark = 'every';
    else if (wholeWords.has(word.text)) word.mark = 'whole';
    else if ((isPlainWord(word.text) && !isNoun(words, at)) || namesCurrency(words, at, known))
      word.mark = 'filler';
    else if (known.isSubject(word.text)) word.mark = 'subject';
  }
}

/** Whether a word that asks elsewhere is part of a name: the *return* policy. */
function isNoun(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  const isBetween = before?.clause === word?.clause && next?.mark === 'term';
  return isBetween && nounVerbs.has(word?.text ?? '') && determiners.has(before?.text ?? '');
}

/** Whether a word behind "in" is a name of the page's own currency: the price in euros. */
function namesCurrency(words: readonly Word[], at: number, known: KnownWords): boolean {
  const hasAmount = words.slice(0, at).some(({ mark }) => mark === 'term');
  return (
    hasAmount &&
    currencyPrepositions.has(words[at - 1]?.text ?? '') &&
    known.isOwnCurrency(words[at]?.text ?? '')
  );
}

const maxNounWords = 3;

/** What a list is asked for of: the words behind "all" and the like, else a plural that is a usual name of a list. */
function findListName(words: readonly Word[]): string | undefined {
  const headed = words.filter(({ mark }) => mark === 'noun');
  if (headed.length > 0) return nameList(headed);
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
  const isPlural = ({ text }: Word): boolean => text !== toSingular(text);
  const plural =
    words.find(
      (word) => isNameable(word) && listNouns.has(word.text) && (every >= 0 || isPlural(word)),
    ) ??
    // What has parts of its own is several things: "reviews with author and rating".
    words.find((word, at) => isNameable(word) && isPlural(word) && hasParts(words, at));
  return plural === undefined ? undefined : nameList([plural]);
}

function hasParts(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next?.clause === words[at]?.clause && withWords.has(next?.text ?? '');
}

function findOwner(words: readonly Word[]): PromptReading['owner'] {
  const owner = words.findIndex((word, at) => isNameable(word) && hasParts(words, at));
  // The course of a "course schedule" is no part of it.
  const terms = listTerms(words.filter((_, at) => at !== owner - 1));
  const name = words[owner]?.text;
  return name === undefined || terms.length === 0 ? undefined : { name, terms };
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
  const opener = findOpener(words);
  return opener === undefined ? undefined : `${opener.text} … ${open}`;
}

function findOpener(words: readonly Word[]): Word | undefined {
  return words.find(({ startsSentence, text }) => startsSentence && yesNoWords.has(text));
}

function findAnswer(words: readonly Word[]): PromptReading['answer'] {
  if (words.some(({ startsSentence, text }) => startsSentence && whoWords.has(text))) return 'name';
  const isTime = words.some(
    ({ text }, at) => text === 'time' && timeQuestions.has(words[at - 1]?.text ?? ''),
  );
  return isTime ? 'time' : undefined;
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
