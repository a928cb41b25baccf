import { Socket } from 'node:net';
import { loadOptional } from '../errors/load-optional.ts';
import type { PostgresPool } from './postgres-pool.ts';
import type { ResolvedPostgresOptions } from './postgres-options.ts';

/** The connections of one part. */
export interface Pools {
  readonly work: PostgresPool;
  /** Its one connection tells whether the database answers, also while all others are in use. */
  readonly watch: PostgresPool;
  /** Ends every connection at once, with what waits on it; a pool that was given is its owner's. */
  cut(): void;
  /** Ends the connections once they are given back. */
  end(): Promise<void>;
}

/** Opens pools, which connect when they are used; throws `service_unavailable` where the package `pg` is missing. */
export async function openPools(options: ResolvedPostgresOptions): Promise<Pools> {
  if ('pool' in options) {
    const { pool } = options;
    return { work: pool, watch: pool, cut: () => {}, end: async () => {} };
  }
  const { Pool } = await loadOptional('pg', 'Postgres', async () => (await import('pg')).default);
  const sockets = new Set<Socket>();
  const settings = {
    connectionString: options.connectionString,
    connectionTimeoutMillis: options.connectTimeoutMs,
    // Statements go out without waiting for the answers to those before them.
    pipeline: true,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'gleaner',
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  };
  const work = new Pool({ ...settings, max: options.maxConnections });
  const watch = new Pool({ ...settings, max: 1 });
  return {
    work,
    watch,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async end() {
      await Promise.all([work.end(), watch.end()]);
    },
  };
}
