import type { CreatedKey } from '../../service/accounts/keys.ts';
import type { PutRecipeResult, RecipeListing, RecipeView } from '../../service/recipes.ts';
import type { Delivery, DeliveryDetail } from '../../runtime/contracts/store/delivery-store.ts';
import type { BrowserCheck, ServiceHealth } from '../../service/maintenance/create-maintenance.ts';
import type { WebhookTrialResult } from '../../service/webhooks/webhook-sender.ts';
import type {
  RecipeVersion,
  RecipeVersionSummary,
} from '../../runtime/contracts/store/recipe-store.ts';
import type { Run, RunStatus } from '../../runtime/contracts/store/run-store.ts';
import type { WebhookInput, WebhookView } from '../../service/webhooks/webhook.ts';
import type { PlanCaps } from '../../runtime/contracts/store/account-store.ts';
import type { Balance } from '../../runtime/contracts/ledger.ts';
import type { ApiKey } from '../../runtime/contracts/store/sign-in-store.ts';
import type { Schedule, ScheduleTick } from '../../runtime/contracts/store/schedule-store.ts';
import type { DayOfUsage } from '../../runtime/contracts/store/store.ts';
import type { AnswerOf } from '../exchange/route.ts';
import type { AccountView } from '../../service/accounts/accounts.ts';
import type { RecipeChange } from '../../studio/draft/compare-recipes.ts';

/**
 * Every call below `/dashboard/api`, by method and path. Bodies and answers are JSON, moments are milliseconds since 1970.
 * A failed call is answered with the `error` envelope of `/v1`. All calls but the first two and `POST /address/restore` need a sign-in, those below
 * `/operator` an operator's, the others an account's.
 */
export interface DashboardApi {
  /** Sends a sign-in link, if the address is an account's; the answer is the same where it is none. */
  'POST /links': { readonly body: { readonly email: string }; readonly data: Done };
  /** Follows a sign-in link or an invitation, whose token stands behind the `#` of `/sign-in#TOKEN`: sets the cookie of a new session. */
  'POST /session': { readonly body: { readonly token: string }; readonly data: SessionView };
  'GET /session': { readonly data: SessionView };
  /** Signs out here. */
  'DELETE /session': { readonly data: Done };
  /** Signs out everywhere. */
  'DELETE /sessions': { readonly data: Done };

  'GET /overview': { readonly data: Overview };

  'GET /keys': { readonly data: KeyList };
  /** The key itself is in this answer alone. */
  'POST /keys': { readonly body: { readonly label: string }; readonly data: CreatedKey };
  'DELETE /keys/{id}': { readonly data: Done };

  'GET /recipes': { readonly query: ListQuery; readonly data: RecipeList };
  'POST /recipes': { readonly body: RecipeBody; readonly data: PutRecipeResult };
  'GET /recipes/{id}': { readonly data: RecipeView };
  /** Makes a new version. */
  'PUT /recipes/{id}': { readonly body: RecipeVersionBody; readonly data: PutRecipeResult };
  'PATCH /recipes/{id}': {
    readonly body: { readonly enabled: boolean };
    readonly data: RecipeView;
  };
  'DELETE /recipes/{id}': { readonly data: Done };
  /** Headers that are left out stay as they are while the webhook's origin does. */
  'PUT /recipes/{id}/webhook': { readonly body: WebhookInput; readonly data: RecipeView };
  'DELETE /recipes/{id}/webhook': { readonly data: RecipeView };
  'GET /recipes/{id}/versions': { readonly data: VersionList };
  'GET /recipes/{id}/versions/{revision}': { readonly data: RecipeVersion };
  'GET /recipes/{id}/compare': { readonly query: CompareQuery; readonly data: RecipeComparison };
  /** Makes a new version with the document of an older one. */
  'POST /recipes/{id}/versions/{revision}/restore': { readonly data: PutRecipeResult };
  /** Of the last 50 completed runs, newest first. */
  'GET /recipes/{id}/drift': { readonly data: DriftReport };
  'POST /recipes/{id}/runs': { readonly body: RunBody; readonly data: Run };

  /** Without results. */
  'GET /runs': { readonly query: RunQuery; readonly data: RunList };
  'GET /runs/{id}': { readonly data: Run };
  /** Streams a `RunUpdate` a line (`application/x-ndjson`) at each change, until the run has ended or ten minutes are over. */
  'GET /runs/{id}/updates': { readonly stream: RunUpdate };
  'POST /runs/{id}/cancel': { readonly data: Run };

