export type { AnswerOf } from '../exchange/route.ts';
export type { ClientAddressOptions } from '../exchange/client-address.ts';
export type { Mail, Mailer } from '../../runtime/contracts/mailer.ts';
export type { RecipeChange } from '../../studio/draft/compare-recipes.ts';
export type { DashboardAnswer, DashboardApi, DashboardRoute, RunUpdate } from './dashboard-api.ts';
export type {
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
} from './dashboard-api.ts';
export type {
  AccountDetail,
  AccountList,
  AddressView,
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
  TickList,
  VersionList,
  WebhookSetting,
} from './dashboard-api.ts';
export { createDashboard } from './create-dashboard.ts';
export type { DashboardHandler, DashboardOptions } from './create-dashboard.ts';
export type { Authenticate } from '../sign-in/create-sign-in-controller.ts';
export { fileMailer } from '../sign-in/sign-in-mail.ts';
export { smtpMailer } from '../sign-in/sign-in-mail.ts';
export type { SmtpMailerOptions } from '../sign-in/sign-in-mail.ts';
export { toSignInUrl } from '../sign-in/sign-in-mail.ts';
