/** Numbers of units of time that pages write in words, and these words in one language each; a dash where a word means more elsewhere. */
const spelled = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30] as const;
const spelledWords: readonly string[] = [
  'one two three four five six seven eight nine ten twelve fifteen twenty thirty',
  'eine zwei drei vier fünf sechs sieben acht neun zehn zwölf fünfzehn zwanzig dreißig',
  'une deux trois quatre cinq six sept huit neuf dix douze quinze vingt trente',
  'una dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta',
  'una due tre quattro cinque sei sette otto nove dieci dodici quindici venti trenta',
  'uma duas três quatro cinco seis sete oito nove dez doze quinze vinte trinta',
  'één twee drie vier vijf zes zeven acht negen tien twaalf vijftien twintig dertig',
  '– två tre fyra fem – sju åtta nio tio tolv femton tjugo trettio',
  '– – tre – fem seks syv otte ni ti tolv femten tyve tredive',
  'jedna dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć dwanaście piętnaście dwadzieścia trzydzieści',
  'один два три четыре пять шесть семь восемь девять десять двенадцать пятнадцать двадцать тридцать',
];
/** Parts of a unit and one with its half, in patterns; articles belong to them. */
const parts: readonly (readonly [number, string])[] = [
  [
    0.25,
    "(?:an?\\s|one\\s)?quarter(?:\\sof\\san)?|un\\squart\\sd['’]|un\\squarto\\sd['’]|un\\scuarto\\sde|um\\squarto\\sde|(?:eine\\s)?viertel|(?:een\\s)?kwart|en\\skvarts?|kwadrans",
  ],
  [
    0.75,
    "three[\\s-]quarters\\sof\\san|trois\\squarts\\sd['’]|tre\\squarti\\sd['’]|tres\\scuartos\\sde|três\\squartos\\sde|(?:eine\\s)?dreiviertel|drie\\skwart",
  ],
  [
    0.5,
    "(?:one\\s|an?\\s)?half(?:\\san?)?|(?:ein(?:e[rn]?)?\\s)?halbe[rn]?|(?:une\\s)?demi-?|media|(?:una\\s)?mezz(?:a|['’])|meia|een\\shalf|(?:en\\s)?halv|puoli|pół|půl|пол|yarım|半",
  ],
  [
    1.5,
    'anderthalb|ein(?:und)?einhalb|ein\\seinhalb|anderhal(?:f|ve)|halvanden|halvannen|halvtannen|półtorej|półtora|полтора|полторы|puolitoista|půldruhé|en\\soch\\sen\\shalv|en\\sog\\sen\\shalv|bir\\sbuçuk',
  ],
  [2.5, 'zweieinhalb|tweeëneenhalf|iki\\sbuçuk'],
  [3.5, 'dreieinhalb|drieëneenhalf'],
];
/** Articles in front of a unit; a rate has one, too, behind its number: "2 hours a day". */
const articles =
  "an?(?=\\s(?:hour|minute|day)(?!\\p{L}))|ein(?:er|en)?|un['’]?|uno|een|ett|bir|en(?=\\s(?:timme|time|dag)(?!\\p{L}))";
/** Half of a unit more, behind the unit or in front of it. */
const halfMore =
  'and\\sa\\shalf|et\\sdemie?|y\\smedi[ao]|e\\smezz[ao]|e\\smei[ao]|en\\seen\\shalf|og\\sen\\shalv|och\\sen\\shalv|i\\spół|a\\spůl|с\\sполовиной|buçuk';
const tens =
  /(?<!\p{L})(?:twenty|thirty|fo(?:u)?rty|fifty|sixty|hundred|vingt|trente|quarante|cinquante|soixante|cent|veinte|treinta|cuarenta|cincuenta|sesenta|venti|trenta|quaranta|cinquanta|vinte|trinta|quarenta|cinquenta|tjugo|trettio|fyrtio|femtio|dwadzieścia|trzydzieści|czterdzieści|pięćdziesiąt|двадцать|тридцать|сорок|пятьдесят)(?:[\s-](?:(?:e|y|et|and)[\s-])?)\p{L}{2,10}\s\p{L}/u;