  'GET /schedules': { readonly data: ScheduleList };
  'POST /schedules': { readonly body: ScheduleBody; readonly data: ScheduleView };
  'PUT /schedules/{id}': { readonly body: ScheduleBody; readonly data: ScheduleView };
  'DELETE /schedules/{id}': { readonly data: Done };
  /** Lets a schedule that paused itself run again from its next tick on. */
  'POST /schedules/{id}/resume': { readonly data: ScheduleView };
  'GET /schedules/{id}/ticks': {
    readonly query: { readonly limit?: number };
    readonly data: TickList;
  };
  /** The next five ticks of an expression, before it is saved. */
  'POST /ticks': {
    readonly body: Omit<ScheduleBody, 'recipeId'>;
    readonly data: NextTicks;
  };

  /** The webhook of recipes without one of their own. */
  'GET /webhook': { readonly data: WebhookSetting };
  'PUT /webhook': { readonly body: WebhookInput; readonly data: WebhookSetting };
  'DELETE /webhook': { readonly data: WebhookSetting };
  /** Posts a sample event at once, to the recipe's webhook or to the account's. */
  'POST /webhook/test': { readonly body: TestBody; readonly data: WebhookTrialResult };
  'GET /deliveries': { readonly query: DeliveryQuery; readonly data: DeliveryList };
  'GET /deliveries/{id}': { readonly data: DeliveryDetail };

  /** The body of `POST /v1/smartscraper`, and its answer's data. */
  'POST /extract': { readonly body: WireBody; readonly data: PlaygroundResult };
  /** The body of `POST /v1/scrape`, and its answer's data. */
  'POST /scrape': { readonly body: WireBody; readonly data: PlaygroundResult };

  'GET /settings': { readonly data: SettingsView };
  /** Sends a link to the new address, and a notice to the one before; the address changes when the link is followed. */
  'PUT /settings/email': { readonly body: { readonly email: string }; readonly data: SettingsView };
  /** Forgets the address that waits for its confirmation. */
  'DELETE /settings/email': { readonly data: SettingsView };
  /** Follows a link that confirms an address of the account that is signed in: its other sessions end. Begins no session. */
  'POST /settings/email/confirm': {
    readonly body: { readonly token: string };
    readonly data: AddressView;
  };
  /** Follows the link in the notice of a changed address: the former one is the account's again, and all its sessions end. */
  'POST /address/restore': {
    readonly body: { readonly token: string };
    readonly data: AddressView;
  };
  /** Requests the deletion of the account in 30 days. */
  'POST /settings/deletion': { readonly data: SettingsView };
  'DELETE /settings/deletion': { readonly data: SettingsView };
  /** Deletes the account now and for ever, where its deletion is requested. */
  'POST /settings/deletion/confirm': { readonly data: Done };

  'GET /operator/accounts': { readonly query: AccountQuery; readonly data: AccountList };
  'POST /operator/accounts': { readonly body: NewAccountBody; readonly data: AccountDetail };
  'GET /operator/accounts/{id}': { readonly data: AccountDetail };
  'POST /operator/accounts/{id}/grants': {
    readonly body: { readonly credits: number };
    readonly data: AccountDetail;
  };
  'PATCH /operator/accounts/{id}/plan': { readonly body: PlanBody; readonly data: AccountDetail };
  'PUT /operator/accounts/{id}/suspension': { readonly data: AccountDetail };
  'DELETE /operator/accounts/{id}/suspension': { readonly data: AccountDetail };
  /** Runs of all accounts that have not ended, newest first. */
  'GET /operator/runs': { readonly query: ListQuery; readonly data: RunList };
  'GET /operator/health': { readonly data: ServiceHealth };
  /** Tries the browser, which is started where it does not run. */
  'GET /operator/browser': { readonly data: BrowserCheck };
}

/** A call's answer, or its lines where it is streamed. */
export type DashboardAnswer<Route extends DashboardRoute> = AnswerOf<DashboardApi[Route]>;

/** Method and path of a call, e.g. `GET /runs/{id}`. */
export type DashboardRoute = keyof DashboardApi;

/** A line of `GET /runs/{id}/updates`: the run as it stands, without its result. */
export interface RunUpdate {
  readonly run: Omit<Run, 'result'>;
}

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

/** Recipes, newest first. */
export interface RecipeList {
  readonly recipes: readonly RecipeListing[];
}

/** The versions of a recipe without their documents, newest first. */
export interface VersionList {
  readonly versions: readonly RecipeVersionSummary[];
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
  /** The address that becomes the account's when the link that was sent to it is followed. */
  readonly waitingEmail: string | null;
  readonly deletionScheduledForMs: number | null;
  /** Whether this dashboard can send mail. */
  readonly canSendMail: boolean;
}

/** An account's address after a link to it was followed. */
export interface AddressView {
  readonly email: string;
}

/** An account as its operator sees it. */
export type AccountDetail = AccountView;

/** Accounts, oldest first. */
export interface AccountList {
  readonly accounts: readonly AccountDetail[];
}
