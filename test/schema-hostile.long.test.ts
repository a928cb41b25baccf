import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { isGleanerError } from '../src/runtime/errors/gleaner-error.ts';
import { coerceValue } from '../src/extraction/schema/coerce/coerce-value.ts';
import { createSchemaValidator } from '../src/extraction/schema/validate/create-schema-validator.ts';
import { listFailingParts } from '../src/extraction/schema/validate/list-failing-parts.ts';
import { listSchemaFields } from '../src/extraction/schema/list-schema-fields.ts';
import { parseSchema } from '../src/extraction/schema/parse/parse-schema.ts';

/** Far above the validator's own limit: only a real hang reaches it. */
const hangMs = 120_000;
/** Shorter than the default, so that fifteen schemas that hang do not take half a minute. */
const validator = createSchemaValidator({ timeoutMs: 5_000 });
const { signal } = new AbortController();

afterAll(() => validator.close());

type Answer =
  | 'valid'
  | 'invalid'
  /** Refused by parseSchema. */
  | 'refused'
  /** Refused after the time is up. */
  | 'too slow'
  /** Either a right answer or a refusal: depends on the machine. */
  | 'ends';

type Case = readonly [what: string, answer: Answer, schema: unknown, value?: unknown];

async function answer(schema: unknown, value: unknown): Promise<Answer> {
  let isParsed = false;
  try {
    const usable = parseSchema(schema);
    isParsed = true;
    listSchemaFields(usable.schema);
    const coerced = coerceValue(usable.schema, value).value;
    const issues = await validator.validate(usable, value, signal);
    listFailingParts(usable.schema, coerced, issues);
    return issues.length === 0 ? 'valid' : 'invalid';
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    const { issues } = error.details;
    const isClear = issues.length > 0 && issues.every(({ path }) => path.startsWith('/schema'));
    if (!isClear || error.message.length > 2_000) {
      throw new TypeError('The refusal is not clear.', { cause: error });
    }
    return isParsed ? 'too slow' : 'refused';
  }
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
const json = (text: string): unknown => JSON.parse(text);

/** Each level asks the next one twice: 2 to the power of `levels` checks. */
function doubling(keyword: 'anyOf' | 'allOf' | 'oneOf', levels: number): object {
  const $defs: Record<string, unknown> = { [`d${levels}`]: { type: 'string' } };
  for (const level of range(levels)) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { [keyword]: [next, next] };
  }
  return { $ref: '#/$defs/d0', $defs };
}

function nested(depth: number, inner: object = {}): object {
  let schema = inner;
  for (const _ of range(depth)) schema = { items: schema };
  return schema;
}

function nestedValue(depth: number): unknown {
  let value: unknown = 1;
  for (const _ of range(depth)) value = [value];
  return value;
}

function nestedProperty(depth: number): unknown {
  let value: unknown = {};
  for (const _ of range(depth)) value = { a: value };
  return value;
}

const manyAs = 'a'.repeat(50_000);
const cyclic: Record<string, unknown> = { type: 'object' };
cyclic['properties'] = { self: cyclic };
let getterRan = false;
const withGetter = Object.defineProperty({}, 'type', {
  enumerable: true,
  get() {
    getterRan = true;
    return 'string';
  },
});

