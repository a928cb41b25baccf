import { createContext, use, useState, useSyncExternalStore } from 'react';
import type { StudioClient } from './create-studio-client.ts';
import type { StudioView } from './studio-view.ts';

/** The one client of the page. */
export const StudioContext = createContext<StudioClient | undefined>(undefined);

/** The client of the page. Throws a `TypeError` outside of it. */
export function useStudio(): StudioClient {
  const client = use(StudioContext);
  if (client === undefined) throw new TypeError('Expected to be within the studio.');
  return client;
}

/** What the studio shows now, and again at each change. */
export function useView(): StudioView {
  const { subscribe, getView } = useStudio();
  return useSyncExternalStore(subscribe, getView);
}

/** `act` does something and tells what fails; `isBusy` while that is under way. */
export function useAct(): readonly [act: (work: () => Promise<unknown>) => void, isBusy: boolean] {
  const studio = useStudio();
  const [count, setCount] = useState(0);
  const act = (work: () => Promise<unknown>): void => {
    setCount((running) => running + 1);
    void work()
      .catch(studio.tell)
      .finally(() => setCount((running) => running - 1));
  };
  return [act, count > 0];
}