/** Words that deny what follows: what such a text comes to is not read from its words. */
const denied = /(?<!\p{L})(?:not|no|pas|nicht|non|não)(?!\p{L})/iu;
const rangeWords = 'to|bis|à|a|tot|till|til|do|до|or|oder|ou|o|of|eller|lub|или';

const numbers = new Map(
  spelledWords
    .flatMap((words) => words.split(' ').map((word, at) => [word, String(spelled[at])] as const))
    .filter(([word]) => word !== '–'),
);
const anyNumber = Array.from(numbers.keys()).join('|');
const mayBeSpelled = new RegExp(
  `(?:${[anyNumber, articles, ...parts.map(([, words]) => words), halfMore, '\\p{L}\\s(?:1/2|½)'].join('|')})`,
  'iu',
);

/** Makes a function that writes the numbers in front of units of time in digits; a text of which it cannot read each stays as it is. */
export function createSpeller(names: string): (text: string) => string {
  const unit = `(?:${names})(?!\\p{L})`;
  // A letter or an abbreviation behind a word is none of time: "a m", "a min. of".
  const unitOfWord = `(?=\\p{L}{3}|[\\p{Script=Han}])(?!min(?!\\p{L}))${unit}`;
  const start = '(?<![\\p{L}\\p{N}-])';
  // "drei Viertelstunden" are as many of that part, and "und eine halbe" is more of what is before it.
  const counted = `(?:\\d|(?:^|[^\\p{L}])(?:${anyNumber}|and|und|et|y|e|en|och|og|i))\\s`;
  const partPatterns = parts.map(
    ([value, words]) =>
      [
        new RegExp(`${start}(?<!${counted})(?:${words})[\\s-]?(?=${unitOfWord})`, 'giu'),
        `${value} `,
      ] as const,
  );
  const number = new RegExp(
    `${start}(${anyNumber})(?=\\s(?:(?:${rangeWords})\\s(?:${anyNumber})\\s|(?:${halfMore})\\s)?${unitOfWord})`,
    'giu',
  );
  const article = new RegExp(
    `^(\\P{N}{0,40}?)(?<![\\p{L}\\p{N}-])(?<!(?:once|twice|times|mal|fois|veces|volte|vezes)\\s)(?:${articles})\\s?(?=(?:(?:${halfMore})\\s)?${unitOfWord})(?<=[\\s'’])`,
    'iu',
  );
  const more = new RegExp(
    `(?:(\\d{1,3})\\s?|^)(?:(${unit})\\s(?:(?:${halfMore})(?!\\p{L})|(?:1/2|½)(?!\\s?\\p{L}))|(時間|小时|小時)半|(?:${halfMore})\\s(${unit}))`,
    'giu',
  );
  const unread = new RegExp(`\\p{L}[\\s-]${unitOfWord}|${unit}\\s(?:${anyNumber})(?!\\p{L})`, 'iu');
  return (text) => {
    if (!mayBeSpelled.test(text) || tens.test(text.toLowerCase()) || denied.test(text)) return text;
    let written = addHalf(text.replace(number, (word) => numbers.get(word.toLowerCase()) ?? word));
    for (const [pattern, digits] of partPatterns) written = written.replace(pattern, digits);
    written = addHalf(written.replace(article, '$11 '));
    return written === text || unread.test(written) ? text : written;
  };

  function addHalf(text: string): string {
    return text.replace(more, (_, whole = '1', ...units: readonly (string | undefined)[]) => {
      const name = units.slice(0, 3).find((one) => one !== undefined);
      return `${Number(whole) + 0.5} ${name ?? ''}`;
    });
  }
}
