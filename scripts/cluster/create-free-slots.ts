/** The slots in which no run works, of all workers that are up. */
export interface FreeSlots {
  /** A worker with a free slot, drawn among all free slots. */
  take(draw: number): number | undefined;
  give(worker: number): void;
  /** The worker is gone; returns how many of its slots worked. */
  remove(worker: number): number;
  /** It works again, with all slots free. */
  restore(worker: number): void;
}

/** Creates the slots of workers that are all up and free. */
export function createFreeSlots(workers: number, slotsPerWorker: number): FreeSlots {
  // The worker of each free slot, in any order.
  let free: number[] = [];
  for (let slot = 0; slot < slotsPerWorker; slot += 1) {
    for (let worker = 0; worker < workers; worker += 1) free.push(worker);
  }
  return {
    take(draw) {
      const index = Math.floor(draw * free.length);
      const worker = free[index];
      const last = free.pop();
      if (worker !== undefined && last !== undefined && index < free.length) free[index] = last;
      return worker;
    },
    give: (worker) => void free.push(worker),
    remove(worker) {
      const before = free.length;
      free = free.filter((owner) => owner !== worker);
      return slotsPerWorker - (before - free.length);
    },
    restore(worker) {
      for (let slot = 0; slot < slotsPerWorker; slot += 1) free.push(worker);
    },
  };
}
