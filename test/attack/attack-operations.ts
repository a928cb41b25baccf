import type { Gleaner } from '../../src/index.ts';

/** Engines to attack: alike but for their extractor. */
export interface AttackedEngines {
  readonly withModel: Gleaner;
  readonly withoutModel: Gleaner;
}

/** Something to ask of an engine for a page. */
export interface AttackOperation {
  readonly name: string;
  /** Credits of a call that resolves. */
  readonly price: number;
  /** Whether the work on the page is bounded by its size; a PDF is as long as its page. */
  readonly isReading: boolean;
  readonly run: (engines: AttackedEngines, url: string, call: AttackCall) => Promise<unknown>;
}

/** The options of a call under attack. */
export interface AttackCall {
  readonly account: string;
  readonly timeoutMs: number;
}

/** What is extracted: a value, a list of values, and a list of records. */
export const attackSchema = {
  type: 'object',
  required: ['name', 'price'],
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, price: { type: ['number', 'null'] } },
      },
    },
  },
} as const;

const prompt =
  'The product’s name and price, its tags, and all items of the listing with their prices';
const scrapePrice = 1;
const extractPrice = 5;

/** The operations on a page, all of which are tried on each hostile page. */
export const pageOperations: readonly AttackOperation[] = [
  {
    name: 'html',
    price: scrapePrice,
    isReading: true,
    run: ({ withoutModel }, url, call) =>
      withoutModel.scrape({ url, format: 'html', tagTruncate: true, extractLinks: true }, call),
  },
  {
    name: 'markdown',
    price: scrapePrice,
    isReading: true,
    run: ({ withoutModel }, url, call) =>
      withoutModel.scrape({ url, format: 'markdown', extractLinks: true }, call),
  },
  {
    name: 'main content',
    price: scrapePrice,
    isReading: true,
    run: ({ withoutModel }, url, call) =>
      withoutModel.scrape(
        { url, format: 'markdown', reduceContent: true, parseMode: 'speed' },
        call,
      ),
  },
  {
    name: 'pdf',
    price: scrapePrice,
    isReading: false,
    run: ({ withoutModel }, url, call) => withoutModel.scrape({ url, format: 'pdf' }, call),
  },
  {
    name: 'model, evidence',
    price: extractPrice,
    isReading: true,
    run: ({ withModel }, url, call) =>
      withModel.extract({ url, prompt, schema: attackSchema, include: ['evidence'] }, call),
  },
  {
    name: 'no model, evidence',
    price: extractPrice,
    isReading: true,
    run: ({ withoutModel }, url, call) =>
      withoutModel.extract({ url, prompt, schema: attackSchema, include: ['evidence'] }, call),
  },
  {
    name: 'no model, no schema',
    price: extractPrice,
    isReading: true,
    run: ({ withoutModel }, url, call) => withoutModel.extract({ url, prompt }, call),
  },
];

/** Everything that is asked for each hostile answer of a model. */
export const answerOperations: readonly AttackOperation[] = [
  {
    name: 'schema, evidence',
    price: extractPrice,
    isReading: true,
    run: ({ withModel }, url, call) =>
      withModel.extract({ url, prompt, schema: attackSchema, include: ['evidence'] }, call),
  },
  {
    name: 'no schema, evidence',
    price: extractPrice,
    isReading: true,
    run: ({ withModel }, url, call) =>
      withModel.extract({ url, prompt, include: ['evidence'] }, call),
  },
];

/** The operations that read a page in three ways: for inputs of which there are many alike. */
export const readingOperations: readonly AttackOperation[] = pageOperations.filter(({ name }) =>
  ['markdown', 'model, evidence', 'no model, evidence'].includes(name),
);

/** Returns the operation of that name. Throws a `TypeError` where there is none. */
export function requireOperation(name: string): AttackOperation {
  const found = [...pageOperations, ...answerOperations].find((known) => known.name === name);
  if (found === undefined) throw new TypeError(`There is no operation "${name}".`);
  return found;
}
