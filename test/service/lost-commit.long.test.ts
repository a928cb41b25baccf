import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { addCustomer, lampInput, openService } from '../support/open-service.ts';

const postgres = openPostgres();

test.each([
  ['before it is sent on, without a key', 'before', undefined],
  ['before it is sent on, under a key', 'before', 'k1'],
  ['after it was done, without a key', 'after', undefined],
  ['after it was done, under a key', 'after', 'k1'],
] as const)(
  'a connection that is reset in the commit of a charge, %s, costs neither the result nor a second charge',
  async (_how, moment, idempotencyKey) => {
    const proxy = await openCuttingProxy(postgres.url(), moment);
    const store = postgres.openStore({ connectionString: proxy.url });
    const { service } = openService({ store: beforeCharge(store, () => proxy.cutNext()) });
    const { account } = await addCustomer(service);
    const call = { account, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
    const result = await service.extract(lampInput, call);
    expect(result).toMatchObject({ creditsUsed: 5, creditsRemaining: 95 });
    expect(proxy.cuts()).toBe(1);
    expect(await store.ledger.balance(account)).toEqual({ balance: 95, held: 0 });
    // What is kept under a key is given again; without one, it is another call.
    const again = await service.extract(lampInput, call);
    expect(again.requestId === result.requestId).toBe(idempotencyKey !== undefined);
    const balance = idempotencyKey === undefined ? 90 : 95;
    expect(await store.ledger.balance(account)).toEqual({ balance, held: 0 });
    await service.close();
    await store.close();
  },
);

/** The store, which says when a charge is about to be written. */
function beforeCharge(store: Store, say: () => void): Store {
  return {
    ...store,
    ledger: {
      ...store.ledger,
      async post(id, credits) {
        say();
        return store.ledger.post(id, credits);
      },
    },
    idempotency: {
      ...store.idempotency,
      async complete(outcome) {
        say();
        return store.idempotency.complete(outcome);
      },
    },
  };
}

/** A way to the database that resets the connection of one commit: before the database has it, or instead of its answer. */
async function openCuttingProxy(databaseUrl: string, moment: 'before' | 'after') {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isArmed = false;
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isCommitting = false;
    const cut = (): void => {
      cuts += 1;
      near.resetAndDestroy();
      far.destroy();
    };
    near.on('data', (chunk) => {
      if (isArmed && chunk.includes('commit\0')) {
        isArmed = false;
        isCommitting = true;
        if (moment === 'before') {
          cut();
          return;
        }
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (isCommitting && chunk.includes('COMMIT\0')) cut();
      else near.write(chunk);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Once. */
    cutNext() {
      isArmed = cuts === 0;
    },
    cuts: () => cuts,
  };
}
