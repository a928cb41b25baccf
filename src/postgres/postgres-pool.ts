/** One statement, or several without values. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** Prepares the statement under this name, once in each connection. */
  readonly name?: string;
  /** Longest time without the answer, in milliseconds; then the connection is given up. */
  readonly query_timeout?: number;
  /** Turns the text of a value into what rows hold, by the number of its type. */
  readonly types?: { getTypeParser(typeId: number): (text: string) => unknown };
}

/** What a statement gave. */
export interface PostgresResult {
  /** `COMMIT`, `ROLLBACK`, … */
  readonly command: string;
  readonly rows: readonly unknown[];
  /** Rows that were found or changed. */
  readonly rowCount: number | null;
}

/** A connection that was taken from a pool; a `PoolClient` of the package `pg` is one. */
export interface PostgresClient {
  /** Resolves to one result for one statement, and to a list for several. */
  query(query: PostgresQuery): Promise<PostgresResult | readonly PostgresResult[]>;
  /** Gives the connection back, or ends it. */
  release(isBroken?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A pool of connections; the `Pool` of the package `pg` is one. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Called with a new connection before it is given out. */
  on(event: 'connect', listener: (client: PostgresClient) => void): unknown;
}
