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
const back = /^(?:back|again|wieder|retour|nouveau|nuevo|nuovo|terug|weer|igen|tillbaka|tilbage)$/u;

const almost =
  /^(?:almost|nearly|fast|beinahe|presque|quasiment|casi|quasi|quase|bijna|nästan|næsten|nesten|melkein|prawie|téměř|почти)$/u;

/** What the words before and behind a phrase about stock make of the state that it names; `undefined` where it says none of now. */
export function qualifyState(
  state: Availability,
  before: string,
  behind: string,
): Availability | undefined {
  const words = listWords(before.split(clauseMark).at(-1) ?? '');
  const near = words.slice(-mostWordsAfterNot);
  if (words.some((word) => condition.test(word))) return undefined;
  // "Item no 1234" counts something.
  const isNot = near.some((word, at) => isNegation(word) && !/^\p{Nd}/u.test(near[at + 1] ?? ''));
  if (state === 'OutOfStock') {
    if (isNot) return 'InStock';
    return near.some((word) => almost.test(word)) ? 'LimitedAvailability' : state;
  }
  if (state !== 'InStock') return isNot ? undefined : state;
  const isNone = /^0+$/.test(words.at(-1) ?? '');
  return isNot || isNone || isYetToCome(words, behind) ? 'OutOfStock' : state;
}

/** Whether what can be had is so on a later day alone: "expected back in stock", "available again soon". */
function isYetToCome(words: readonly string[], behind: string): boolean {
  if (words.some((word) => toCome.test(word)) || soonBehind.test(behind)) return true;
  const [clause = ''] = behind.split(clauseMark, 1);
  return back.test(words.at(-1) ?? '') && /\p{Nd}/u.test(clause);
}

function listWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}'’]+/u).filter((word) => word !== '');
}
