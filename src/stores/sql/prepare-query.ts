import type { Compilable, CompiledQuery } from 'kysely';
import type { Session } from './tables.ts';

/** A query that is built once and run with other values each time. */
export type PreparedQuery<Input, Row> = (session: Session, input: Input) => Promise<readonly Row[]>;

/** Stands for a value of the input while the query is built. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Building a query takes Kysely some 15 µs and running it 7 µs: what every paid request does is built once.
 * `build` gets placeholders typed like the input; each must be used as a value, and only as such.
 */
export function prepareQuery<Input extends object, Row>(
  build: (db: Session['db'], input: Input) => Compilable<Row>,
): PreparedQuery<Input, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  const placeholders = new Proxy({} as Input, { get: (_, name) => new Placeholder(name) });
  return async ({ db }, input) => {
    compiled ??= build(db, placeholders).compile();
    const values = new Map<PropertyKey, unknown>(Object.entries(input));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values.get(parameter.name) : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
