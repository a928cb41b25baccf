import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Runs SQL on the tables of the store, again where its connection was ended. */
export type Query = (
  sql: string,
  values?: unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A connection of its own for each statement: all others may be ended at any moment. */
export function createQuery(connectionString: string): Query {
  return (sql, values = []) =>
    again(async () => {
      const client = new Client({ connectionString, options: '-c search_path=gleaner' });
      client.on('error', () => {});
      try {
        await client.connect();
        return (await client.query<Record<string, unknown>>(sql, values)).rows;
      } finally {
        await client.end().catch(() => {});
      }
    });
}

const mostTries = 100;

/** Does what may be repeated until it is done. */
export async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries) throw error;
    }
    await sleep(200);
  }
}
