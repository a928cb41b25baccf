import type { Accounts } from './accounts.ts';
import type { RunEndings } from './run-endings.ts';
import { runDueSchedules } from './schedule-runner.ts';
import type { ServiceContext } from './service-context.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What has to be done again and again: due schedules, deletions and webhooks, and what dead processes left behind. */
export interface Upkeep {
  /** Resolves after the first round, so that nothing of a former process is left when the service says it works. */
  start(): Promise<void>;
  stop(): void;
}

export interface UpkeepParts {
  readonly accounts: Accounts;
  readonly endings: RunEndings;
  readonly sender: WebhookSender;
}

/** Cron expressions may name seconds. */
const roundMs = 1_000;

/** Works in rounds, one after the other. */
export function createUpkeep(parts: UpkeepParts, context: ServiceContext): Upkeep {
  const { clock, tell } = context;
  let cancelNext: (() => void) | undefined;
  let isStopped = false;

  async function round(): Promise<void> {
    for (const [doing, work] of Object.entries(duties)) {
      if (isStopped) return;
      await work(parts, context).catch((error: unknown) => tell({ kind: 'fault', doing, error }));
    }
    if (!isStopped) cancelNext = clock.after(roundMs, () => void round());
  }

  return {
    start: round,
    stop() {
      isStopped = true;
      cancelNext?.();
    },
  };
}

type Duty = (parts: UpkeepParts, context: ServiceContext) => Promise<void>;

const duties: Readonly<Record<string, Duty>> = {
  async 'end lost runs'({ endings }, { store }) {
    for (const run of await store.recover()) {
      const { pagesExtracted, itemsExtracted } = run;
      const error = 'The service was restarted while the run was under way.';
      await endings.end(run, { status: 'failed', error, pagesExtracted, itemsExtracted });
    }
  },
  async 'send waiting webhooks'({ sender }) {
    sender.wake();
  },
  'run due schedules': (_parts, context) => runDueSchedules(context),
  async 'confirm due deletions'({ accounts }, { store, clock }) {
    const due = await store.accounts.list({ limit: 100, deletionDueMs: clock.nowMs() });
    for (const { id } of due) await accounts.confirmDeletion(id);
  },
};
