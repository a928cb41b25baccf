import type { Delivery, DeliveryStore } from '../../contracts/store/delivery-store.ts';
import { omitUndefined } from '../rules/omit-undefined.ts';
import { unknownThing, wrongState } from '../rules/refusals.ts';
import { copyJson, listNewest, type MemoryData } from './memory-data.ts';

/** The deliveries of a memory store. */
export function memoryDeliveries({ deliveries }: MemoryData): DeliveryStore {
  return {
    async claim({ nowMs }) {
      for (const [id, { log, post }] of deliveries) {
        if (log.state !== 'pending') continue;
        deliveries.set(id, { log: { ...log, state: 'attempted', attemptedAtMs: nowMs }, post });
        return copyJson(post);
      }
      return undefined;
    },
    async finish({ id, responseStatus, error, nowMs }) {
      const known = deliveries.get(id);
      if (known === undefined) throw unknownThing('delivery', id);
      if (known.log.state !== 'attempted') throw wrongState('delivery', id, known.log.state);
      const log = omitUndefined<Delivery>({
        ...known.log,
        state: error === undefined ? 'delivered' : 'failed',
        completedAtMs: nowMs,
        responseStatus,
        error,
      });
      deliveries.set(id, { ...known, log });
      return log;
    },
    async list(query) {
      const { account, runId } = query;
      return listNewest(
        deliveries,
        query,
        ({ log }) => log.account === account && (runId ?? log.runId) === log.runId,
      ).map(({ log }) => log);
    },
  };
}
