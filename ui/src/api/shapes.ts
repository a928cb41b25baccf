import type {
  DeliveryList,
  KeyList,
  Overview,
  RecipeComparison,
  RecipeList,
} from '../../../src/web/dashboard/dashboard-api.ts';
import type { CallData, CallInput } from './call-api.ts';

/** What the API's answers are made of, by the names that views use. */
export type ApiKey = KeyList['keys'][number];
export type DayOfUsage = Overview['usage'][number];
export type Delivery = DeliveryList['deliveries'][number];
export type RecipeChange = RecipeComparison['changes'][number];
export type RecipeListing = RecipeList['recipes'][number];
export type RecipeView = CallData<'GET /recipes/{id}'>;
export type PutRecipeResult = CallData<'PUT /recipes/{id}'>;
export type Run = CallData<'GET /runs/{id}'>;
export type RunStatus = Run['status'];
export type RunEvent = Delivery['event'];
export type RunResult = NonNullable<Run['result']>;
export type WebhookInput = CallInput<'PUT /webhook'>['body'];
export type WebhookView = NonNullable<RecipeView['webhook']>;
