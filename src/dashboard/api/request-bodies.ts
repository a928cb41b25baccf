import type { PlanCaps } from '../../contracts/store/account-store.ts';
import type { RunStatus } from '../../contracts/store/run-store.ts';

/** The answer where there is nothing to say. */
export interface Done {
  readonly done: true;
}

/** A page of a list: the newest entries, or those before the one with the id `before`. */
export interface ListQuery {
  /** 1 to 200. @default 50 */
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
}

/** Which runs are wanted. */
export interface RunQuery extends ListQuery {
  readonly recipeId?: string | undefined;
  readonly status?: RunStatus | undefined;
}

/** Which deliveries are wanted. */
export interface DeliveryQuery extends ListQuery {
  readonly runId?: string | undefined;
}

/** A page of the accounts, oldest first: those after the one with the id `after`. */
export interface AccountQuery {
  /** 1 to 200. @default 50 */
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

/** A recipe to store: a user flow of Chrome's Recorder, as JSON or as its text. */
export interface RecipeBody {
  readonly document: object | string;
}

/** A further version of a recipe. */
export interface RecipeVersionBody extends RecipeBody {
  /** The version that it was made from: refused with `conflict` where the recipe has another one by now. @default none is asked for */
  readonly revision?: number | undefined;
}

/** Two versions of a recipe. */
export interface CompareQuery {
  readonly from: number;
  readonly to: number;
}

/** A run to dispatch. */
export interface RunBody {
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** @default the plan's cap */
  readonly maxPages?: number | undefined;
}

/** A schedule to store. */
export interface ScheduleBody {
  readonly recipeId: string;
  /** Five fields, or six with seconds first. */
  readonly cron: string;
  /** IANA name. @default 'UTC' */
  readonly timeZone?: string | undefined;
}

/** Which webhook to try: the recipe's, or the account's. */
export interface TestBody {
  readonly recipeId?: string | undefined;
}

/** A request as the API under `/v1` takes it, with its names of fields. */
export type WireBody = Readonly<Record<string, unknown>>;

/** Caps to change; the others stay. */
export type PlanBody = { readonly [Cap in keyof PlanCaps]?: PlanCaps[Cap] | undefined };

/** An account to make. */
export interface NewAccountBody {
  /** @default 0 */
  readonly credits?: number | undefined;
  readonly plan?: PlanBody | undefined;
  /** Its owner signs in by links to it; it counts as verified once one was followed. */
  readonly email?: string | undefined;
}
