import type { CreatedKey } from '../../service/accounts/keys.ts';
import type { PutRecipeResult, RecipeView } from '../../service/recipes/recipes.ts';
import type { DeliveryDetail } from '../../contracts/store/delivery-store.ts';
import type { BrowserCheck, ServiceHealth } from '../../service/health/create-health.ts';
import type { WebhookTrialResult } from '../../service/webhooks/test-webhook.ts';
import type { RecipeVersion } from '../../contracts/store/recipe-store.ts';
import type { Run } from '../../contracts/store/run-store.ts';
import type { WebhookInput } from '../../service/webhooks/parse-webhook.ts';
import type {
  AccountQuery,
  CompareQuery,
  DeliveryQuery,
  Done,
  ListQuery,
  NewAccountBody,
  PlanBody,
  RecipeBody,
  RecipeVersionBody,
  RunBody,
  RunQuery,
  ScheduleBody,
  TestBody,
  WireBody,
} from './request-bodies.ts';
import type {
  AccountList,
  DeliveryList,
  DriftReport,
  KeyList,
  NextTicks,
  Overview,
  PlaygroundResult,
  RecipeComparison,
  RecipeList,
  RunList,
  ScheduleList,
  ScheduleView,
  SessionView,
  SettingsView,
  AccountDetail,
  TickList,
  VersionList,
  WebhookSetting,
} from './views.ts';

/**
 * Every call below `/dashboard/api`, by method and path. Bodies and answers are JSON, moments are milliseconds since 1970.
 * A failed call is answered with the `error` envelope of `/v1`. All calls but the first two need a sign-in, those below
 * `/operator` an operator's, the others an account's.
 */
export interface DashboardApi {
  /** Sends a sign-in link, if the address is an account's; the answer is the same where it is none. */
  'POST /links': { readonly body: { readonly email: string }; readonly data: Done };
  /** Follows a sign-in link, whose token stands behind the `#` of `/sign-in#TOKEN`: sets the cookie of a new session. */
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
  /** Sends a link to the new address; the address changes when the link is followed. */
  'PUT /settings/email': { readonly body: { readonly email: string }; readonly data: Done };
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

/** A call's answer, or a line of it where it is streamed. */
export type DashboardAnswer<Route extends DashboardRoute> = DashboardApi[Route] extends {
  readonly data: infer Data;
}
  ? Data
  : DashboardApi[Route] extends { readonly stream: infer Line }
    ? AsyncIterable<Line>
    : never;

/** Method and path of a call, e.g. `GET /runs/{id}`. */
export type DashboardRoute = keyof DashboardApi;

/** A line of `GET /runs/{id}/updates`: the run as it stands, without its result. */
export interface RunUpdate {
  readonly run: Omit<Run, 'result'>;
}