const growth: readonly Case[] = [
  ['anyOf that doubles 40 times', 'too slow', doubling('anyOf', 40), 5],
  ['allOf that doubles 40 times', 'too slow', doubling('allOf', 40), 'x'],
  ['oneOf that doubles 40 times', 'too slow', doubling('oneOf', 40), 5],
  ['anyOf that doubles 16 times', 'ends', doubling('anyOf', 16), 5],
  [
    'not that doubles through if',
    'too slow',
    {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries([
        ...range(40).map((level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [
            `d${level}`,
            Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, next])),
          ];
        }),
        ['d40', { type: 'string' }],
      ]),
    },
    5,
  ],
  [
    'recursion that doubles at every level of the value',
    'too slow',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { anyOf: [{ $ref: '#/$defs/b' }, { $ref: '#/$defs/b' }], required: ['never'] },
        b: { properties: { a: { $ref: '#/$defs/a' } }, required: ['a'] },
      },
    },
    nestedProperty(60),
  ],
  [
    'uniqueItems on 20,000 objects',
    'too slow',
    { type: 'array', uniqueItems: true },
    range(20_000).map((index) => ({ index })),
  ],
  [
    'uniqueItems on deep equal lists',
    'ends',
    { uniqueItems: true },
    range(2_000).map((index) => [range(20), index]),
  ],
  [
    'uniqueItems within uniqueItems',
    'ends',
    { uniqueItems: true, items: { uniqueItems: true } },
    range(150).map((row) => range(150).map((index) => ({ row, index }))),
  ],
  [
    'contains in 1,000 places of a long list',
    'ends',
    { allOf: range(300).map((index) => ({ contains: { const: -index - 1 } })) },
    range(20_000),
  ],
  ['enum of 10,000 members', 'valid', { enum: range(10_000) }, 9_999],
  [
    'enum of objects against a long list',
    'ends',
    { items: { enum: range(2_000).map((index) => ({ index })) } },
    range(5_000).map((index) => ({ index: index + 5_000 })),
  ],
  [
    'draft-04 enum of 10,000 members',
    'valid',
    { $schema: 'http://json-schema.org/draft-04/schema#', enum: range(10_000) },
    1,
  ],
  ['type list of 20,000', 'refused', { type: range(8_000).map(() => 'string') }, ''],
  [
    'required of 5,000 names',
    'invalid',
    { required: range(5_000).map((index) => `n${index}`) },
    {},
  ],
  [
    'definition of 20 KB used 900 times',
    'ends',
    {
      allOf: range(900).map(() => ({ $ref: '#/$defs/big' })),
      $defs: { big: { enum: range(4_000) } },
    },
    1,
  ],
  [
    'unevaluatedProperties over doubling alternatives',
    'too slow',
    { ...doubling('anyOf', 40), unevaluatedProperties: false },
    { a: 1 },
  ],
  [
    'propertyNames on 50,000 names',
    'ends',
    { propertyNames: { pattern: '^[a-z]+$' } },
    Object.fromEntries(range(50_000).map((index) => [`n${index}`, 1])),
  ],
  ['100,000 errors at once', 'ends', { items: { type: 'string' } }, range(100_000)],
];

const patterns: readonly Case[] = [
  ['(a+)+$', 'invalid', { pattern: '^(a+)+$' }, `${manyAs}!`],
  ['(a|a)*$', 'invalid', { pattern: '^(a|a)*$' }, `${manyAs}!`],
  ['(.*a){20}', 'ends', { pattern: '^(.*a){20}$' }, `${'a'.repeat(2_000)}!`],
  ['(\\w+\\s?)*$', 'invalid', { pattern: '^(\\w+\\s?)*$' }, `${manyAs}!`],
  [
    'a catastrophic property pattern',
    'valid',
    { patternProperties: { '^(a+)+$': false } },
    { [`${manyAs}!`]: 1 },
  ],
  [
    'a catastrophic name pattern',
    'invalid',
    { propertyNames: { pattern: '^(a+)+$' } },
    { [`${manyAs}!`]: 1 },
  ],
  ['nested repeats of 1,000', 'refused', { pattern: '((a{1000}){1000}){1000}' }, 'a'],
  ['lookahead', 'refused', { pattern: '^(?=a)' }, 'a'],
  ['back reference', 'refused', { pattern: String.raw`^(a)\1$` }, 'aa'],
  ['no pattern at all', 'refused', { pattern: '(' }, '('],
  ['pattern of 2,000 characters', 'refused', { pattern: 'a'.repeat(2_000) }, 'a'],
  ['51 patterns', 'refused', { allOf: range(51).map((index) => ({ pattern: `^${index}` })) }, 'a'],
  [
    'two patterns in one schema stay two',
    'invalid',
    { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } },
    { a: 'a', b: 'a' },
  ],
  ['quadratic url', 'invalid', { format: 'url' }, `http://${':'.repeat(50_000)}`],
  ['email of 50,000 characters', 'invalid', { format: 'email' }, `${'a.'.repeat(25_000)}@`],
  ['uri of 50,000 characters', 'invalid', { format: 'uri' }, `http://${'%41'.repeat(16_000)}|`],
  ['regex format with a huge text', 'invalid', { format: 'regex' }, '('.repeat(50_000)],
];

