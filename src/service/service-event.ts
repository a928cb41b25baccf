import type { RunStatus } from '../contracts/store/run-store.ts';

/** An event outside of calls, for the operator's log. Contains no secrets and no page text. */
export type ServiceEvent =
  | {
      readonly kind: 'run';
      readonly runId: string;
      readonly account: string;
      readonly status: RunStatus;
      readonly pages: number;
      readonly items: number;
      readonly error?: string | undefined;
    }
  | {
      readonly kind: 'delivery';
      readonly deliveryId: string;
      readonly account: string;
      readonly runId: string;
      /** `undefined` when the run has been deleted meanwhile. */
      readonly recipeId: string | undefined;
      readonly status?: number | undefined;
      readonly error?: string | undefined;
    }
  | {
      readonly kind: 'tick';
      readonly scheduleId: string;
      readonly runId?: string;
      readonly error?: string;
    }
  /** Work outside of calls failed; `doing` names the work. */
  | { readonly kind: 'fault'; readonly doing: string; readonly error: unknown };
