import type { PageHabits, ReplayRun } from '../run/replay-run.ts';
import { maxTabs } from './create-host-pace.ts';
import { openSideRun, type SideRun } from './open-side-run.ts';

/** Returns a tab to open a page in; the first call opens or reuses one, later ones return the same. */
export type BorrowTab = () => Promise<SideRun>;

export interface OpenInTabsInput<Outcome> {
  readonly run: ReplayRun;
  readonly habits: PageHabits;
  readonly urls: readonly string[];
  /** Whether the first URL is opened alone. */
  readonly isFirstAlone: boolean;
  readonly open: (url: string, borrow: BorrowTab) => Promise<Outcome>;
  /** Whether the page of an outcome may hang, so that its tab is not used again. */
  readonly mayHang: (outcome: Outcome) => boolean;
  /** Called after each URL. */
  readonly onDone: (done: number) => void;
}

/** Opens URLs a few at a time, each in a blank or used tab; all tabs are closed at the end, also after an error. */
export async function openInTabs<Outcome>(
  input: OpenInTabsInput<Outcome>,
): Promise<ReadonlyMap<string, Outcome>> {
  const { open, mayHang } = input;
  const outcomes = new Map<string, Outcome>();
  const waiting = [...input.urls];
  const opened = new Set<SideRun>();
  const idle: SideRun[] = [];
  let isOver = false;

  async function openNext(): Promise<boolean> {
    const url = waiting.shift();
    if (url === undefined || isOver) return false;
    let tab: SideRun | undefined;
    const outcome = await open(url, async () => {
      tab ??= idle.pop() ?? (await openSideRun(input.run, input.habits));
      opened.add(tab);
      return tab;
    });
    outcomes.set(url, outcome);
    if (tab !== undefined) giveBack(tab, mayHang(outcome));
    input.onDone(outcomes.size);
    return true;
  }

  function giveBack(tab: SideRun, isLost: boolean): void {
    tab.tabs.closePopups();
    if (!isLost) idle.push(tab);
    else {
      opened.delete(tab);
      tab.tabs.close();
    }
  }

  async function openRest(): Promise<void> {
    while (await openNext());
  }

  try {
    if (input.isFirstAlone) await openNext();
    await Promise.all(Array.from({ length: maxTabs }, openRest));
  } finally {
    isOver = true;
    for (const { tabs } of opened) tabs.close();
  }
  return outcomes;
}
