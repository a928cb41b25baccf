import { Socket } from 'node:net';
import type { Client as PgClient } from 'pg';
import { loadOptional } from '../../errors/load-optional.ts';
import { loadOnce } from '../../signals/load-once.ts';
import { keepOpen } from './keep-open.ts';

/**
 * Loads connections that are never without a listener for errors. What a database says as its last may come when pg-boss has no
 * listener yet, in one packet with what makes the connection ready, or has taken it off, and would end the process.
 */
export const loadClient: () => Promise<typeof PgClient> = loadOnce(async () => {
  const { Client } = await loadOptional('pg', 'A queue in PostgreSQL', () => import('pg'));
  return class HeardClient extends Client {
    constructor(...config: ConstructorParameters<typeof Client>) {
      super(...config);
      this.on('error', () => {});
    }
  };
});

type ClientSettings = Readonly<Record<string, unknown>>;

interface Listener {
  readonly check: () => Promise<boolean>;
  readonly close: () => void;
}

/** What a `listen` of pg-boss is given. */
export interface ListenInput {
  readonly settings: ClientSettings;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Called after each opening: what was told before is lost. */
  readonly onOpen: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Listens on a connection of its own, and again whenever that has broken; rejects where the first one cannot be opened.
 * In place of pg-boss's own, whose connections are without a listener for errors once it gives them up.
 */
export async function keepListening(input: ListenInput): Promise<{ close(): Promise<void> }> {
  const { settings, channel, onNotification, onOpen, onError } = input;
  const kept = keepOpen<Listener>({
    async open() {
      const Client = await loadClient();
      const socket = new Socket();
      const client = new Client({ ...settings, stream: () => socket });
      // Without a goodbye: on a connection that was cut off it would wait for ever.
      const close = (): void => void socket.destroy();
      try {
        await client.connect();
        client.on('notification', ({ payload }) => {
          if (payload !== undefined) onNotification(payload);
        });
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        close();
        throw error;
      }
      const check = (): Promise<boolean> =>
        client.query('select 1').then(
          () => true,
          () => false,
        );
      return { check, close };
    },
    onOpen: async () => onOpen(),
    check: (listener) => listener.check(),
    close: async (listener) => listener.close(),
    onError,
  });
  try {
    await kept.require();
  } catch (error) {
    await kept.close();
    throw error;
  }
  return kept;
}
