import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../support/start-postgres.ts';
import type { Member } from './start-member.ts';

/** What a fault can reach. */
export interface FaultContext {
  readonly members: readonly Member[];
  readonly postgres: PostgresServer;
  readonly random: () => number;
  /** How long a process is stopped, and how long a worker is cut off. */
  readonly stopMs: number;
  readonly cutMs: number;
  /** Ends all connections to the database. */
  readonly endConnections: () => Promise<void>;
}

/** Something that goes wrong; resolves when it is over, `false` where there was nothing to do it to. */
export interface TrialFault {
  readonly name: string;
  cause(context: FaultContext): Promise<boolean>;
}

/** A process that was killed is started again within so many milliseconds, as by a supervisor. */
const longestPauseMs = 3_000;

export const trialFaults: readonly TrialFault[] = [
  ...(['server', 'worker'] as const).map((kind) => ({
    name: `${kind} killed`,
    cause: (context: FaultContext) =>
      disturb(context, kind, async (member) => {
        await member.signal('SIGKILL');
        await sleep(context.random() * longestPauseMs);
        member.start();
        await member.untilReady();
      }),
  })),
  {
    name: 'process stopped',
    cause: (context) =>
      disturb(context, undefined, async (member) => {
        await member.signal('SIGSTOP');
        await sleep(context.stopMs);
        await member.signal('SIGCONT');
      }),
  },
  {
    name: 'connections ended',
    async cause({ endConnections }) {
      await endConnections();
      return true;
    },
  },
  {
    name: 'database restarted',
    async cause({ postgres }) {
      await postgres.stop();
      await postgres.start();
      return true;
    },
  },
  {
    name: 'worker cut off',
    cause: (context) =>
      disturb(context, 'worker', async ({ proxy }) => {
        proxy.stall();
        await sleep(context.cutMs);
        proxy.resume();
      }),
  },
];

/** Does something to a process to which nothing is being done, while another of its kind is left alone. */
async function disturb(
  { members, random }: FaultContext,
  kind: Member['kind'] | undefined,
  work: (member: Member) => Promise<void>,
): Promise<boolean> {
  const calm = members.filter((member) => !member.isDisturbed);
  const free = calm.filter(
    (member) =>
      member.kind === (kind ?? member.kind) &&
      calm.some((other) => other !== member && other.kind === member.kind),
  );
  const member = free[Math.floor(random() * free.length)];
  if (member === undefined) return false;
  member.isDisturbed = true;
  try {
    await work(member);
  } finally {
    member.isDisturbed = false;
  }
  return true;
}
