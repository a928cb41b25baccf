import { createGleaner, type GleanerOptions } from '../../src/index.ts';
import type { Browser } from '../../src/runtime/contracts/browser.ts';
import type { Store } from '../../src/runtime/contracts/store/store.ts';
import { memoryQueue } from '../../src/storage/queues/memory-queue.ts';
import { createService, type Service } from '../../src/service/create-service.ts';
import type { ServiceEvent, ServiceOptions } from '../../src/service/service-options.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.ts';
import { shopRecipe } from './shop-recipe.ts';
import { stubBrowser, type StubReplay } from './stub-browser.ts';
import { lampPage, stubFetcher, type StubFetcher } from './stub-fetcher.ts';

/** A service whose pages, browser and time are made up. */
export interface OpenService {
  readonly service: Service;
  readonly store: Store;
  readonly clock: FakeClock;
  readonly events: readonly ServiceEvent[];
  readonly fetcher: StubFetcher;
}

export interface OpenServiceOptions {
  readonly store?: Store;
  readonly clock?: FakeClock;
  readonly replay?: Partial<StubReplay>;
  readonly browser?: Browser;
  readonly fetcher?: StubFetcher;
  readonly gleaner?: GleanerOptions;
  readonly options?: Partial<ServiceOptions>;
}

/** One item, as a stub page has it. */
export const item = (name: string) => ({ name: [name], price: ['£1.50'] });

/** Made, not started: nothing works on runs before `start`. */
export function openService(given: OpenServiceOptions = {}): OpenService {
  const clock = given.clock ?? fakeClock();
  const store = given.store ?? memoryStore();
  const fetcher = given.fetcher ?? stubFetcher(lampPage);
  const events: ServiceEvent[] = [];
  const browser = given.browser ?? stubBrowser({ pages: [[item('Lamp')]], ...given.replay });
  const service = createService({
    gleaner: createGleaner({ clock, browser, fetcher, ...given.gleaner }),
    store,
    queue: memoryQueue({ concurrency: 4 }),
    onEvent: (event) => events.push(event),
    ...given.options,
  });
  return { service, store, clock, events, fetcher };
}

/** An account with credits and a recipe. */
export async function addCustomer(
  service: Service,
  input: Parameters<Service['accounts']['create']>[0] = {},
): Promise<{ readonly account: string; readonly recipeId: string }> {
  const { id: account } = await service.accounts.create({ credits: 100, ...input });
  const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });
  return { account, recipeId };
}

/** A page to extract from, and the prompt. */
export const lampInput = { url: 'https://shop.test/lamp', prompt: 'the price' } as const;

/** Waits for something that other tasks bring about; the test's own time-out ends it. */
export async function until<Value>(
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  for (let looks = 1; ; looks += 1) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    // What takes longer is done by others, who need the processor.
    await new Promise((resolve) => {
      if (looks < 100) setImmediate(resolve);
      else setTimeout(resolve, 2);
    });
  }
}

/** The run once it has ended. */
export function untilEnded(
  service: Service,
  reference: { readonly account: string; readonly id: string },
): ReturnType<Service['getRun']> {
  return until(async () => {
    const run = await service.getRun(reference);
    return run.completedAtMs !== undefined && run;
  });
}

/** A gate that work waits at until it is opened. */
export function createGate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}
