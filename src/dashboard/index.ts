export type { Mail, Mailer } from '../contracts/mailer.ts';
export type { RecipeChange } from '../studio/draft/compare-recipes.ts';
export type {
  DashboardAnswer,
  DashboardApi,
  DashboardRoute,
  RunUpdate,
} from './api/dashboard-api.ts';
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
} from './api/request-bodies.ts';
export type {
  AccountDetail,
  AccountList,
  DeliveryList,
  DriftReport,
  KeyList,
  NextTicks,
  Overview,
  PlaygroundResult,
  RecipeComparison,
  RecipeList,
  RecipeSummary,
  RunList,
  ScheduleList,
  ScheduleView,
  SessionView,
  SettingsView,
  TickList,
  VersionList,
  WebhookSetting,
} from './api/views.ts';
export { createDashboard } from './create-dashboard.ts';
export type { DashboardHandler, DashboardOptions } from './create-dashboard.ts';
export type { Authenticate } from './sign-in/create-sign-in-desk.ts';
export { fileMailer } from './sign-in/file-mailer.ts';
export { smtpMailer } from './sign-in/smtp-mailer.ts';
export type { SmtpMailerOptions } from './sign-in/smtp-mailer.ts';
export { toSignInUrl } from './sign-in/to-sign-in-url.ts';
