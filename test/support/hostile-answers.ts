/** A text that a model may answer with to hold up whoever reads it. */
export interface HostileAnswer {
  readonly name: string;
  readonly make: () => string;
}

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** The unit as often as it fits into the size. */
const fill = (unit: string, size: number): string =>
  unit.repeat(Math.max(1, Math.floor(size / unit.length)));

const list = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join(',');

/** Pseudo-random characters of an alphabet; the same for the same seed. */
function scramble(alphabet: string, length: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += alphabet.charAt((state >> 8) % alphabet.length);
  }
  return text;
}

/** An answer of about so many characters. */
type GrowAnswer = (size: number) => string;

/** A usual answer, one of a model that ran away, and nearly the longest that is read. */
const sizes = [12 * kilobyte, 256 * kilobyte, 1_000 * kilobyte];

/** Answers by what they are made of, which are dear to read, to mend or to walk the longer they are. */
export const growingAnswers: Readonly<Record<string, GrowAnswer>> = {
  ...Object.fromEntries<GrowAnswer>(
    [
      ['loose double quotes', '"a '],
      ['loose single quotes', "'a "],
      ['loose typographic quotes', '“a '],
      ['loose backticks', '`a '],
      ['quotes as entities', '&quot;a '],
      ['quotes before commas', 'a "b, '],
      ['nothing but quotes', '"'],
      ['quotes after escapes', '\\" '],
      ['nothing but backslashes', '\\'],
      ['broken unicode escapes', '"\\u12'],
      ['quotes and colons', '":'],
      ['quotes, colons and commas', '":",'],
      ['nothing but colons', ':'],
      ['nothing but commas', ','],
      ['unquoted names', 'a: '],
      ['unquoted words', 'word '],
      ['unquoted values', 'a: b c d, '],
      ['comments without end', '/* '],
      ['comments one after the other', '/**/'],
      ['line comments', '// x\n'],
      ['hash comments', '# x\n'],
      ['slashes', '/'],
      ['plus signs between strings', '"a" + '],
      ['numbers without end', '1.'],
      ['signs', '-'],
      ['dots', '...'],
      ['Python words', 'None True '],
      ['function calls', 'Date('],
      ['line breaks', '\n'],
      ['spaces', ' '],
      ['byte order marks', '\uFEFF'],
      ['null characters', '\u0000'],
      ['lone surrogates', '\uD800'],
      ['opening braces', '{'],
      ['closing braces', '}'],
      ['brackets in turn', '[{'],
      ['members in depth', '{"a":'],
      ['lists in depth', '[1,'],
      ['empty objects', '{}'],
      ['closed lists', '[]'],
      ['mismatched brackets', '[}'],
    ].map(([name = '', unit = '']) => [name, (size: number) => `{${fill(unit, size)}}`]),
  ),
  ...Object.fromEntries<GrowAnswer>(
    [
      ['fences', '```json\n{"a":1}\n```\n'],
      ['opening fences', '```json\n'],
      ['open fences with broken objects', '```json\n{"a" "b\n'],
      ['objects in prose', 'see {"a": "b} or [1, '],
      ['small objects in prose', 'see {"a": 1} '],
      ['broken objects in prose', 'see {a "b": } '],
      ['opening brackets in prose', 'see [ '],
      ['thoughts', '<think>{"a":'],
      ['closed thoughts', '<think></think>'],
      ['objects in escaped text', '{\\"a\\": \\"b\\"} '],
      ['link references', '@L1 '],
    ].map(([name = '', unit = '']) => [name, (size: number) => fill(unit, size)]),
  ),
  'one string without end': (size) => `{"a": "${'x'.repeat(size)}`,
  'one number': (size) => `{"a": ${'9'.repeat(size)}}`,
  'one name': (size) => `{"${'n'.repeat(size)}": 1}`,
  'escapes in a string': (size) => `{"a": "${fill('\\u0041', size)}"}`,
  'line breaks in a string': (size) => `{"a": "${fill('\n', size)}"}`,
  'inner quotes in a string': (size) => `{"a": "${fill('say "hi" ', size)}"}`,
  'inner quotes before commas': (size) => `{"a": "${fill('say "hi", ', size)}"}`,
  'many different members': (size) => `{${list(size / 12, (at) => `"k${at}":${at}`)}}`,
  'one member many times': (size) => `{${fill('"a":1,', size)}"a":2}`,
  'many members cut short': (size) => `{${list(size / 12, (at) => `"k${at}":${at}`)}`,
  'many records': (size) => `{"items":[${list(size / 16, (at) => `{"n":"${at}"}`)}]}`,
  'many records with loose ends': (size) => `[${fill('{"name": "a" "b": 1,} ', size)}]`,
  'many numbers': (size) => `{"items":[${list(size / 7, String)}]}`,
  'many empty texts': (size) => `{"items":[${fill('"",', size)}""]}`,
  'many nulls': (size) => `{"items":[${fill('null,', size)}null]}`,
  'one text many times': (size) => `{"items":[${fill('"price",', size)}"price"]}`,
  'lists of lists': (size) => `{"items":[${fill('[[[1]]],', size)}1]}`,
  'depth within the limit, often': (size) =>
    fill(`${'['.repeat(60)}1${']'.repeat(60)},`, size).replace(/^/, '{"items":['),
  'noise of JSON marks': (size) => scramble('{}[]:,"\\ \n', size, 1),
  'noise of quotes': (size) => `{${scramble('"\'`“” a,:', size, 2)}`,
  'noise of letters': (size) => scramble('abcdefgh {}":,', size, 3),
  prose: (size) => fill('I could not find "it", sorry. ', size),
  'members named like prototypes': (size) =>
    fill('{"__proto__":{"a":1},"constructor":{"prototype":{}}},', size).replace(/^/, '['),
};

