import type { ReceivedRequest } from '../support/serve-receiver.ts';
import type { Query } from './create-query.ts';
import type { TrialTold } from './trial-load.ts';

/** What the books must not show, and how often they do. */
export type TrialAudit = Readonly<Record<string, number>>;

export interface TrialAuditInput {
  readonly query: Query;
  readonly told: TrialTold;
  readonly webhooks: readonly ReceivedRequest[];
  /** The account with small limits, which gets no webhooks. */
  readonly limited: {
    readonly id: string;
    readonly requestsPerMinute: number;
    readonly runsPerMonth: number;
  };
  /** The account whose runs are all made by schedules. */
  readonly scheduled: string;
}

/** Holds the database against what clients and the receiver of webhooks were told. All figures must be 0. */
export async function auditTrial(input: TrialAuditInput): Promise<TrialAudit> {
  const { query, told, webhooks, limited, scheduled } = input;
  const count = async (sql: string, values: unknown[] = []): Promise<number> => {
    const [row] = await query(`select count(*) as found from (${sql}) as rows`, values);
    return Number(row?.['found']);
  };
  const pairs = async (sql: string): Promise<readonly (readonly [string, string])[]> =>
    (await query(sql)).map((row) => [String(row['name']), String(row['value'])] as const);

  const statuses = new Map(await pairs('select id as name, status as value from runs'));
  const charged = new Map(
    await pairs(
      `select account as name, -sum(credits) as value from entries
        where reference like 'extract-%' or reference like 'scrape-%' group by account`,
    ),
  );
  const delivered = await pairs(
    `select run_id as name, url as value from deliveries where state = 'delivered'`,
  );
  const events = webhooks.map(({ body }) => JSON.parse(body) as WebhookEvent);
  const received = new Set(events.map(({ run_id: id }) => id));
  const callers = new Set([...told.credits.keys(), ...charged.keys()]);

  return {
    'calls of unknown outcome': told.uncertain.size,
    'acknowledged runs that are lost': countOf(told.runs.keys(), (id) => !statuses.has(id)),
    'accounts charged other than told': countOf(
      callers,
      (id) => (told.credits.get(id) ?? 0) !== Number(charged.get(id) ?? 0),
    ),
    'charged twice': await count(
      'select reference from entries where reference is not null group by reference having count(*) > 1',
    ),
    'runs charged other than they say': await count(
      `select runs.id from runs left join entries on entries.reference = runs.id
        where coalesce(-entries.credits, 0) <> runs.credits_used`,
    ),
    'stuck holds': await count(`select id from holds where state = 'open'`),
    'accounts with credits held': await count('select account from balances where held <> 0'),
    'accounts whose entries are not their balance': await count(
      `select account from balances where balance <>
        (select coalesce(sum(credits), 0) from entries where entries.account = balances.account)`,
    ),
    'runs that have not ended': await count('select id from runs where completed_at is null'),
    'runs seen to end otherwise': countOf(
      told.ends,
      ([id, seen]) => seen.size !== 1 || !seen.has(statuses.get(id) ?? ''),
    ),
    'cancelled runs that ended otherwise': countOf(
      told.cancelled,
      (id) => statuses.get(id) !== 'cancelled',
    ),
    'webhooks sent twice': events.length - received.size,
    'webhooks that tell another end': countOf(
      events,
      ({ run_id: id, status }) => statuses.get(id) !== status,
    ),
    'ended runs without their one event': await count(
      `select id from runs where completed_at is not null and account <> $1
        and (select count(*) from deliveries where run_id = runs.id) <> 1`,
      [limited.id],
    ),
    'delivered webhooks that did not arrive': countOf(delivered, ([id]) => !received.has(id)),
    'scheduled runs beyond their ticks': Math.max(
      0,
      (await count('select id from runs where account = $1', [scheduled])) -
        (await count('select due_at from ticks')),
    ),
    'requests beyond the minute': countBeyondMinute(told.spans, limited.requestsPerMinute),
    'runs beyond the quota': Math.max(
      0,
      (await count('select id from runs where account = $1', [limited.id])) - limited.runsPerMonth,
    ),
    'seen to be wrong at once': told.wrong.length,
  };
}

function countOf<Value>(values: Iterable<Value>, isBad: (value: Value) => boolean): number {
  return [...values].filter(isBad).length;
}

interface WebhookEvent {
  readonly run_id: string;
  readonly status: string;
}

const minuteMs = 60_000;

/** Of spans in each of which one request began, how many more than the limit lie in some one minute. */
export function countBeyondMinute(
  spans: readonly { readonly fromMs: number; readonly toMs: number }[],
  perMinute: number,
): number {
  const counts = spans.map(
    ({ fromMs }) =>
      spans.filter((other) => other.fromMs >= fromMs && other.toMs < fromMs + minuteMs).length,
  );
  return Math.max(0, ...counts.map((within) => within - perMinute));
}
