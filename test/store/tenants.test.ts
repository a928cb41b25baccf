import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { PlanCaps } from '../../src/runtime/contracts/store/account-store.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import {
  addAccount,
  putRecipe,
  putSchedule,
  startMs,
} from '../../test-kit/contracts/store/samples.ts';
import { useFolder } from '../support/each-store.ts';
import { openPostgres } from '../support/open-postgres.ts';

const { openStore: openInFolder, folder } = useFolder();
const postgres = openPostgres();

/** All that is added at once waits for one row: on a busy machine longer than a store waits by default. */
const patience = { connectTimeoutMs: 60_000, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

/** Overwrites every document with what is no JSON. */
async function spoil(sql: (statement: string) => Promise<unknown>): Promise<void> {
  await sql(`update recipes set document = 'no JSON', healing = 'no JSON'`);
  await sql(`update recipe_versions set document = 'no JSON'`);
}

describe.each([
  {
    where: 'in a folder',
    open: (): Store => openInFolder(),
    spoilDocuments: () =>
      spoil(async (statement) => {
        const database = new DatabaseSync(path.join(folder(), 'gleaner.db'));
        database.exec(statement);
        database.close();
      }),
  },
  {
    where: 'on Postgres',
    open: (): Store => postgres.openStore(patience),
    spoilDocuments: () =>
      spoil((statement) =>
        postgres.query(statement.replace('update ', `update ${postgres.schema()}.`)),
      ),
  },
])('$where', ({ open, spoilDocuments }) => {
  test('two processes that add at once stay within the plan together', async () => {
    const stores = [open(), open()] as const;
    const most = 7;
    const caps: Partial<PlanCaps> = { keys: most, recipes: most + 1, schedules: most };
    await addAccount(stores[0], 'ada', 0, caps);
    await putRecipe(stores[0], 'ada', 'r1');
    const tries = 100;
    const adding = Array.from({ length: tries }, (_, index) => {
      const store = stores[index % 2] ?? stores[0];
      const key = { id: `k${index}`, account: 'ada', hash: `hash ${index}`, label: 'k' };
      return [
        store.keys.create({ ...key, last4: '0000', nowMs: startMs }),
        putRecipe(store, 'ada', `more ${index}`),
        putSchedule(store, { id: `s${index}` }),
      ];
    });
    const outcomes = await Promise.allSettled(adding.flat());
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toHaveLength(3 * (tries - most));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'conflict' });
    const [, store] = stores;
    expect(await store.keys.list({ account: 'ada' })).toHaveLength(most);
    expect(await store.recipes.list({ account: 'ada', limit: tries })).toHaveLength(most + 1);
    expect(await store.schedules.list({ account: 'ada' })).toHaveLength(most);
  });

  test('lists of recipes and versions never touch a document', async () => {
    const store = open();
    await addAccount(store, 'ada');
    for (const id of ['r1', 'r1', 'r2']) await putRecipe(store, 'ada', id);
    await spoilDocuments();
    const listed = await store.recipes.list({ account: 'ada', limit: 9 });
    expect(listed.map(({ title, bytes }) => [title, bytes])).toEqual([
      ['r2', 25],
      ['r1', 25],
    ]);
    const versions = await store.recipes.listVersions({ account: 'ada', id: 'r1' });
    expect(versions.map(({ title, revision }) => [title, revision])).toEqual([
      ['r1', 2],
      ['r1', 1],
    ]);
    // What does touch it fails.
    await expect(store.recipes.find({ account: 'ada', id: 'r1' })).rejects.toBeInstanceOf(Error);
  });
});