const references: readonly Case[] = [
  ['$ref to itself', 'refused', { $ref: '#' }, 1],
  [
    '$ref cycle of two',
    'refused',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    1,
  ],
  ['cycle through allOf and not', 'refused', { allOf: [{ not: { $ref: '#' } }] }, 1],
  [
    'cycle through dependentSchemas',
    'refused',
    { dependentSchemas: { a: { $ref: '#' } } },
    { a: 1 },
  ],
  ['recursion through items', 'valid', { items: { $ref: '#' } }, nestedValue(200)],
  ['remote $ref', 'refused', { $ref: 'http://127.0.0.1:1/schema.json' }, 1],
  ['file $ref', 'refused', { $ref: 'file:///etc/passwd' }, 1],
  ['relative $ref', 'refused', { $ref: 'other.json' }, 1],
  ['$ref to a metaschema', 'refused', { $ref: 'https://json-schema.org/draft/2020-12/schema' }, 1],
  ['$ref to nothing', 'refused', { $ref: '#/$defs/gone' }, 1],
  ['$ref up the prototype chain', 'refused', { $ref: '#/constructor/prototype' }, 1],
  ['$ref that is no URI', 'refused', { $ref: 'http://[' }, 1],
  ['$ref with a broken percent code', 'refused', { $ref: '#/$defs/%zz' }, 1],
  [
    '$id of the metaschema',
    'invalid',
    { $id: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
    1,
  ],
  ['$id used twice', 'refused', { $defs: { a: { $id: 'urn:x' }, b: { $id: 'urn:x' } } }, 1],
  [
    '$id that turns a $ref around',
    'invalid',
    {
      $id: 'urn:outer',
      properties: { a: { $id: 'urn:inner', $defs: { t: { type: 'string' } }, $ref: '#/$defs/t' } },
      $defs: { t: true },
    },
    { a: 1 },
  ],
  ['custom $schema', 'refused', { $schema: 'http://127.0.0.1:1/meta.json' }, 1],
  [
    '$schema changing inside',
    'refused',
    { $defs: { a: { $schema: 'http://json-schema.org/draft-04/schema#' } } },
    1,
  ],
  [
    '$dynamicRef with two targets',
    'refused',
    {
      $dynamicRef: '#t',
      $defs: { a: { $id: 'urn:a', $dynamicAnchor: 't' }, b: { $dynamicAnchor: 't' } },
    },
    1,
  ],
  [
    'chain of 900 $refs',
    'invalid',
    {
      $ref: '#/$defs/d0',
      $defs: Object.fromEntries([
        ...range(900).map((index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]),
        ['d900', { type: 'string' }],
      ]),
    },
    1,
  ],
  [
    'lone surrogate in a name',
    'ends',
    { $ref: '#/$defs/%ED%A0%80', $defs: { '\uD800': { type: 'string' } } },
    1,
  ],
];

const names: readonly Case[] = [
  [
    '__proto__ as a property',
    'invalid',
    json('{"properties": {"__proto__": {"type": "number"}}}'),
    json('{"__proto__": "x"}'),
  ],
  ['__proto__ required', 'invalid', json('{"required": ["__proto__"]}'), {}],
  [
    '__proto__ as a dependency',
    'invalid',
    json('{"dependentRequired": {"__proto__": ["a"]}}'),
    json('{"__proto__": 1}'),
  ],
  [
    '__proto__ as a dependent schema',
    'invalid',
    json('{"dependentSchemas": {"__proto__": false}}'),
    json('{"__proto__": 1}'),
  ],
  [
    '__proto__ as a definition',
    'invalid',
    json('{"$ref": "#/$defs/__proto__", "$defs": {"__proto__": {"type": "number"}}}'),
    'x',
  ],
  [
    '__proto__ as a pattern',
    'invalid',
    json('{"patternProperties": {"__proto__": {"type": "number"}}}'),
    json('{"a__proto__b": "x"}'),
  ],
  ['__proto__ as a keyword', 'valid', json('{"__proto__": {"type": "number"}}'), 'x'],
  [
    'constructor required',
    'invalid',
    { required: ['constructor', 'toString', 'hasOwnProperty'] },
    {},
  ],
  [
    'constructor as a property too many',
    'invalid',
    { additionalProperties: false },
    { constructor: 1 },
  ],
  [
    'toString beside evaluated alternatives',
    'invalid',
    { anyOf: [{ properties: { a: true }, required: ['a'] }, true], unevaluatedProperties: false },
    { a: 1, toString: 1 },
  ],
  [
    '__proto__ beside evaluated alternatives',
    'invalid',
    { anyOf: [{ properties: { a: true }, required: ['a'] }, true], unevaluatedProperties: false },
    json('{"a": 1, "__proto__": 1}'),
  ],
  [
    'code in a property name',
    'invalid',
    {
      properties: { '"];process.exit(1);//': { type: 'string' } },
      required: ["'+process.exit(1)+'", '${process.exit(1)}'],
    },
    { '"];process.exit(1);//': 1 },
  ],
  ['line separators in a name', 'invalid', { required: ['\u2028\u2029\n'] }, {}],
  ['code in a format name', 'valid', { format: '");process.exit(1);("' }, 'x'],
  ['a format named like a method', 'valid', { format: 'constructor' }, 'x'],
];

const shapes: readonly Case[] = [
  ['40 schemas inside each other', 'refused', nested(40), 1],
  ['10,000 schemas inside each other', 'refused', nested(10_000), 1],
  ['1,200 subschemas', 'refused', { allOf: range(1_200).map(() => ({})) }, 1],
  ['70 KB', 'refused', { description: 'x'.repeat(70_000) }, 1],
  ['a schema that holds itself', 'refused', cyclic, 1],
  ['a getter', 'refused', withGetter, 1],
  ['NaN', 'refused', { minimum: Number.NaN }, 1],
  ['Infinity', 'refused', { maximum: Number.POSITIVE_INFINITY }, 1],
  ['a function', 'refused', { type: () => 'string' }, 1],
  ['a bigint', 'refused', { minimum: 1n }, 1],
  ['a Map', 'refused', new Map([['type', 'string']]), 1],
  ['a string', 'refused', '{"type": "string"}', 1],
  ['null', 'refused', null, 1],
  ['a list', 'refused', [], 1],
  ['unknown type', 'refused', { type: 'text' }, 1],
  ['properties that are no schemas', 'refused', { properties: { a: 1, b: 'x' } }, 1],
  ['items as a list in 2020-12', 'refused', { items: [{ type: 'string' }] }, []],
  ['empty enum', 'invalid', { enum: [] }, 1],
  ['multipleOf 0', 'refused', { multipleOf: 0 }, 1],
  ['multipleOf 1e-300', 'ends', { multipleOf: 1e-300 }, 1e300],
  ['$data', 'refused', { minimum: { $data: '1/a' } }, 1],
  ['$async', 'invalid', { $async: true, type: 'string' }, 1],
  ['nullable', 'valid', { type: 'string', nullable: true }, null],
  ['nullable, without null', 'invalid', { type: 'string', nullable: false }, null],
  [
    'unevaluatedItems over alternatives',
    'refused',
    { anyOf: [{ items: true }], unevaluatedItems: false },
    [],
  ],
  ['false', 'invalid', false, 1],
];

const values: readonly Case[] = [
  ['a value 100,000 deep', 'invalid', { items: { $ref: '#' } }, nestedValue(100_000)],
  ['a value that holds itself', 'invalid', true, cyclic],
  ['a value with a function', 'invalid', true, { a: () => 1 }],
  ['a value with NaN', 'invalid', { type: 'number' }, Number.NaN],
  ['undefined', 'invalid', true, undefined],
];

const cases = [...growth, ...patterns, ...references, ...names, ...shapes, ...values];

describe('hostile schemas', () => {
  test.each(cases)('%s: %s', { timeout: hangMs }, async (_, expected, schema, value) => {
    const given = await answer(schema, value);
    expect(
      expected === 'ends' ? ['valid', 'invalid', 'too slow', 'refused'] : [expected],
    ).toContain(given);
  });

  test('there are at least sixty, and none left a trace', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(getterRan).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('after all of them an ordinary schema is checked as ever', async () => {
    const tree = { properties: { children: { items: { $ref: '#' } }, name: { type: 'string' } } };
    expect(await answer(tree, { children: [{ name: 'a' }] })).toBe('valid');
    expect(await answer(tree, { children: [{ name: 1 }] })).toBe('invalid');
    expect(await answer({ type: 'string' }, 'a')).toBe('valid');
  });

  test('without the guard the first of them does hang', { timeout: hangMs }, async () => {
    const script = `
      import { Ajv2020 } from 'ajv/dist/2020.js';
      new Ajv2020({ strict: false }).compile(${JSON.stringify(doubling('anyOf', 40))})(5);
    `;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: path.join(import.meta.dirname, '..'),
      timeout: 2_500,
      killSignal: 'SIGKILL',
    });
    await expect(run).rejects.toMatchObject({ killed: true });
  });
});
