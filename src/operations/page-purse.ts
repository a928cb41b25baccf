import type { Balance, Ledger } from '../contracts/ledger.ts';
import { GleanerError } from '../errors/gleaner-error.ts';
import type { RecipeRunResult } from './recipe-run.ts';

/** How far a run has come. */
export interface RunCount {
  readonly pages: number;
  readonly items: number;
}

/** What a run brought, before it is paid for. */
export interface DeliveredRun extends RunCount {
  readonly clampedByCredits: boolean;
  readonly result: RecipeRunResult;
}

/** Who pays for a run, page by page: every page is held before it is loaded, and only what is delivered is charged. */
export interface PagePurse {
  /** How many of the wanted pages can be paid for now, and whether credits make them fewer than were asked for. */
  affordablePages(wanted: number): Promise<{ readonly pages: number; readonly isClamped: boolean }>;
  /** Sets the price of the first or of one more page aside; rejects with `insufficient_credits` when too little is left. */
  holdPage(soFar: RunCount): Promise<void>;
  /** Charges for the pages that came and frees the rest; the run is handed out once this resolves. */
  post(
    run: DeliveredRun,
  ): Promise<{ readonly creditsUsed: number; readonly creditsRemaining: number }>;
  /** Frees everything: the run failed, or was given up. */
  void(): Promise<void>;
}

export interface LedgerPurseOptions {
  readonly ledger: Ledger;
  readonly account: string;
  /** Credits. */
  readonly pagePrice: number;
  readonly createId: () => string;
}

/** A purse that keeps one hold a page in a ledger. */
export function createLedgerPurse(options: LedgerPurseOptions): PagePurse {
  const { ledger, account, pagePrice, createId } = options;
  const holds: string[] = [];
  let isOver = false;

  return {
    async affordablePages(wanted) {
      if (pagePrice === 0) return { pages: wanted, isClamped: false };
      const affordable = Math.floor(spendable(await ledger.balance(account)) / pagePrice);
      return { pages: Math.min(wanted, affordable), isClamped: affordable < wanted };
    },
    async holdPage() {
      const id = createId();
      await ledger.hold({ id, account, credits: pagePrice });
      // The run ended while the ledger was still thinking: nobody waits for this page any more.
      if (isOver) await ledger.void(id);
      else holds.push(id);
    },
    async post({ pages }) {
      isOver = true;
      let posted = 0;
      try {
        for (const id of holds.slice(0, pages)) {
          await ledger.post(id, pagePrice);
          posted += 1;
        }
        await voidAll(ledger, holds.slice(pages));
        return {
          creditsUsed: posted * pagePrice,
          creditsRemaining: spendable(await ledger.balance(account)),
        };
      } catch (error) {
        // A run that is not handed out costs nothing, not even half.
        await takeBack(posted, error);
        throw error;
      }
    },
    async void() {
      // What was posted, or taken back, is settled.
      if (isOver) return;
      isOver = true;
      await voidAll(ledger, holds);
    },
  };

  async function takeBack(posted: number, reason: unknown): Promise<void> {
    try {
      if (posted > 0) await ledger.grant(account, posted * pagePrice);
      await voidAll(ledger, holds.slice(posted));
    } catch (error) {
      throw new GleanerError(
        'internal_error',
        `The run could not be charged, and ${posted * pagePrice} credits of account "${account}" could not be given back: grant them by hand. Both errors are in the cause.`,
        { cause: new AggregateError([reason, error]) },
      );
    }
  }
}

function spendable({ balance, held }: Balance): number {
  return balance - held;
}

async function voidAll(ledger: Ledger, ids: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map((id) => ledger.void(id)));
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (errors.length === 0) return;
  throw new GleanerError(
    'internal_error',
    `${errors.length} of ${ids.length} holds of a run could not be freed: free them by hand. The errors are in the cause.`,
    { cause: new AggregateError(errors) },
  );
}
