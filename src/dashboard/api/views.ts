import type { Balance } from '../../contracts/ledger.ts';
import type { PlanCaps } from '../../contracts/store/account-store.ts';
import type { Delivery } from '../../contracts/store/delivery-store.ts';
import type { ApiKey } from '../../contracts/store/key-store.ts';
import type { RecipeVersion } from '../../contracts/store/recipe-store.ts';
import type { Run } from '../../contracts/store/run-store.ts';
import type { Schedule, ScheduleTick } from '../../contracts/store/schedule-store.ts';
import type { DayOfUsage } from '../../contracts/store/store.ts';
import type { AccountView } from '../../service/accounts/accounts.ts';
import type { RecipeView } from '../../service/recipes/recipes.ts';
import type { RecipeChange } from '../../studio/draft/compare-recipes.ts';
import type { WebhookView } from '../../service/webhooks/parse-webhook.ts';

/** Who is signed in. */
export type SessionView =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'account';
      readonly account: string;
      readonly email: string | null;
      /** Whether recipes are made and repaired in the studio at `/studio/`: it needs the engine's own browser. */
      readonly hasStudio: boolean;
    };

/** What an account has, and what it did lately. */
export interface Overview {
  readonly credits: Balance;
  readonly plan: PlanCaps;
  /** Runs of the last 30 days, which the plan limits. */
  readonly runsUsed30d: number;
  readonly costPerPage: number;
  readonly schedulesCount: number;
  readonly isEmailVerified: boolean;
  readonly isSuspended: boolean;
  readonly deletionScheduledForMs: number | null;
  /** Credits charged in the last 30 days, by day (UTC) and kind of work; days without any are left out. */
  readonly usage: readonly DayOfUsage[];
  /** The newest ten, without results. */
  readonly lastRuns: readonly Run[];
}

/** The keys of an account, oldest first, revoked ones included. */
export interface KeyList {
  readonly keys: readonly ApiKey[];
}

/** A recipe without its document. */
export type RecipeSummary = Omit<RecipeView, 'document'> & {
  /** The document's title; empty where it has none. */
  readonly title: string;
};

/** Recipes, newest first. */
export interface RecipeList {
  readonly recipes: readonly RecipeSummary[];
}

/** The versions of a recipe without their documents, newest first. */
export interface VersionList {
  readonly versions: readonly Omit<RecipeVersion, 'document'>[];
}

/** What differs between two versions of a recipe, by step and field, in the order of the version after. */
export interface RecipeComparison {
  readonly changes: readonly RecipeChange[];
}

/** How far a recipe's page had moved away from it, by run. */
export interface DriftReport {
  readonly runs: readonly {
    readonly id: string;
    readonly completedAtMs: number;
    /** The version that ran; `null` of runs of before versions were kept. */
    readonly revision: number | null;
    /** 0 to 1. */
    readonly drift: number;
  }[];
}

/** Runs, newest first. */
export interface RunList {
  readonly runs: readonly Run[];
}

/** A schedule and its next five ticks. */
export type ScheduleView = Schedule & NextTicks;

/** Schedules, oldest first. */
export interface ScheduleList {
  readonly schedules: readonly ScheduleView[];
}

/** Moments, at most five. */
export interface NextTicks {
  readonly nextMs: readonly number[];
}

/** Ticks of a schedule, newest first. */
export interface TickList {
  readonly ticks: readonly ScheduleTick[];
}

/** The webhook of the account; the values of its headers are never shown. */
export interface WebhookSetting {
  readonly webhook: WebhookView | null;
}

/** Deliveries without request and answer, newest first. */
export interface DeliveryList {
  readonly deliveries: readonly Delivery[];
}

/** What a call of the playground gave. */
export interface PlaygroundResult {
  /** `data` of the answer under `/v1`. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
}

/** What the owner of an account can set. */
export interface SettingsView {
  readonly account: string;
  readonly email: string | null;
  readonly emailVerifiedAtMs: number | null;
  readonly deletionScheduledForMs: number | null;
  /** Whether this dashboard can send mail. */
  readonly canSendMail: boolean;
}

/** An account as its operator sees it. */
export type AccountDetail = AccountView;

/** Accounts, oldest first. */
export interface AccountList {
  readonly accounts: readonly AccountDetail[];
}
