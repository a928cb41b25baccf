/** One change of a store, as data, so that store and model can be given the same change. */
export type StoreOperation =
  | { readonly kind: 'grant'; readonly account: string; readonly credits: number }
  | {
      readonly kind: 'hold';
      readonly id: string;
      readonly account: string;
      readonly credits: number;
    }
  | { readonly kind: 'extend'; readonly id: string; readonly credits: number }
  | { readonly kind: 'post'; readonly id: string; readonly credits: number }
  | { readonly kind: 'void'; readonly id: string }
  | {
      readonly kind: 'create';
      readonly id: string;
      readonly account: string;
      readonly maxPages: number;
      readonly limit: number;
      readonly sinceMs: number;
      readonly nowMs: number;
    }
  | { readonly kind: 'start'; readonly id: string }
  | { readonly kind: 'advance'; readonly id: string }
  | {
      readonly kind: 'end';
      readonly id: string;
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly credits: number;
      readonly delivery: string;
    }
  | { readonly kind: 'claim' }
  | { readonly kind: 'finish'; readonly id: string }
  | {
      readonly kind: 'begin';
      readonly key: string;
      readonly digest: string;
      readonly nowMs: number;
      readonly expiresAtMs: number;
    }
  | {
      readonly kind: 'complete';
      readonly key: string;
      readonly holdId: string;
      readonly credits: number;
    }
  | { readonly kind: 'forget'; readonly key: string };

/** What a page of a simulated run costs. */
export const pageCredits = 2;

/**
 * What a store must do, said once more and as simply as possible: no durability, no threads, no SQL. Outcomes are
 * texts: an error's code, or what tells one success from another.
 */
export interface StoreModel {
  apply(owner: number, operation: StoreOperation): string;
  /** The store object is gone: what it has under way can be recovered. */
  leave(owner: number): void;
  /** Ids of the unfinished runs of owners that are gone, after freeing their holds. */
  recover(): readonly string[];
  readonly accounts: ReadonlyMap<string, { balance: number; held: number }>;
}

interface ModelRun {
  readonly account: string;
  owner: number;
  status: string;
  held: number;
}

