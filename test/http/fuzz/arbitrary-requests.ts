import * as fc from 'fast-check';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', 'a'.repeat(20_000), '\0', '\u2028', '${7*7}', '../..', '\ud800'),
);

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  anyText,
  fc.constantFrom(null, -1, 0, 1e308, 2 ** 53, true, [], {}, [[[[]]]]),
);

const anyUrl = fc.oneof(
  { weight: 6, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 6, arbitrary: fc.constant('https://shop.test/lamp') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'file:///etc/passwd',
      'https://a:b@shop.test/',
      'http://[::ffff:127.0.0.1]/',
      'javascript:alert(1)',
      'http://shop.test:22/',
      'HTTPS://SHOP.TEST/%zz',
    ),
  },
);

const anySchema = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constant({
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number' } },
    }),
  },
  fc.constantFrom<object | boolean>(
    {},
    true,
    { type: 'object', required: ['colour'] },
    { type: 'array', items: { type: 'string' } },
    { $ref: '#' },
    { properties: { price: { pattern: '^(a+)+$' } } },
    { $schema: 'http://json-schema.org/draft-04/schema#', minimum: 0, exclusiveMinimum: true },
  ),
  fc.dictionary(fc.constantFrom('type', 'properties', 'items', '$ref', 'allOf', 'not'), anyValue),
);

const anyHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom({}, { 'accept-language': 'fr' }, { 'x-a': '1' }) },
  fc.dictionary(fc.oneof(fc.stringMatching(/^[a-z-]{1,12}$/), anyText), anyText, { maxKeys: 4 }),
);

const anyTags = fc.oneof(
  { weight: 4, arbitrary: fc.subarray(['main', 'li', 'p', 'nav', 'h1']) },
  fc.array(fc.string({ maxLength: 20 }), { maxLength: 4 }),
);

/** What the document says too little of, so that most of what it calls valid would be refused. */
const arbitraryByName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  output_schema: anySchema,
  headers: anyHeaders,
  include_tags: anyTags,
  exclude_tags: anyTags,
};

/** Values that the document calls valid. */
function toArbitrary(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const named = arbitraryByName[name];
  if (named !== undefined) return named;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uri') return anyUrl;
  switch (String(schema.type)) {
    case 'string':
      return fc.string({ minLength: schema.minLength ?? 0, maxLength: 200 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: 100_000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(toArbitrary('', schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return schema.properties === undefined
        ? fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 })
        : toObjectArbitrary(schema);
    default:
      return anyValue;
  }
}

function toObjectArbitrary({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, toArbitrary(name, schema)]),
  );
  // Each option that is given may contradict another one: some bodies have most of them, most have few.
  return fc.oneof(
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [...required] }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.record(members), fc.subarray(Object.keys(members), { maxLength: 2 }))
        .map(([body, chosen]) =>
          Object.fromEntries(
            Object.entries(body).filter(
              ([name]) => chosen.includes(name) || required.includes(name),
            ),
          ),
        ),
    },
  );
}

/** One member is another, is missing, or is one too many. */
function toNearlyValid(valid: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .tuple(valid, fc.nat(), anyValue, fc.boolean(), anyText)
    .map(([body, at, value, isNew, name]) => {
      const names = Object.keys(body);
      const chosen = isNew || names.length === 0 ? name : (names[at % names.length] ?? name);
      return Object.fromEntries([...Object.entries(body), [chosen, value]]);
    });
}

/** A request by the document, or nearly so. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The members of an OpenAPI document that requests are made from. */
export interface Operations {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const anyId = fc.oneof(
  // Often enough that some of the requests get through whatever the seed.
  { weight: 6, arbitrary: fc.constant('OWN') },
  fc.constantFrom('x', '%00', '%zz', '%2e%2e', '💡', '__proto__'),
  fc.string({ minLength: 1, maxLength: 30 }).map(encodeURIComponent),
);

const headerText = fc.stringMatching(/^[\x21-\x7e]{0,40}$/);

const toOwnId = (path: string): string => (path.includes('/recipes/') ? 'RECIPE' : 'RUN');

/** Requests for the operations of an OpenAPI document. `KEY`, `RECIPE` and `RUN` stand for what the caller has. */
export function arbitraryRequests(document: Operations): fc.Arbitrary<RandomRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json'].schema;
    const valid = schema === undefined ? undefined : toObjectArbitrary(schema);
    const body =
      valid === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 12, arbitrary: valid.map((value) => JSON.stringify(value)) },
            { weight: 4, arbitrary: toNearlyValid(valid).map((value) => JSON.stringify(value)) },
            { weight: 1, arbitrary: fc.json() },
            { weight: 1, arbitrary: anyText },
            { weight: 1, arbitrary: fc.constant(undefined) },
          );
    return fc.record({
      method: fc.constant(method.toUpperCase()),
      path: anyId.map((id) => `/v1${path.replace('{id}', id === 'OWN' ? toOwnId(path) : id)}`),
      headers: fc.record(
        {
          'x-api-key': fc.oneof(
            { weight: 20, arbitrary: fc.constant('KEY') },
            { weight: 1, arbitrary: headerText },
          ),
          'content-type': fc.oneof(
            { weight: 30, arbitrary: fc.constant('application/json') },
            { weight: 1, arbitrary: headerText },
          ),
          'idempotency-key': fc.oneof(headerText, fc.constant('k'.repeat(256))),
        },
        { requiredKeys: ['x-api-key', 'content-type'] },
      ),
      body,
    });
  });
}
