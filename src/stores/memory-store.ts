import type { Store } from '../contracts/store/store.ts';
import { memoryAccounts, memoryKeys } from './memory/memory-accounts.ts';
import { memoryAnswers } from './memory/memory-answers.ts';
import { createMemoryData } from './memory/memory-data.ts';
import { memoryDeliveries } from './memory/memory-deliveries.ts';
import { memoryLedgerOf } from './memory/memory-ledger-of.ts';
import { memoryRecipes } from './memory/memory-recipes.ts';
import { memoryRuns } from './memory/memory-runs.ts';
import { memorySchedules } from './memory/memory-schedules.ts';
import { sweepMemory } from './memory/sweep-memory.ts';

/** A store that lives as long as the process: for tests, and for trying things out. */
export function memoryStore(): Store {
  const data = createMemoryData();
  return {
    name: 'memory',
    ledger: memoryLedgerOf(data),
    accounts: memoryAccounts(data),
    keys: memoryKeys(data),
    recipes: memoryRecipes(data),
    runs: memoryRuns(data),
    deliveries: memoryDeliveries(data),
    schedules: memorySchedules(data),
    answers: memoryAnswers(data),
    sweep: async (bounds) => sweepMemory(data, bounds),
    // Nobody but this object ever owns anything here.
    recover: async () => [],
    close: async () => {},
  };
}
