import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { admitFree, admitRequest } from '../sql/request-operations.ts';
import { claimDelivery } from '../sql/delivery-operations.ts';
import { recover, sweep } from '../sql/write-operations.ts';
import type { Session } from '../sql/tables.ts';
import { migrate, migrations } from './migrate.ts';
import { toQueries } from './open-database.ts';

const bounds = { nowMs: 1, storeNowMs: 1, holdAgeMs: 1, runAgeMs: 1, limit: 5 };

test('what is asked again and again reads no table that grows from end to end', async () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, migrations);
  database.exec("insert into owners values ('gone', 1)");
  const asked = new Set<string>();
  const queries = toQueries(database);
  const prepare = database.prepare.bind(database);
  database.prepare = (sql: string) => {
    asked.add(sql);
    return prepare(sql);
  };
  const session: Session = {
    ...queries,
    owner: 'me',
    fence: async (owners) => owners,
    hasLost: () => false,
  };
  await sweep(session, { ...bounds, deliveryAgeMs: 1, tickAgeMs: 1 });
  await recover(session, { nowMs: 1 });
  await claimDelivery(session, { nowMs: 1 });
  database.exec("insert into balances values ('ada', 100, 0)");
  for (let count = 0; count < 8; count += 1) {
    const limits = { requestsPerMinute: 4, inFlight: 9 };
    const request = { id: `h${count}`, account: 'ada', credits: 1, limits, nowMs: count * 60_000 };
    await admitRequest(session, { ...request, kind: 'call' });
    await admitFree(session, { ...request, kind: 'webhook-test' });
  }
  expect(asked.size).toBeGreaterThan(8);
  const scans = [...asked].flatMap((sql) =>
    prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((detail) =>
        /^SCAN (holds|\w*starts|places|runs|deliveries|ticks|entries)$/.test(detail),
      ),
  );
  expect(scans).toEqual([]);
});
