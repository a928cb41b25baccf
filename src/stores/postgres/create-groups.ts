import { isOutcomeUnknown } from '../../postgres/create-postgres.ts';
import type { Session } from '../sql/tables.ts';

/** A change by its operation and input. */
export interface Change {
  readonly operation: (session: Session, input: never) => Promise<unknown>;
  readonly input: unknown;
}

/** Makes changes of accounts' books, several in one transaction. */
export interface Groups {
  /** Makes a change of the books of an account; resolves once it is durable. */
  run(account: string, change: Change): Promise<unknown>;
}

interface Waiting extends Change {
  readonly account: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Accounts take turns in so many lanes, each a transaction at a time: the changes of one account never wait for each other's
 * locks, and of many callers each lane has some waiting when its last transaction ends.
 */
const mostLanes = 3;
/** Keeps the first of a group from waiting for a long one to end. */
const mostChanges = 32;

/**
 * What waits while a lane is busy makes its next transaction: what `begin`, the look at the owner and the commit cost is paid
 * once for all of them, as in the store in a folder. `write` makes one change in a transaction of its own.
 */
export function createGroups(
  write: (change: Change) => Promise<unknown>,
  connections: number,
): Groups {
  const lanes = Array.from({ length: Math.min(mostLanes, connections) }, () => ({
    waiting: [] as Waiting[],
    isBusy: false,
  }));
  type Lane = (typeof lanes)[number];

  async function work(lane: Lane): Promise<void> {
    lane.isBusy = true;
    while (lane.waiting.length > 0) await commit(lane.waiting.splice(0, mostChanges));
    lane.isBusy = false;
  }

  async function commit(waiting: readonly Waiting[]): Promise<void> {
    // Every process locks balances in one order, and the changes of one account keep theirs.
    const group = waiting.toSorted(byAccount);
    if (group.length > 1 && (await commitTogether(group))) return;
    for (const change of group) await commitAlone(change);
  }

  /** Resolves to `false` where nothing was changed, because one of them cannot be made. */
  async function commitTogether(group: readonly Waiting[]): Promise<boolean> {
    try {
      const values = (await write({ operation: makeAll, input: group })) as readonly unknown[];
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
      return true;
    } catch (error) {
      if (!isOutcomeUnknown(error)) return false;
      for (const { reject } of group) reject(error);
      return true;
    }
  }

  async function commitAlone(change: Waiting): Promise<void> {
    try {
      change.resolve(await write(change));
    } catch (error) {
      change.reject(error);
    }
  }

  return {
    run(account, change) {
      const lane = lanes[toNumber(account) % lanes.length] as Lane;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      lane.waiting.push({ account, ...change, resolve, reject });
      if (!lane.isBusy) void work(lane);
      return promise;
    },
  };
}

function byAccount({ account: a }: Waiting, { account: b }: Waiting): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function makeAll(session: Session, group: readonly Change[]): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for (const { operation, input } of group) values.push(await operation(session, input as never));
  return values;
}

/** Spreads names evenly (FNV-1a). */
function toNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
