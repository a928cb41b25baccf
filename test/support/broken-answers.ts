/** An answer as models break it, and what it means. */
export interface BrokenAnswer {
  readonly name: string;
  readonly text: string;
  readonly value: unknown;
  /** Whether it lacks its end, which a reader has to say. */
  readonly isCut?: true;
  /** Whether it says that it lacks values, which a reader has to say. */
  readonly isShortened?: true;
}

const lamp = { name: 'Brass lamp', price: 89.5 };
const lampJson = '{"name": "Brass lamp", "price": 89.5}';

/** Ways in which models break JSON, from logs of models of all sizes and from the tests of libraries that mend it. */
export const brokenAnswers: readonly BrokenAnswer[] = [
  // Around it
  { name: 'a fence', text: '```json\n' + lampJson + '\n```', value: lamp },
  { name: 'a fence without a language', text: '```\n' + lampJson + '\n```', value: lamp },
  { name: 'a fence that is not closed', text: '```json\n' + lampJson, value: lamp },
  { name: 'prose before', text: `Here is the JSON you asked for:\n\n${lampJson}`, value: lamp },
  { name: 'prose after', text: `${lampJson}\n\nLet me know if it's "right"!`, value: lamp },
  { name: 'prose with quotes before', text: `It's "this": ${lampJson}`, value: lamp },
  { name: 'thoughts before', text: `<think>{"a": maybe}</think>${lampJson}`, value: lamp },
  { name: 'a label', text: `json\n${lampJson}`, value: lamp },
  { name: 'an assignment', text: `const result = ${lampJson};`, value: lamp },
  { name: 'a call around it', text: `callback(${lampJson});`, value: lamp },
  { name: 'two braces of a template', text: `{${lampJson}}`, value: lamp },
  { name: 'a note in braces before', text: `For {page}: ${lampJson}`, value: lamp },
  { name: 'a footnote in brackets after', text: `${lampJson} [1]`, value: lamp },
  { name: 'the answer twice, the second longer', text: `{"name": "x"}\n${lampJson}`, value: lamp },
  { name: 'an answer as one text', text: JSON.stringify(lampJson), value: lamp },
  {
    name: 'escaped quotes',
    text: '{\\"name\\": \\"Brass lamp\\", \\"price\\": 89.5}',
    value: lamp,
  },
  {
    name: 'quotes as entities',
    text: '{&quot;name&quot;: &quot;Brass lamp&quot;, &quot;price&quot;: 89.5}',
    value: lamp,
  },
  { name: 'a byte order mark', text: `\uFEFF${lampJson}`, value: lamp },
  // Commas
  { name: 'a trailing comma', text: '{"name": "Brass lamp", "price": 89.5,}', value: lamp },
  { name: 'a trailing comma in a list', text: '{"a": [1, 2,]}', value: { a: [1, 2] } },
  { name: 'a leading comma', text: '{, "a": 1}', value: { a: 1 } },
  { name: 'two commas', text: '{"a": 1,, "b": 2}', value: { a: 1, b: 2 } },
  { name: 'two commas in a list', text: '{"a": [1,, 2]}', value: { a: [1, 2] } },
  { name: 'a missing comma', text: '{"a": 1 "b": 2}', value: { a: 1, b: 2 } },
  { name: 'a missing comma behind a text', text: '{"a": "x" "b": 2}', value: { a: 'x', b: 2 } },
  { name: 'a missing comma at a line end', text: '{"a": "x"\n"b": 2}', value: { a: 'x', b: 2 } },
  {
    name: 'a missing comma between records',
    text: '[{"a": 1} {"a": 2}]',
    value: [{ a: 1 }, { a: 2 }],
  },
  { name: 'a missing comma between texts', text: '{"a": ["x" "y"]}', value: { a: ['x', 'y'] } },
  { name: 'a missing comma between numbers', text: '{"a": [1\n2\n3]}', value: { a: [1, 2, 3] } },
  { name: 'missing commas in a line', text: '{"a": [1 2 3]}', value: { a: [1, 2, 3] } },
  { name: 'a brace for a bracket', text: '{"a": [1, 2}, "b": 3}', value: { a: [1, 2], b: 3 } },
  { name: 'a semicolon', text: '{"a": 1; "b": 2}', value: { a: 1, b: 2 } },
  // Quotes
  { name: 'single quotes', text: "{'name': 'Brass lamp', 'price': 89.5}", value: lamp },
  {
    name: 'single quotes around an apostrophe',
    text: `{'name': 'O'Neil's lamp', 'n': 1}`,
    value: { name: "O'Neil's lamp", n: 1 },
  },
  { name: 'mixed quotes', text: `{'a': "it's", "b": 'x'}`, value: { a: "it's", b: 'x' } },
  { name: 'typographic quotes', text: '{“name”: “Brass lamp”, “price”: 89.5}', value: lamp },
  { name: 'German quotes', text: '{„name“: „Brass lamp“, „price“: 89.5}', value: lamp },
  { name: 'backticks', text: '{`name`: `Brass lamp`, `price`: 89.5}', value: lamp },
  { name: 'names without quotes', text: '{name: "Brass lamp", price: 89.5}', value: lamp },
  { name: 'texts without quotes', text: '{"name": Brass lamp, "price": 89.5}', value: lamp },
  {
    name: 'a text without quotes and with a comma',
    text: '{"city": Paris, France, "n": 1}',
    value: { city: 'Paris, France', n: 1 },
  },
  {
    name: 'an address without quotes',
    text: '{"link": https://a.example/b?c=1, "n": 1}',
    value: { link: 'https://a.example/b?c=1', n: 1 },
  },
  {
    name: 'a day without quotes',
    text: '{"day": 2026-03-12, "n": 1}',
    value: { day: '2026-03-12', n: 1 },
  },
  {
    name: 'quotes in a text',
    text: '{"name": "The "best" lamp", "n": 1}',
    value: { name: 'The "best" lamp', n: 1 },
  },
  {
    name: 'quotes at the end of a text',
    text: '{"name": "The lamp "Best"", "n": 1}',
    value: { name: 'The lamp "Best"', n: 1 },
  },
  {
    name: 'quotes at the beginning of a text',
    text: '{"name": ""Best" lamp", "n": 1}',
    value: { name: '"Best" lamp', n: 1 },
  },
  {
    name: 'quotes before a comma in a text',
    text: '{"name": "The "best", "brightest" lamp", "n": 1}',
    value: { name: 'The "best", "brightest" lamp', n: 1 },
  },
  { name: 'inches', text: '{"size": "12" wide", "n": 1}', value: { size: '12" wide', n: 1 } },
  {
    name: 'quotes in the items of a list',
    text: '{"a": ["the "best" lamp", "b"]}',
    value: { a: ['the "best" lamp', 'b'] },
  },
  {
    name: 'quotes before a comma in an item',
    text: '{"a": ["say "hi", and go", "b"]}',
    value: { a: ['say "hi", and go', 'b'] },
  },
  { name: 'a missing last quote', text: '{"a": "x, "b": 1}', value: { a: 'x', b: 1 } },
  {
    name: 'a missing last quote at a line end',
    text: '{"a": "x,\n"b": 1}',
    value: { a: 'x', b: 1 },
  },
  { name: 'a missing last quote at the end', text: '{"a": 1, "b": "x}', value: { a: 1, b: 'x' } },
  { name: 'a missing first quote', text: '{"a": x", "b": 1}', value: { a: 'x', b: 1 } },
  { name: 'a name without its last quote', text: '{"a: 1, "b": 2}', value: { a: 1, b: 2 } },
  { name: 'a name without its first quote', text: '{a": 1, "b": 2}', value: { a: 1, b: 2 } },
  {
    name: 'a missing last quote before the next record',
    text: '[{"a": "x}, {"a": "y"}]',
    value: [{ a: 'x' }, { a: 'y' }],
  },
  { name: 'texts that are added', text: '{"a": "x" + "y", "b": 1}', value: { a: 'xy', b: 1 } },
  // Within texts
  { name: 'a line break in a text', text: '{"a": "x\ny"}', value: { a: 'x\ny' } },
  { name: 'a tab in a text', text: '{"a": "x\ty", "b": 1,}', value: { a: 'x\ty', b: 1 } },
  { name: 'an escaped apostrophe', text: `{"a": "it\\'s", "b": 1}`, value: { a: "it's", b: 1 } },
  { name: 'an underscore escaped for Markdown', text: '{"a": "x\\_y"}', value: { a: 'x_y' } },
  { name: 'a path with backslashes', text: '{"a": "C:\\Data\\x"}', value: { a: 'C:\\Data\\x' } },
  { name: 'a broken escape', text: '{"a": "\\u12 x", "b": 1}', value: { a: '\\u12 x', b: 1 } },
  { name: 'a null character', text: '{"a": "x\u0000y"}', value: { a: 'x\u0000y' } },
  // Words and numbers
  {
    name: 'words of Python',
    text: "{'a': None, 'b': True, 'c': False}",
    value: { a: null, b: true, c: false },
  },
  { name: 'upper case words', text: '{"a": TRUE, "b": NULL}', value: { a: true, b: null } },
  { name: 'undefined', text: '{"a": undefined, "b": 1}', value: { a: null, b: 1 } },
  { name: 'NaN', text: '{"a": NaN, "b": -Infinity, "c": 1}', value: { a: null, b: null, c: 1 } },
  {
    name: 'a number with a plus',
    text: '{"a": +5, "b": .5, "c": 5.}',
    value: { a: 5, b: 0.5, c: 5 },
  },
  {
    name: 'a number with leading zeros',
    text: '{"zip": 01234, "b": 1}',
    value: { zip: '01234', b: 1 },
  },
  { name: 'a number with a unit', text: '{"a": 12 kg, "b": 1}', value: { a: '12 kg', b: 1 } },
  { name: 'a number with groups', text: '{"a": 1,234, "b": 1}', value: { a: 1234, b: 1 } },
  { name: 'an amount', text: '{"a": $5.00, "b": 50%}', value: { a: '$5.00', b: '50%' } },
  {
    name: 'a call around a value',
    text: '{"a": ISODate("2026-03-12"), "b": 1}',
    value: { a: '2026-03-12', b: 1 },
  },
  // Comments and dots
  { name: 'comments', text: '{"a": 1, // one\n "b": /* two */ 2}', value: { a: 1, b: 2 } },
  {
    name: 'a comment behind a text',
    text: '{"a": "x", // note\n "b": "y" // end\n}',
    value: { a: 'x', b: 'y' },
  },
  { name: 'comments of Python', text: '{\n "a": 1, # one\n "b": 2\n}', value: { a: 1, b: 2 } },
  { name: 'dots in a list', text: '{"a": [1, 2, ...]}', value: { a: [1, 2] }, isShortened: true },
  { name: 'dots in an object', text: '{"a": 1, ...}', value: { a: 1 }, isShortened: true },
  {
    name: 'dots between records',
    text: '[{"a": 1}, ... {"a": 2}]',
    value: [{ a: 1 }, { a: 2 }],
    isShortened: true,
  },
  // Brackets
  { name: 'a missing brace', text: '{"a": {"b": 1}', value: { a: { b: 1 } }, isCut: true },
  { name: 'a missing bracket', text: '{"a": [1, 2}', value: { a: [1, 2] } },
  {
    name: 'a missing bracket before a member',
    text: '{"a": [1, 2, "b": 3}',
    value: { a: [1, 2], b: 3 },
  },
  { name: 'a brace too many', text: '{"a": 1}}', value: { a: 1 } },
  { name: 'a bracket for a brace', text: '[{"a": 1], {"a": 2}]', value: [{ a: 1 }, { a: 2 }] },
  {
    name: 'a missing brace between records',
    text: '[{"a": 1, {"a": 2}]',
    value: [{ a: 1 }, { a: 2 }],
  },
  { name: 'a missing value', text: '{"a": , "b": 1}', value: { a: null, b: 1 } },
  { name: 'a missing colon', text: '{"a" "x", "b": 1}', value: { a: 'x', b: 1 } },
  { name: 'arrows for colons', text: '{"a" => 1, "b" => "x"}', value: { a: 1, b: 'x' } },
  // Cut
  {
    name: 'cut in a text',
    text: '{"a": 1, "b": "some te',
    value: { a: 1, b: 'some te' },
    isCut: true,
  },
  {
    name: 'cut behind a backslash',
    text: '{"a": 1, "b": "x\\',
    value: { a: 1, b: 'x' },
    isCut: true,
  },
  { name: 'cut in a number', text: '{"a": 1, "b": 12.', value: { a: 1 }, isCut: true },
  { name: 'cut in a word', text: '{"a": 1, "b": tr', value: { a: 1, b: true }, isCut: true },
  { name: 'cut in a name', text: '{"a": 1, "b', value: { a: 1 }, isCut: true },
  { name: 'cut behind a name', text: '{"a": 1, "b"', value: { a: 1, b: null }, isCut: true },
  { name: 'cut behind a colon', text: '{"a": 1, "b":', value: { a: 1, b: null }, isCut: true },
  { name: 'cut behind a comma', text: '{"a": [1, 2,', value: { a: [1, 2] }, isCut: true },
  {
    name: 'cut in a record',
    text: '[{"a": 1}, {"a": ',
    value: [{ a: 1 }, { a: null }],
    isCut: true,
  },
  { name: 'cut in a fence', text: '```json\n{"a": [1, 2\n```', value: { a: [1, 2] }, isCut: true },
  {
    name: 'cut in a text in a fence',
    text: '```json\n{"a": "some te\n```',
    value: { a: 'some te' },
    isCut: true,
  },
];