/** Answers of 1 KB to 4 MB: those that grow, in three sizes, and names that reach for prototypes, depth and length. */
export const hostileAnswers: readonly HostileAnswer[] = [
  ...Object.entries(growingAnswers).flatMap(([name, make]) =>
    sizes.map((size) => ({
      name: `${name}, ${Math.round(size / kilobyte)} KB`,
      make: () => make(size),
    })),
  ),
  { name: 'a member named __proto__', make: () => '{"__proto__": {"isAdmin": true}, "name": "x"}' },
  {
    name: 'a member named __proto__ deep inside',
    make: () => '{"items": [{"a": {"__proto__": {"isAdmin": true}}}]}',
  },
  {
    name: 'an escaped member named __proto__',
    make: () => '{"\\u005f\\u005fproto__": {"isAdmin": true}}',
  },
  {
    name: 'a loose member named __proto__',
    make: () => "{__proto__: {'isAdmin': True}, '__proto__': [1],}",
  },
  { name: 'a member named constructor', make: () => '{"constructor": {"prototype": {"a": 1}}}' },
  { name: 'a member named toString', make: () => '{"toString": 1, "valueOf": 2, "toJSON": 3}' },
  { name: 'a member named then', make: () => '{"then": "x", "catch": null}' },
  { name: 'numbers beyond any', make: () => '{"a": 1e999, "b": -1e999, "c": 1e-999}' },
  { name: 'a number of 400 digits', make: () => `{"a": ${'1'.repeat(400)}.${'3'.repeat(400)}}` },
  { name: 'no text at all', make: () => '' },
  { name: 'lists to the depth of any stack', make: () => '['.repeat(200_000) },
  { name: 'members to the depth of any stack', make: () => '{"a":'.repeat(200_000) },
  {
    name: 'closed members to the depth of any stack',
    make: () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  },
  { name: 'strict JSON of 4 MB', make: () => `[${fill('1,', 4 * megabyte)}1]` },
  { name: 'one text of 4 MB', make: () => `{"a": "${'x'.repeat(4 * megabyte)}"}` },
  { name: 'loose quotes of 4 MB', make: () => `{${fill('"a ', 4 * megabyte)}}` },
  { name: 'white space of 4 MB', make: () => ' '.repeat(4 * megabyte) },
];
