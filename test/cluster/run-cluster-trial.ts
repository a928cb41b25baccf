import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../support/random-operations.ts';
import { auditTrial, type TrialAudit } from './audit-trial.ts';
import { again, createQuery, type Query } from './create-query.ts';
import { disturbCluster, type DisturbOptions } from './disturb-cluster.ts';
import { addAccount, openTrial } from './open-trial.ts';
import { createTrialClient } from './trial-client.ts';
import { createTrialLoad } from './trial-load.ts';
import { watchLimits } from './watch-limits.ts';

export interface ClusterTrialOptions extends DisturbOptions {
  readonly servers: number;
  readonly workers: number;
  readonly callers: number;
  readonly seed: number;
  /** How long a process is stopped, and how long a worker is cut off, in milliseconds. */
  readonly stopMs: number;
  readonly cutMs: number;
}

export interface ClusterTrialReport {
  /** What must not be, and how often it was: all 0. */
  readonly audit: TrialAudit;
  /** How often each fault came. */
  readonly faults: Readonly<Record<string, number>>;
  /** What clients were told, and how often. */
  readonly counts: Readonly<Record<string, number>>;
  /** Seconds from the end of the load until nothing was held and every run had ended. */
  readonly quietAfterSeconds: number;
  /** For people: what was wrong, and what the processes logged as faults. */
  readonly wrong: readonly string[];
  readonly logged: readonly string[];
}

/** Small enough to be pressed against all the time. */
const limitedPlan = { requestsPerMinute: 40, inFlight: 3, runsPerMonth: 12 };
const roomyPlan = { requestsPerMinute: 1_000_000, inFlight: 10_000, runsPerMonth: 1_000_000 };
/** What is stuck a minute after the end stays stuck. */
const quietMs = 60_000;

/**
 * Puts a cluster of real processes on one database under load while things go wrong, and holds its books against what clients
 * and the receiver of webhooks were told.
 */
export async function runClusterTrial(options: ClusterTrialOptions): Promise<ClusterTrialReport> {
  const { callers, stopMs, cutMs, onProgress } = options;
  const random = createRandom(options.seed);
  await using trial = await openTrial(options);
  const { postgres, receiver, origin, members, service } = trial;
  const query = createQuery(postgres.url);
  const accounts = [
    await addAccount(trial, 'one', roomyPlan),
    await addAccount(trial, 'two', roomyPlan),
  ];
  const limited = await addAccount(trial, 'limited', limitedPlan);
  const oftenPlan = { ...roomyPlan, scheduleIntervalSeconds: 5 };
  const scheduled = await addAccount(trial, 'scheduled', oftenPlan);
  for (const { id } of [...accounts, scheduled]) {
    await service.accounts.setWebhook(id, { url: receiver.url });
  }
  const untilReady = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.untilReady()));
  };
  await untilReady();
  onProgress('the cluster is ready');
  const schedule = await service.schedules.put({
    account: scheduled.id,
    recipeId: scheduled.recipes.list,
    cron: '*/5 * * * * *',
  });
  const listUrls = (): readonly string[] =>
    members.flatMap(({ kind, url }) => (kind === 'server' ? [url] : []));
  const client = createTrialClient(listUrls, random);
  const load = createTrialLoad({
    client,
    service,
    accounts,
    limited,
    origin,
    listUrls,
    random,
    callers,
  });
  const watch = watchLimits({ query, account: limited.id, limits: limitedPlan });
  const ended = new AbortController();
  const underLoad = load.run(ended.signal);
  const endConnections = async (): Promise<void> =>
    void (await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    ));
  const context = { members, postgres, random, stopMs, cutMs, endConnections };
  const faults = await disturbCluster(options, context);
  ended.abort();
  await underLoad;
  onProgress('the load has ended');
  await untilReady();
  await again(() => service.schedules.delete({ account: scheduled.id, id: schedule.id }));
  await load.settle();
  const quietAfterSeconds = await untilQuiet(query);
  onProgress(`quiet after ${quietAfterSeconds.toFixed(1)} s`);
  const beyond = await watch.stop();
  await client.close();
  const codes = await Promise.all(members.map((member) => member.signal('SIGTERM')));
  const audit = await auditTrial({
    query,
    told: load.told,
    webhooks: receiver.requests,
    limited: { id: limited.id, ...limitedPlan },
    scheduled: scheduled.id,
  });
  const ownEnds = members.flatMap((member) => member.ownEnds);
  const badEnds = members.flatMap(({ name }, at) =>
    codes[at] === 0 ? [] : [`${name} ended with ${codes[at]} when it was asked to end.`],
  );
  return {
    audit: {
      ...audit,
      'requests in flight beyond the limit': beyond.inFlight,
      'requests counted beyond the minute': beyond.minute,
      'processes that ended by themselves': ownEnds.length,
      'processes that ended badly when asked to': badEnds.length,
    },
    faults,
    counts: Object.fromEntries(load.told.counts),
    quietAfterSeconds,
    wrong: [...load.told.wrong, ...ownEnds, ...badEnds],
    logged: members.flatMap((member) => member.faults),
  };
}

/** Seconds until nothing is held, waits or runs; at most a minute. */
async function untilQuiet(query: Query): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const [row] = await query(
      `select (select count(*) from holds where state = 'open')
        + (select count(*) from runs where completed_at is null)
        + (select count(*) from deliveries where state in ('pending', 'attempted')) as left_over`,
    );
    const tookMs = performance.now() - startedMs;
    if (Number(row?.['left_over']) === 0 || tookMs > quietMs) return tookMs / 1_000;
    await sleep(200);
  }
}
