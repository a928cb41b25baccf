import { toWordSet } from '../../runtime/collections.ts';
/** The states of stock that shops distinguish, by the tails of schema.org's terms. */
export type Availability =
  | 'InStock'
  | 'OutOfStock'
  | 'PreOrder'
  | 'BackOrder'
  | 'Discontinued'
  | 'LimitedAvailability';

/** Words before a phrase among which a "not" belongs to it: "not yet available". */
const mostWordsAfterNot = 3;

const negation =
  /^(?:no|not|none|never|nicht|kein\p{L}*|niemals|non|pas|jamais|nunca|nooit|aldrig|ni|ei|ikke|inte|nie|не|нет|geen|niet|[a-z]+n['’]t|cannot)$/u;

/** Whether a word says that something is not so. */
export function isNegation(word: string): boolean {
  return negation.test(word);
}

/** What parts the clauses of a line: what stands beyond it is said of something else. */
const clauseMark = /[,.;:!?|·()/\u2013\u2014]|\s-\s/u;

/** Of a day that is yet to come, or of a case: "notify me when it is in stock". */
const condition =
  /^(?:when|once|if|until|unless|whether|wenn|sobald|falls|quand|dès|lorsque|cuando|quando|wanneer|zodra|när|når|gdy|kiedy|когда|jakmile)$/u;

/** What is so before long. */
const soonWords =
  'soon|shortly|bald|demnächst|bientôt|prochainement|pronto|próximamente|presto|prossimamente|breve|binnenkort|snart|pian|wkrótce|brzy|скоро';

/** Before what is to come. */
const toCome = new RegExp(
  `^(?:${soonWords}|expected|expecting|will|shall|coming|erwartet|voraussichtlich|wird|werden|attendu|sera|seront|será|sarà|wordt|worden|verwacht|kommer)$`,
  'u',
);
const soonBehind = new RegExp(
  `^\\s(?:(?:again|very|wieder|de nuevo|di nuovo|weer|igen)\\s){0,2}(?:${soonWords})(?!\\p{L})`,
  'u',
);
const almost =
  /^(?:almost|nearly|fast|beinahe|presque|quasiment|casi|quasi|quase|bijna|nästan|næsten|nesten|melkein|prawie|téměř|почти)$/u;

/** Words between what tells of a phrase and the phrase: "not currently in stock", "expected back in stock". */
const between: ReadonlySet<string> = toWordSet(
  'be been is are yet currently presently more longer anymore immediately back again completely ' +
    'ist sind sein noch mehr wieder derzeit aktuell momentan zurzeit de retour nouveau est sont encore actuellement ' +
    'está esta más ya nuevo actualmente è e più di nuovo ora é mais meer weer terug momenteel er är igen tillbaka tilbage ' +
    'længere lenger längre jest już',
);
/** What is to be had again, and so long from now: "back in stock in 2 weeks". */
const back = /^(?:back|again|wieder|retour|nouveau|nuevo|nuovo|terug|weer|igen|tillbaka|tilbage)$/u;
const fromNow =
  /^\s(?:in|dans|en|tra|fra|om|inom|binnen|innerhalb)\s(?:[^\s\p{Nd}]{1,12}\s)?\p{Nd}{1,3}(?:\s?[-–]\s?\p{Nd}{1,3})?\s?(?:day|week|month|tag|woche|monat|jour|semaine|mois|día|dia|semana|mes|giorn|settiman|mese|dag|week|weken|maand|veck|vecko|uke|uge|måned|månad)/u;
/** A count of none, which is no end of a longer number. */
const none = /(?<![\p{Nd}.,])(?<!\p{Nd}\s)0\s*$/u;

/** What the words before and behind a phrase about stock make of the state that it names; `undefined` where it says none of now. */
export function qualifyState(
  state: Availability,
  before: string,
  behind: string,
): Availability | undefined {
  const words = listWords(before.split(clauseMark).at(-1) ?? '');
  if (words.some((word) => condition.test(word))) return undefined;
  const last = words.findLast((word) => !between.has(word)) ?? '';
  const isNot = isNegation(last);
  if (state === 'OutOfStock') {
    if (isNot) return 'InStock';
    return almost.test(last) ? 'LimitedAvailability' : state;
  }
  if (state !== 'InStock') return isNot ? undefined : state;
  if (isNot || none.test(before)) return 'OutOfStock';
  const isLater = back.test(words.at(-1) ?? '') && fromNow.test(behind);
  if (toCome.test(last) || soonBehind.test(behind) || isLater) return 'OutOfStock';
  // A "not" farther in front may be of something else, as in "not many left in stock"; that of "Item no 1234" is none.
  const near = words.slice(-mostWordsAfterNot);
  const mayBeNot = near.some(
    (word, at) => isNegation(word) && !/^\p{Nd}/u.test(near[at + 1] ?? ''),
  );
  return mayBeNot ? undefined : state;
}

function listWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== '');
}
