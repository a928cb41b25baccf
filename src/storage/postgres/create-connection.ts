import type { PostgresClient, PostgresResult } from './postgres-options.ts';

/** A connection on which statements run in the order in which they were asked for. */
export interface Connection {
  /** Runs one statement with values, `$1` and so on; prepared once in each connection. */
  run(sql: string, values: readonly unknown[]): Promise<PostgresResult>;
  /** Runs statements without values in one message, and resolves to the result of the last one. */
  runAll(sql: string): Promise<PostgresResult>;
  /** The same, with the results of all of them. */
  runEach(sql: string): Promise<readonly PostgresResult[]>;
}

/** A statement of ours is one of a few; what is built from lists of any length is not prepared. */
const keptNames = 400;
const mostValues = 60;
const names = new Map<string, string>();

/** PostgreSQL's numbers of types. */
const typeIds = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  float4: 700,
  float8: 701,
  numeric: 1_700,
};
const numbers: ReadonlySet<number> = new Set([
  typeIds.int8,
  typeIds.int2,
  typeIds.int4,
  typeIds.float4,
  typeIds.float8,
  typeIds.numeric,
]);

const types = {
  getTypeParser(typeId: number): (text: string) => unknown {
    if (numbers.has(typeId)) return parseNumber;
    return typeId === typeIds.bool ? (text) => text === 't' : (text) => text;
  },
};

/** The connection of a client, for as long as it is taken from its pool; given up `timeoutMs` after an unanswered statement. */
export function createConnection(client: PostgresClient, timeoutMs: number): Connection {
  // A pool of another's making may send nothing before the last answer is there, and warn of more.
  const isPipelined = 'pipeline' in client && client.pipeline === true;
  let last: Promise<unknown> = Promise.resolve();

  function send(
    query: Parameters<PostgresClient['query']>[0],
  ): Promise<PostgresResult | readonly PostgresResult[]> {
    if (isPipelined) return client.query(query);
    const sent = last.then(() => client.query(query));
    last = sent.catch(() => {});
    return sent;
  }

  async function runEach(sql: string): Promise<readonly PostgresResult[]> {
    const result = await send({ text: sql, types, query_timeout: timeoutMs });
    return 'rows' in result ? [result] : result;
  }

  return {
    runEach,
    async run(sql, values) {
      const name = findName(sql, values);
      const query = { text: sql, values: values.map(toValue), types, query_timeout: timeoutMs };
      return toLast(await send(name === undefined ? query : { ...query, name }));
    },
    async runAll(sql) {
      return toLast(await runEach(sql));
    },
  };
}

function toLast(result: PostgresResult | readonly PostgresResult[]): PostgresResult {
  const last = 'rows' in result ? result : result.at(-1);
  if (last === undefined) throw new TypeError('A message without statements has no result.');
  return last;
}

function findName(sql: string, values: readonly unknown[]): string | undefined {
  const known = names.get(sql);
  if (known !== undefined) return known;
  if (values.length > mostValues || names.size >= keptNames) return undefined;
  const name = `gleaner_${names.size + 1}`;
  names.set(sql, name);
  return name;
}

/** Whole numbers are `bigint` in the database, which would come as text. */
function parseNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(
      `The database holds ${text}, which is beyond what a number holds exactly.`,
    );
  }
  return number;
}

/** Text of PostgreSQL cannot hold NUL, which pages and answers of strangers may have. */
function toValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}