/** A model of a store in which these accounts exist. */
export function createStoreModel(names: readonly string[]): StoreModel {
  const accounts = new Map(names.map((name) => [name, { balance: 0, held: 0 }]));
  const holds = new Map<
    string,
    { account: string; credits: number; isOpen: boolean; owner: number }
  >();
  const runs = new Map<string, ModelRun>();
  const createdAtMs = new Map<string, number[]>();
  const deliveries = new Map<string, string>();
  /** Who claimed each. */
  const attempting = new Map<string, number>();
  /** Those not yet claimed, oldest first. */
  const waiting: string[] = [];
  const answers = new Map<
    string,
    { digest: string; expiresAtMs: number; owner: number; isKept: boolean }
  >();
  const gone = new Set<number>();

  const read = (name: string) => accounts.get(name) ?? { balance: 0, held: 0 };
  const tell = (name: string) => `${read(name).balance}/${read(name).held}`;
  const isFree = (name: string, credits: number) => read(name).balance - read(name).held >= credits;
  const isFinished = (run: ModelRun) => run.status !== 'queued' && run.status !== 'running';

  function settle(id: string, credits: number): string {
    const hold = holds.get(id);
    if (hold === undefined) return 'not_found';
    if (!hold.isOpen) return 'conflict';
    if (credits > hold.credits) return 'RangeError';
    hold.isOpen = false;
    read(hold.account).balance -= credits;
    read(hold.account).held -= hold.credits;
    return tell(hold.account);
  }

  function create(owner: number, operation: Extract<StoreOperation, { kind: 'create' }>): string {
    const { id, account, maxPages, limit, sinceMs, nowMs } = operation;
    const created = createdAtMs.get(account) ?? [];
    if (created.filter((atMs) => atMs > sinceMs).length >= limit) return 'rate_limited';
    const affordable = Math.floor((read(account).balance - read(account).held) / pageCredits);
    if (affordable < 1) return 'insufficient_credits';
    if (runs.has(id)) return 'conflict';
    created.push(nowMs);
    createdAtMs.set(account, created);
    runs.set(id, { account, owner, status: 'queued', held: pageCredits });
    read(account).held += pageCredits;
    return `queued ${Math.min(affordable, maxPages)} ${affordable < maxPages}`;
  }

  function end(operation: Extract<StoreOperation, { kind: 'end' }>): string {
    const { id, status, credits, delivery } = operation;
    const run = runs.get(id);
    if (run === undefined) return 'not_found';
    if (isFinished(run)) return 'conflict';
    const charged = status === 'completed' ? credits : 0;
    if (charged > run.held) return 'RangeError';
    if (deliveries.has(delivery)) return 'conflict';
    read(run.account).balance -= charged;
    read(run.account).held -= run.held;
    run.held = 0;
    run.status = status;
    deliveries.set(delivery, 'pending');
    waiting.push(delivery);
    return `${status} ${charged}`;
  }

  function begin(owner: number, operation: Extract<StoreOperation, { kind: 'begin' }>): string {
    const { key, digest, nowMs, expiresAtMs } = operation;
    const known = answers.get(key);
    const isFree =
      known === undefined || known.expiresAtMs <= nowMs || (!known.isKept && gone.has(known.owner));
    if (!isFree && known.digest !== digest) return 'conflict';
    if (isFree) {
      answers.set(key, { digest, expiresAtMs, owner, isKept: false });
      return 'new';
    }
    return known.isKept ? 'kept' : 'busy';
  }

  return {
    accounts,
    apply(owner, operation) {
      switch (operation.kind) {
        case 'grant': {
          const { account, credits } = operation;
          if (!isFree(account, -credits)) return 'insufficient_credits';
          read(account).balance += credits;
          return tell(account);
        }
        case 'hold': {
          const { id, account, credits } = operation;
          if (holds.has(id)) return 'conflict';
          if (!isFree(account, credits)) return 'insufficient_credits';
          holds.set(id, { account, credits, isOpen: true, owner });
          read(account).held += credits;
          return tell(account);
        }
        case 'extend': {
          const { id, credits } = operation;
          const hold = holds.get(id);
          if (hold === undefined) return 'not_found';
          if (!hold.isOpen) return 'conflict';
          if (!isFree(hold.account, credits)) return 'insufficient_credits';
          hold.credits += credits;
          read(hold.account).held += credits;
          return tell(hold.account);
        }
        case 'post':
          return settle(operation.id, operation.credits);
        case 'void':
          return settle(operation.id, 0);
        case 'create':
          return create(owner, operation);
        case 'start': {
          const run = runs.get(operation.id);
          if (run === undefined) return 'not_found';
          if (run.status !== 'queued') return 'conflict';
          run.status = 'running';
          run.owner = owner;
          return 'running';
        }
        case 'advance': {
          const run = runs.get(operation.id);
          if (run === undefined) return 'not_found';
          if (run.status !== 'running') return 'conflict';
          if (!isFree(run.account, pageCredits)) return 'insufficient_credits';
          run.held += pageCredits;
          read(run.account).held += pageCredits;
          return 'running';
        }
        case 'end':
          return end(operation);
        case 'claim': {
          const pending = waiting.shift();
          if (pending === undefined) return 'none';
          deliveries.set(pending, 'attempted');
          attempting.set(pending, owner);
          return pending;
        }
        case 'finish': {
          const state = deliveries.get(operation.id);
          if (state === undefined) return 'not_found';
          if (state !== 'attempted') return 'conflict';
          deliveries.set(operation.id, 'delivered');
          return 'delivered';
        }
        case 'begin':
          return begin(owner, operation);
        case 'complete': {
          const answer = answers.get(operation.key);
          if (answer === undefined) return 'not_found';
          const outcome = settle(operation.holdId, operation.credits);
          if (outcome.includes('/')) answer.isKept = true;
          return outcome;
        }
        case 'forget':
          if (answers.get(operation.key)?.isKept === false) answers.delete(operation.key);
          return 'forgotten';
      }
      return 'unknown';
    },
    leave: (owner) => void gone.add(owner),
    recover() {
      for (const [id, hold] of holds) if (hold.isOpen && gone.has(hold.owner)) settle(id, 0);
      for (const [id, attempter] of attempting) {
        if (deliveries.get(id) === 'attempted' && gone.has(attempter)) deliveries.set(id, 'failed');
      }
      for (const [key, answer] of answers) {
        if (!answer.isKept && gone.has(answer.owner)) answers.delete(key);
      }
      return [...runs]
        .filter(([, run]) => !isFinished(run) && gone.has(run.owner))
        .map(([id]) => id);
    },
  };
}
