import type { RunStatus } from '../contracts/store/run-store.ts';

/** What an operator may want to hear of. Holds neither secrets nor page text. */
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
      readonly status?: number | undefined;
      readonly error?: string | undefined;
    }
  | {
      readonly kind: 'tick';
      readonly scheduleId: string;
      readonly runId?: string;
      readonly error?: string;
    }
  /** Something went wrong that no caller hears of. */
  | { readonly kind: 'fault'; readonly doing: string; readonly error: unknown };
