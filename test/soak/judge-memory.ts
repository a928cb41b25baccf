import type { SoakSample } from './take-sample.ts';

/** Whether something of the server grows: its level in the second quarter of a soak, and in the last. */
export interface Growth {
  readonly name: string;
  readonly early: number;
  readonly late: number;
  /** `late / early` at most this is flat. */
  readonly limit: number;
  readonly isFlat: boolean;
}

/**
 * Memory is flat when the last quarter needs no more than a tenth above the second; the first one warms up. Of the heap the
 * lowest tenth of the samples counts, right after collections: what is left then is held. Files and threads are counted,
 * and come and go with calls under way: the median, with room for a few.
 */
const watched: readonly {
  readonly name: string;
  readonly of: (sample: SoakSample) => number;
  readonly share: number;
  readonly limit: number;
}[] = [
  { name: 'heap after collections (MB)', of: ({ heapMb }) => heapMb, share: 0.1, limit: 1.1 },
  { name: 'external memory (MB)', of: ({ externalMb }) => externalMb, share: 0.1, limit: 1.1 },
  { name: 'resident memory (MB)', of: ({ rssMb }) => rssMb, share: 0.5, limit: 1.1 },
  { name: 'memory of the browser (MB)', of: ({ browserMb }) => browserMb, share: 0.5, limit: 1.3 },
  { name: 'open files', of: ({ files }) => files, share: 0.5, limit: 1.2 },
  { name: 'threads', of: ({ threads }) => threads, share: 0.5, limit: 1.2 },
];

/** Compares the second quarter of the samples with the last. */
export function judgeMemory(samples: readonly SoakSample[]): readonly Growth[] {
  const quarter = Math.floor(samples.length / 4);
  return watched.map(({ name, of, share, limit }) => {
    const level = (from: number): number => {
      const values = samples.slice(from, from + quarter).map(of);
      return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
    };
    const [early, late] = [level(quarter), level(samples.length - quarter)];
    return { name, early, late, limit, isFlat: late <= early * limit };
  });
}
