import type { SweepBounds } from '../../contracts/store/store.ts';
import type { MemoryData } from './memory-data.ts';

/** `Store.sweep`. */
export function sweepMemory(data: MemoryData, bounds: SweepBounds): number {
  const { nowMs, holdAgeMs, runAgeMs, deliveryAgeMs, tickAgeMs, limit } = bounds;
  // The usage report tells of the newest one, however old it is.
  const newest = new Map([...data.runs.values()].map(({ run }) => [run.account, run.id]));
  const gone = [
    drop(data.holds, limit, (hold) => isPast(hold.settledAtMs, Date.now() - holdAgeMs)),
    drop(
      data.runs,
      limit,
      ({ run }) =>
        isPast(run.completedAtMs, nowMs - runAgeMs) && newest.get(run.account) !== run.id,
    ),
    drop(data.deliveries, limit, ({ log }) => isPast(log.completedAtMs, nowMs - deliveryAgeMs)),
    drop(data.ticks, limit, (tick) => isPast(tick.claimedAtMs, nowMs - tickAgeMs)),
    drop(data.answers, limit, (answer) => isPast(answer.expiresAtMs, nowMs)),
  ];
  return gone.reduce((sum, count) => sum + count, 0);
}

function isPast(atMs: number | undefined, beforeMs: number): boolean {
  return atMs !== undefined && atMs <= beforeMs;
}

function drop<Value>(
  things: Map<string, Value>,
  limit: number,
  isOld: (value: Value) => boolean,
): number {
  const old = [...things].filter(([, value]) => isOld(value)).slice(0, limit);
  for (const [id] of old) things.delete(id);
  return old.length;
}
