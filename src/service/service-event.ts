import type { RunStatus } from '../contracts/store/run-store.ts';

/** What happens outside of any call, for the operator. Holds neither secrets nor page text. */
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
      /** `undefined` when the run is forgotten by now. */
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
  /** Something went wrong outside of any call. */
  | { readonly kind: 'fault'; readonly doing: string; readonly error: unknown };
