import type { StoreOperation } from './store-model.ts';

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Random changes: most of them of things that exist, some of things that have ended or are unknown. */
export function createOperations(
  random: () => number,
  accounts: readonly string[],
): () => StoreOperation {
  let nowMs = 100 * dayMs;
  const last = { hold: 0, run: 0, delivery: 0 };
  const below = (limit: number): number => Math.floor(random() * limit);
  const account = (): string => accounts[below(accounts.length)] ?? '';
  /** One of the last few, sometimes one that does not exist yet. */
  const recent = (kind: keyof typeof last): string => `${kind}-${last[kind] - below(25) + 1}`;
  const fresh = (kind: keyof typeof last): string => {
    // Now and then the id of an earlier one.
    if (random() < 0.03) return recent(kind);
    last[kind] += 1;
    return `${kind}-${last[kind]}`;
  };
  const tickClock = (): number => {
    // The wall clock jumps, too: back as well as forth.
    nowMs += random() < 0.01 ? Math.round((random() - 0.4) * 40 * dayMs) : below(60_000);
    return nowMs;
  };
  const key = (): string => `key-${below(12)}`;

  const makers: readonly (readonly [weight: number, make: () => StoreOperation])[] = [
    [6, () => ({ kind: 'grant', account: account(), credits: below(80) - 15 })],
    [20, () => ({ kind: 'hold', id: fresh('hold'), account: account(), credits: below(12) })],
    [6, () => ({ kind: 'extend', id: recent('hold'), credits: below(12) })],
    [14, () => ({ kind: 'post', id: recent('hold'), credits: below(12) })],
    [5, () => ({ kind: 'void', id: recent('hold') })],
    [
      8,
      () => {
        const atMs = tickClock();
        const limit = random() < 0.2 ? below(4) : 1_000_000;
        const sinceMs = atMs - 30 * dayMs;
        const maxPages = 1 + below(20);
        return {
          kind: 'create',
          id: fresh('run'),
          account: account(),
          maxPages,
          limit,
          sinceMs,
          nowMs: atMs,
        };
      },
    ],
    [8, () => ({ kind: 'start', id: recent('run') })],
    [8, () => ({ kind: 'advance', id: recent('run') })],
    [
      12,
      () => {
        const status = (['completed', 'failed', 'cancelled'] as const)[below(3)] ?? 'failed';
        return {
          kind: 'end',
          id: recent('run'),
          status,
          credits: below(5),
          delivery: fresh('delivery'),
        };
      },
    ],
    [6, () => ({ kind: 'claim' })],
    [4, () => ({ kind: 'finish', id: recent('delivery') })],
    [
      6,
      () => {
        const atMs = tickClock();
        const digest = `digest-${below(2)}`;
        return { kind: 'begin', key: key(), digest, nowMs: atMs, expiresAtMs: atMs + dayMs };
      },
    ],
    [4, () => ({ kind: 'complete', key: key(), holdId: recent('hold'), credits: below(6) })],
    [2, () => ({ kind: 'forget', key: key() })],
  ];
  const total = makers.reduce((sum, [weight]) => sum + weight, 0);
  return () => {
    let left = random() * total;
    const [, make] = makers.find(([weight]) => (left -= weight) < 0) ?? makers[0] ?? [];
    if (make === undefined) throw new TypeError('There is nothing to make.');
    return make();
  };
}
